import CStarmineFFmpeg

/// A supported image format: its name in libavformat, and its decoder.
///
/// A closed list, because libavformat also recognizes playlists and other files that open further files.
struct ImageFormat {
  let name: String
  let probe: String
  let codec: AVCodecID
  /// Whether the decoder stops at the first error. Other decoders would fail for harmless extensions.
  var stopsAtErrors = false
  /// Maximum number of pixels per byte of a file, by the format's best compression: deflate 1,032 bytes, LZW 1,365.
  /// Files with larger images are refused before memory is allocated. Nil: no limit.
  let pixelsPerByte: Int?

  init(_ name: String, _ probe: String, _ codec: AVCodecID, stopsAtErrors: Bool = false, pixelsPerByte: Int?) {
    (self.name, self.probe, self.codec) = (name, probe, codec)
    (self.stopsAtErrors, self.pixelsPerByte) = (stopsAtErrors, pixelsPerByte)
  }

  static let all: [ImageFormat] = [
    ImageFormat("PNG", "png_pipe", AV_CODEC_ID_PNG, stopsAtErrors: true, pixelsPerByte: 8 * 1032),
    // The first frame of an animation, which the still decoder reads too.
    ImageFormat("APNG", "apng", AV_CODEC_ID_PNG, stopsAtErrors: true, pixelsPerByte: 8 * 1032),
    // Two blocks of one bit each per four rows and columns of blocks.
    ImageFormat("JPEG", "jpeg_pipe", AV_CODEC_ID_MJPEG, stopsAtErrors: true, pixelsPerByte: 8192),
    ImageFormat("WebP", "webp_pipe", AV_CODEC_ID_WEBP, stopsAtErrors: true, pixelsPerByte: nil),
    ImageFormat("GIF", "gif", AV_CODEC_ID_GIF, pixelsPerByte: 4096),
    ImageFormat("BMP", "bmp_pipe", AV_CODEC_ID_BMP, pixelsPerByte: 16_384),
    ImageFormat("TIFF", "tiff_pipe", AV_CODEC_ID_TIFF, pixelsPerByte: 2 * 1365),
    ImageFormat("JPEG 2000", "j2k_pipe", AV_CODEC_ID_JPEG2000, pixelsPerByte: 65_536),
    ImageFormat("QOI", "qoi_pipe", AV_CODEC_ID_QOI, pixelsPerByte: 62),
    ImageFormat("PSD", "psd_pipe", AV_CODEC_ID_PSD, pixelsPerByte: 8 * 64),
    ImageFormat("OpenEXR", "exr_pipe", AV_CODEC_ID_EXR, stopsAtErrors: true, pixelsPerByte: nil),
    ImageFormat(avif, "", AV_CODEC_ID_AV1, pixelsPerByte: nil),
    ImageFormat("PPM", "ppm_pipe", AV_CODEC_ID_PPM, pixelsPerByte: 1),
    ImageFormat("PGM", "pgm_pipe", AV_CODEC_ID_PGM, pixelsPerByte: 1),
    ImageFormat("PBM", "pbm_pipe", AV_CODEC_ID_PBM, pixelsPerByte: 8),
  ]

  /// Maximum number of pixels in a file; nil: no limit.
  func pixelLimit(of file: FileBytes) -> Int? {
    var ratio = codec == AV_CODEC_ID_EXR ? EXRHeader(file)?.pixelsPerByte : pixelsPerByte
    // Lossy images have more than a bit per block of 256 pixels.
    if codec == AV_CODEC_ID_WEBP, file.text(12, 4) == "VP8 " { ratio = 2048 }
    return ratio.map { $0 * file.count }
  }

  private static let avif = "AVIF"
  /// Whether the coded image is a part of the file (`AVIFPicture`). libavformat 5.1 does not support it.
  var isAVIF: Bool { name == Self.avif }

  static var names: [String] { all.map(\.name) }

  /// Recognizes a format by its contents. File names are ignored.
  static func recognise(_ bytes: [UInt8]) -> ImageFormat? {
    LibraryLog.install()
    if AVIFPicture.begins(FileBytes(bytes)) { return all.first(where: \.isAVIF) }
    guard let name = MediaContainer.demuxer(ofFile: bytes.prefix(65_536)) else { return nil }
    return all.first { $0.probe == name }
  }
}

/// Rotation of an image or of video frames by quarter turns, as stored by cameras and phones.
struct ImageRotation: Sendable, Equatable {
  /// Whether rows become columns, before mirroring.
  var swapsSides = false
  var mirrorsX = false
  var mirrorsY = false

  static let none = ImageRotation()

  init(swapsSides: Bool = false, mirrorsX: Bool = false, mirrorsY: Bool = false) {
    (self.swapsSides, self.mirrorsX, self.mirrorsY) = (swapsSides, mirrorsX, mirrorsY)
  }

  /// The nearest rotation of a stream by quarter turns.
  ///
  /// The matrix maps (x, y) to (a x + c y, b x + d y) with y down, in the order a, b, u, c, d, v, x, y, w.
  init(_ stream: MediaStream) {
    guard let matrix = shim_display_matrix(stream.pointer) else { return }
    let (a, b, c, d) = (Int64(matrix[0]), Int64(matrix[1]), Int64(matrix[3]), Int64(matrix[4]))
    swapsSides = abs(b) + abs(c) > abs(a) + abs(d)
    mirrorsX = swapsSides ? c < 0 : a < 0
    mirrorsY = swapsSides ? b < 0 : d < 0
  }

  func size(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
    swapsSides ? (height, width) : (width, height)
  }

  /// The source position of a pixel of the rotated image.
  /// - Parameter width: width of the rotated image.
  /// - Parameter height: height of the rotated image.
  @inline(__always)
  func source(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (x: Int, y: Int) {
    let (x, y) = (mirrorsX ? width - 1 - x : x, mirrorsY ? height - 1 - y : y)
    return swapsSides ? (y, x) : (x, y)
  }

  /// Copies a plane of samples with a rotation.
  /// - Parameter width: width of the rotated plane in samples.
  /// - Parameter height: height of the rotated plane.
  func copy<Sample>(
    _ source: SourceRow<Sample>, _ sourceStride: Int, to target: SampleSpan<Sample>, _ targetStride: Int,
    width: Int, height: Int
  ) {
    for y in 0..<height {
      for x in 0..<width {
        let from = self.source(x, y, width, height)
        target[y * targetStride + x] = source[from.y * sourceStride + from.x]
      }
    }
  }
}
