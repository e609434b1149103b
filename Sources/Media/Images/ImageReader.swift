import CStarmineFFmpeg
import Glibc
public import StarmineGraphics

/// Reads images from files and memory: PNG, JPEG, WebP, GIF (first frame), BMP, TIFF, OpenEXR, AVIF and the other
/// formats listed by `ImageError.notAnImage`. The contents determine the format, not the file name.
///
/// Safe for untrusted input: limits are checked before memory for the image is allocated.
public enum ImageReader {
  /// Maximum pixels per side.
  public static let maximumSide = 16_384
  /// Maximum number of pixels: 64 megapixels, 256 MB decoded.
  public static let maximumPixels = 67_108_864
  /// Maximum size of an image file: 256 MiB.
  public static let maximumFileBytes = 268_435_456

  /// Reads an image file and applies its orientation. Converts colours to sRGB if the file has a matrix profile, such
  /// as Display P3 or Adobe RGB. Float renders use the full precision of 16-bit, float and wide-gamut images.
  ///
  /// - Throws: An error if the file is missing, too large, or not a supported image.
  public static func image(atPath path: String) throws(ImageError) -> CGImage {
    try image(atPath: path, in: .everywhere)
  }

  package static func image(atPath path: String, in scope: FileScope) throws(ImageError) -> CGImage {
    try image(from: contents(of: path, in: scope), named: path)
  }

  /// Reads an image from the bytes of a file. Errors use `name` for it.
  public static func image(from bytes: [UInt8], named name: String = "memory") throws(ImageError) -> CGImage {
    guard bytes.count <= maximumFileBytes else {
      throw .unreadable(path: name, reason: "more than \(maximumFileBytes) bytes")
    }
    if let missing = LibraryPresence.complaint { throw .unreadable(path: name, reason: missing) }
    let format = ImageFormat.recognise(bytes)
    guard let format else { throw .notAnImage(path: name) }
    let picture = try decode(bytes, format, name)
    let (profile, remark) = Self.profile(of: picture)
    let deep = DeepPixels(picture.frame, profile: profile)
    let (width, height) = (picture.frame.width, picture.frame.height)
    // Decoders that find the transfer function late, such as PNG's, have requested less from `SizeLimit`.
    if deep?.isHDR == true, width * height > MemoryBudget.available / 24 { throw .outOfMemory(path: name) }
    guard var pixels = deep?.words() ?? PremultipliedPixels(profile: profile).make(from: picture.frame) else {
      let description = av_get_pix_fmt_name(picture.frame.format)
      throw .unsupportedPixels(path: name, format: description.map { String(cString: $0) } ?? "unknown")
    }
    picture.cover(&pixels)
    let turn = ImageOrientation.read(bytes, format)
    let size = turn.size(width, height)
    let slab = turn == .none ? SharedBuffer(pixels) : turned(pixels, turn, width, size)
    let texels = deep == nil ? nil : deepTexels(bytes, format, turn, pixels: pixels.count)
    return CGImage(
      width: size.width, height: size.height, slab: slab, bitmapInfo: .ofFiles,
      remark: remark
        ?? (deep != nil && texels == nil ? "not enough memory for float: the picture is read with 8 bits" : nil),
      deepTexels: texels)
  }

  private static func profile(of picture: borrowing DecodedPicture) -> (ColorProfile?, remark: String?) {
    switch ColorProfile.find(in: picture.frame.pointer, picture.said) {
    case .sRGB: (nil, nil)
    case .profile(let made): (made, nil)
    case .remark(let text): (nil, text)
    }
  }

  /// Bytes per float pixel, including smaller levels and the decoder's data.
  private static let deepBytes = 64

  /// The float version, decoded again on first use. Nil without memory.
  private static func deepTexels(
    _ bytes: [UInt8], _ format: ImageFormat, _ turn: ImageRotation, pixels: Int
  ) -> DeepTexels? {
    guard pixels <= MemoryBudget.available / deepBytes else { return nil }
    return DeepTexels {
      guard pixels <= MemoryBudget.available / deepBytes, let picture = try? decode(bytes, format, "memory"),
        var made = DeepPixels(picture.frame, profile: profile(of: picture).0)?.make()
      else { return nil }
      picture.cover(&made)
      let (width, height) = (picture.frame.width, picture.frame.height)
      let size = turn.size(width, height)
      let slab = turn == .none ? SharedBuffer(made) : turned(made, turn, width, size)
      return DeepTexels.Level(width: size.width, height: size.height, texels: slab)
    }
  }

  /// - Parameter width: width of the pixels before the rotation.
  /// - Parameter size: size of the rotated image.
  private static func turned<Sample: BitwiseCopyable & Sendable>(
    _ pixels: [Sample], _ turn: ImageRotation, _ width: Int, _ size: (width: Int, height: Int)
  ) -> SharedBuffer<Sample> {
    SharedBuffer(count: pixels.count) { target in
      pixels.withUnsafeBufferPointer { pixels in
        guard let source = pixels.baseAddress, let base = target.baseAddress else { return }
        turn.copy(
          SourceRow(start: source), width, to: SampleSpan(start: base), size.width, width: size.width,
          height: size.height)
      }
    }
  }

  /// Number of pixels according to the header of a file; nil for an unreadable file.
  package static func pixelCount(atPath path: String, in scope: FileScope = .everywhere) -> Int? {
    // Most formats have the size at the start.
    if let start = try? InputFile(path, in: scope, atMost: maximumFileBytes).bytes(atMost: 1 << 18),
      let pixels = pixelCount(of: start)
    {
      return pixels
    }
    return (try? contents(of: path, in: scope)).flatMap { pixelCount(of: $0) }
  }

  package static func pixelCount(of bytes: [UInt8]) -> Int? {
    guard let format = ImageFormat.recognise(bytes) else { return nil }
    if format.isAVIF {
      let size = AVIFPicture(FileBytes(bytes))?.size
      // Sides have 32 bits. Callers add several results.
      return size.map { Int(min(UInt64($0.width) * UInt64($0.height), UInt64(Int32.max))) }
    }
    let colors = format.codec == AV_CODEC_ID_PNG ? PNGColors(FileBytes(bytes)) : nil
    guard let packet = packet(of: bytes, colors), let decoder = avcodec_find_decoder(format.codec),
      let frame = OwnedFrame()
    else { return nil }
    var limit = SizeLimit()
    limit.isQuestion = true
    withUnsafeMutablePointer(to: &limit) { limit in
      _ = run(decoder, packet, into: frame, limit, stopsAtErrors: format.stopsAtErrors)
    }
    return limit.pixels
  }

  private static func contents(of path: String, in scope: FileScope) throws(ImageError) -> [UInt8] {
    do throws(InputFileError) {
      let file = try InputFile(path, in: scope, atMost: maximumFileBytes)
      // The bytes, the decoder's copy, and some reserve.
      if file.content.size <= MemoryBudget.available / 3 { return try file.bytes() }
    } catch {
      switch error.kind {
      case .missing: throw .missing(path: path)
      case .tooLarge: throw .unreadable(path: path, reason: "more than \(maximumFileBytes) bytes")
      case .outside, .unreadable: throw .unreadable(path: path, reason: error.reason)
      }
    }
    throw .outOfMemory(path: path)
  }

  private static func decode(
    _ bytes: [UInt8], _ format: ImageFormat, _ name: String
  ) throws(ImageError) -> DecodedPicture {
    if format.isAVIF { return try decodeAVIF(bytes, format, name) }
    let file = FileBytes(bytes)
    // libavcodec reads half floats of TIFF as integers.
    if format.codec == AV_CODEC_ID_TIFF, let sample = file.tiffTag(339), sample > 1 {
      throw .unsupportedPixels(path: name, format: sample == 3 ? "floating point in TIFF" : "signed in TIFF")
    }
    let colors = format.codec == AV_CODEC_ID_PNG ? PNGColors(file) : nil
    guard let packet = packet(of: bytes, colors) else { throw .outOfMemory(path: name) }
    var picture = DecodedPicture(try decode(packet, format, name, dataPixels: format.pixelLimit(of: file)))
    if let colors {
      colors.label(picture.frame)
      picture.said = PictureColors(colors)
    } else if format.codec == AV_CODEC_ID_EXR {
      picture.said = PictureColors(EXRHeader(file))
    }
    return picture
  }

  /// The packet for a decoder, without a colour profile that is too long, because libavcodec would unpack it. Nil
  /// without memory.
  private static func packet(of bytes: [UInt8], _ colors: PNGColors?) -> OwnedPacket? {
    guard let long = colors?.longProfile else { return OwnedPacket(copying: bytes) }
    return OwnedPacket(copying: Array(bytes[..<long.lowerBound] + bytes[long.upperBound...]))
  }

  private static func decodeAVIF(
    _ bytes: [UInt8], _ format: ImageFormat, _ name: String
  ) throws(ImageError) -> DecodedPicture {
    guard let picture = AVIFPicture(FileBytes(bytes)) else { throw .corrupt(path: name, reason: "it has no picture") }
    guard picture.kind == "av01" else {
      let kind = picture.kind == "grid" ? "a grid of tiles" : "of the kind \(picture.kind)"
      throw .unreadable(path: name, reason: "\(kind) is not supported; save it as a single picture")
    }
    let (width, height) = picture.size
    guard width > 0, height > 0 else { throw .corrupt(path: name, reason: "it has no pixels") }
    guard max(width, height) <= maximumSide, width * height <= maximumPixels else {
      throw .tooLarge(path: name, width: width, height: height)
    }
    guard width * height <= MemoryBudget.available / 48, let packet = OwnedPacket(copying: picture.coded) else {
      throw .outOfMemory(path: name)
    }
    let frame = try decode(packet, format, name, mostPixels: width * height)
    picture.label(frame)
    var decoded = DecodedPicture(frame)
    guard let coded = picture.alpha else { return decoded }
    guard let packet = OwnedPacket(copying: coded) else { throw .outOfMemory(path: name) }
    let alpha = try decode(packet, format, name, mostPixels: width * height)
    guard decoded.take(alpha: alpha, isPremultiplied: picture.isPremultiplied) else {
      throw .unreadable(path: name, reason: "alpha of another size than the picture is not supported")
    }
    return decoded
  }

  /// - Parameter mostPixels: limit of pixels for an AV1 decoder, which allocates its own memory. Other decoders use
  ///   `SizeLimit`.
  /// - Parameter dataPixels: maximum number of pixels that the file's bytes can encode; nil: unlimited.
  private static func decode(
    _ packet: borrowing OwnedPacket, _ format: ImageFormat, _ name: String, mostPixels: Int = ImageReader.maximumPixels,
    dataPixels: Int? = nil
  ) throws(ImageError) -> OwnedFrame {
    guard let decoder = avcodec_find_decoder(format.codec) else {
      throw .unreadable(path: name, reason: "this libavcodec has no \(format.name) decoder")
    }
    var limit = SizeLimit()
    (limit.mostPixels, limit.dataPixels) = (mostPixels, dataPixels)
    guard let frame = OwnedFrame() else { throw .outOfMemory(path: name) }
    let result = withUnsafeMutablePointer(to: &limit) { limit in
      run(decoder, packet, into: frame, limit, stopsAtErrors: format.stopsAtErrors)
    }
    let (width, height) = (limit.refusedWidth, limit.refusedHeight)
    if limit.isWithoutData {
      let reason = "it claims \(width)x\(height) pixels, which \(packet.pointer.pointee.size) bytes cannot hold"
      throw .corrupt(path: name, reason: reason)
    }
    if width > 0 { throw .tooLarge(path: name, width: width, height: height) }
    if result.isMissingFeature { throw .unsupportedPixels(path: name, format: "(libavcodec cannot decode it)") }
    let isBroken =
      frame.pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || frame.pointer.pointee.decode_error_flags != 0
    if limit.isOutOfMemory || result.systemError == ENOMEM { throw .outOfMemory(path: name) }
    if result.failed || isBroken || frame.pointer.pointee.data.0 == nil {
      throw .corrupt(path: name, reason: result.failed ? result.reason : "broken data")
    }
    return frame
  }

  private static func run(
    _ decoder: UnsafePointer<AVCodec>, _ packet: borrowing OwnedPacket, into frame: borrowing OwnedFrame,
    _ limit: UnsafeMutablePointer<SizeLimit>, stopsAtErrors: Bool
  ) -> LibraryResult {
    guard let codec = OwnedCodec(decoder) else {
      return LibraryResult(code: shim_error_from_errno(ENOMEM), message: "")
    }
    codec.pointer.pointee.opaque = UnsafeMutableRawPointer(limit)
    codec.pointer.pointee.get_buffer2 = SizeLimit.allocate
    if decoder.pointee.id == AV_CODEC_ID_AV1 { codec.pointer.pointee.max_pixels = Int64(limit.pointee.mostPixels) }
    // A single thread, so that the size check and messages belong to this call.
    (codec.pointer.pointee.thread_count, codec.pointer.pointee.thread_type) = (1, 0)
    // A size query ends as an error, which should not be logged.
    if limit.pointee.isQuestion { codec.pointer.pointee.log_level_offset = 100 }
    if stopsAtErrors {
      codec.pointer.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE
    }
    let opened = codec.open()
    if opened.failed { return opened }
    return callLibrary {
      var code = avcodec_send_packet(codec.pointer, packet.pointer)
      if code < 0 { return code }
      code = avcodec_receive_frame(codec.pointer, frame.pointer)
      if code != shim_error_again() { return code }
      avcodec_send_packet(codec.pointer, nil)
      return avcodec_receive_frame(codec.pointer, frame.pointer)
    }
  }
}

/// Stops a decoder before it allocates an image above the limits.
private struct SizeLimit {
  var refusedWidth = 0
  var refusedHeight = 0
  var isOutOfMemory = false
  /// Maximum number of pixels in the file's bytes; nil: no limit.
  var dataPixels: Int?
  var isWithoutData = false
  /// Limit for decoders that allocate memory without a callback.
  var mostPixels = ImageReader.maximumPixels
  var isQuestion = false
  var pixels: Int?

  static let allocate:
    @convention(c) (UnsafeMutablePointer<AVCodecContext>?, UnsafeMutablePointer<AVFrame>?, Int32) -> Int32 = {
      context, frame, flags in
      guard let context, let frame, let limit = context.pointee.opaque?.assumingMemoryBound(to: SizeLimit.self) else {
        return shim_error_invalid_data()
      }
      let width = Int(context.pointee.width)
      let height = Int(context.pointee.height)
      if limit.pointee.isQuestion {
        limit.pointee.pixels = width.multipliedReportingOverflow(by: height).partialValue
        return shim_error_invalid_data()
      }
      let side = ImageReader.maximumSide
      guard width <= side && height <= side && width * height <= ImageReader.maximumPixels else {
        limit.pointee = SizeLimit(refusedWidth: width, refusedHeight: height)
        return shim_error_invalid_data()
      }
      guard width * height <= limit.pointee.most(of: context.pointee) else {
        limit.pointee = SizeLimit(refusedWidth: width, refusedHeight: height, isWithoutData: true)
        return shim_error_invalid_data()
      }
      // The decoder's image, of up to eight bytes per pixel, ours, and a copy during rotation; sixteen bytes per pixel
      // for float. HDR needs more, which `image(from:named:)` checks.
      let description = av_pix_fmt_desc_get(context.pointee.pix_fmt)
      let isFloat = (description?.pointee.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_FLOAT) != 0
      guard width * height <= MemoryBudget.available / (isFloat ? 48 : 16) else {
        limit.pointee.isOutOfMemory = true
        return shim_error_from_errno(ENOMEM)
      }
      return avcodec_default_get_buffer2(context, frame, flags)
    }

  /// Maximum number of pixels in the file's bytes, as known to the decoder.
  private func most(of context: AVCodecContext) -> Int {
    switch (context.codec_id, context.pix_fmt) {
    case (AV_CODEC_ID_TIFF, AV_PIX_FMT_MONOWHITE), (AV_CODEC_ID_TIFF, AV_PIX_FMT_MONOBLACK):
      // Fax codes have a white row in one bit.
      return (dataPixels ?? 0) * 64
    default: return dataPixels ?? .max
    }
  }
}

extension FileBytes {
  init(_ bytes: UnsafeRawBufferPointer) { self.init(Array(bytes)) }
}
