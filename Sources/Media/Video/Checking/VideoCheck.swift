import CStarmineFFmpeg
import StarmineGraphics

/// Checks the properties of a complete file by opening it before it gets its name. Encoders and containers may fail
/// without an error; the check reads what players read.
struct VideoCheck {
  let format: VideoFormat
  let codec: AVCodecID
  let width: Int
  let height: Int
  let frames: Int
  let seconds: Double
  let frameRate: Double
  let isOpaque: Bool
  let samples: FrameSamples
  let soundSeconds: Double?
  let tolerance: Double
  let target: String

  func run(_ content: FileContent) throws(VideoError) {
    switch format.container.reading {
    case .container where codec == AV_CODEC_ID_APNG && frames == 1: try checkStill(content)
    case .container(let demuxer):
      try checkContainer(content, demuxer)
      try checkPictures(content, demuxer)
    case .webp: try checkAnimation(content)
    case .lines: try checkLines(content)
    case .pictures, .nothing: break
    }
  }

  private func checkContainer(_ content: FileContent, _ demuxer: String) throws(VideoError) {
    let file = try MediaInput(content, demuxer: demuxer, target: target)
    let stream = try file.videoStream()
    let parameters = stream.parameters
    let meant = codec == AV_CODEC_ID_WRAPPED_AVFRAME ? AV_CODEC_ID_RAWVIDEO : codec
    try expect(
      "codec", String(cString: avcodec_get_name(parameters.codec_id)), String(cString: avcodec_get_name(meant)))
    try expect("size", "\(parameters.width)x\(parameters.height)", "\(width)x\(height)")
    try checkTags(parameters)
    let found = try countFrames(file, stream)
    try expect("number of frames", "\(found.frames)", "\(frames)")
    guard found.startsWithKeyFrame else { throw broken("the first frame cannot be decoded alone") }
    let clock = Double(stream.tick.num) / Double(stream.tick.den)
    let length = Double(found.lastStart) * clock
    let meantLength = seconds - 1 / frameRate
    guard abs(length - meantLength) <= max(clock, 2 * format.container.timeError) else {
      throw broken("its last frame begins \(length) s after the first instead of \(meantLength) s")
    }
    guard let soundSeconds else { return }
    // The last packet of an encoder may be longer than its input.
    guard abs(found.soundSeconds - soundSeconds) <= 0.1 else {
      throw broken("its sound is \(found.soundSeconds) s long instead of \(soundSeconds) s")
    }
  }

  /// Properties that editors and players use before they decode a frame.
  private func checkTags(_ parameters: AVCodecParameters) throws(VideoError) {
    if let tag = format.coding.tag {
      try expect("tag", Muxer.text(ofTag: parameters.codec_tag), tag)
    }
    if format.coding.depthFollowsAlpha {
      let depth = isOpaque ? Muxer.depthWithoutAlpha : Muxer.depthWithAlpha
      try expect("depth", "\(parameters.bits_per_coded_sample)", "\(depth)")
    }
    guard format.container.keepsColor, format.color.matrix != nil else { return }
    let labels = FrameColor.labels(
      parameters.color_primaries, parameters.color_trc, parameters.color_space, parameters.color_range)
    // Frames contain values that a stream leaves open.
    for (found, meant) in zip(labels, format.color.labels) where !["", "unknown", "unspecified"].contains(found) {
      try expect("colour label", found, meant)
    }
  }

  /// Reads every packet.
  /// - Returns: number of frames, ticks from the first to the last frame, and the end of the sound.
  private func countFrames(
    _ file: borrowing MediaInput, _ stream: MediaStream
  ) throws(VideoError) -> (frames: Int, lastStart: Int64, startsWithKeyFrame: Bool, soundSeconds: Double) {
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(target)") }
    var (frames, first, last, startsWithKeyFrame, soundEnd) = (0, Int64.max, Int64.min, false, 0.0)
    while try file.read(packet) {
      let data = packet.pointer.pointee
      guard data.stream_index == stream.index else {
        soundEnd = max(soundEnd, file.seconds(data.pts + data.duration, stream: data.stream_index))
        continue
      }
      if frames == 0 { startsWithKeyFrame = data.flags & AV_PKT_FLAG_KEY != 0 }
      if data.flags & AV_PKT_FLAG_CORRUPT != 0 || data.size == 0 { throw broken("frame \(frames) is damaged") }
      frames += 1
      (first, last) = (min(first, data.pts), max(last, data.pts))
    }
    return (frames, frames == 0 ? 0 : last - first, startsWithKeyFrame, soundEnd)
  }

  private func checkPictures(_ content: FileContent, _ demuxer: String) throws(VideoError) {
    guard let last = samples.all.last else { return }
    let file = try MediaInput(content, demuxer: demuxer, target: target)
    let stream = try file.videoStream()
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(target)") }
    let decoder = try FrameDecoder(stream, named: format.coding.decoder)
    let comparison = PictureCheck(format: format, target: target, tolerance: tolerance)
    let wanted = Dictionary(uniqueKeysWithValues: samples.all.map { ($0.order, $0) })
    var (next, packets) = (0, 0)
    func compare(_ frame: borrowing OwnedFrame) throws(VideoError) -> Bool {
      if let sample = wanted[next] { try comparison.compare(frame, sample) }
      next += 1
      return next <= last.order
    }
    while try file.read(packet) {
      guard packet.pointer.pointee.stream_index == stream.index else { continue }
      defer { packets += 1 }
      // Independent frames are decoded only if they are compared.
      if format.coding.isIntra {
        guard wanted[packets] != nil else { continue }
        next = packets
      }
      guard try decoder.decode(packet, compare) else { return }
    }
    guard try decoder.finish(compare) else { return }
    throw broken("frame \(next) cannot be decoded")
  }

  private func checkStill(_ content: FileContent) throws(VideoError) {
    let bytes = try bytes(content)
    let image: CGImage
    do throws(ImageError) { image = try ImageReader.image(from: bytes, named: target) } catch {
      throw broken(error.description)
    }
    try expect("size", "\(image.width)x\(image.height)", "\(width)x\(height)")
    let comparison = PictureCheck(format: format, target: target, tolerance: tolerance)
    let pixels = (0..<width * height).map { image.base.pixels[$0] }
    for sample in samples.all { try comparison.compare(pixels, width, height, sample) }
  }

  private func bytes(_ content: FileContent) throws(VideoError) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(FileError) { try content.forEachPart { bytes += $0 } } catch { throw .file(error) }
    return bytes
  }

  /// Frames of an animation are not decoded: FFmpeg 5.1 cannot.
  private func checkAnimation(_ content: FileContent) throws(VideoError) {
    let animation = try WebPAnimation(bytes(content), target: target)
    // A frame equal to the previous one extends it. If all are equal, there is a single image.
    guard animation.count > 0 else { return try checkStill(content) }
    try expect("size", "\(animation.width)x\(animation.height)", "\(width)x\(height)")
    guard animation.count <= frames else {
      throw broken("it has \(animation.count) frames instead of \(frames)")
    }
    let length = Double(animation.duration) / 1000
    // The last frame has the mean duration of the others.
    guard abs(length - seconds) <= 0.002 + 1 / frameRate else {
      throw broken("its duration is \(length) s instead of \(seconds) s")
    }
  }

  private func checkLines(_ content: FileContent) throws(VideoError) {
    var lines = 0
    var isStart = true
    var isComment = false
    do throws(FileError) {
      try content.forEachPart { part in
        for byte in part {
          if isStart { isComment = byte == UInt8(ascii: "#") }
          isStart = byte == UInt8(ascii: "\n")
          if isStart && !isComment { lines += 1 }
        }
      }
    } catch {
      throw .file(error)
    }
    guard isStart else { throw broken("its last line is cut off") }
    try expect("number of frames", "\(lines)", "\(frames)")
  }

  private func expect(_ name: String, _ found: String, _ meant: String) throws(VideoError) {
    guard found == meant else { throw broken("its \(name) is \(found) instead of \(meant)") }
  }

  private func broken(_ reason: String) -> VideoError { .notAsWritten(path: target, reason: reason) }
}

struct PictureCheck {
  let format: VideoFormat
  let target: String
  var tolerance: Double

  init(format: VideoFormat, target: String, tolerance: Double? = nil) {
    (self.format, self.target, self.tolerance) = (format, target, tolerance ?? format.tolerance)
  }

  func run(_ packet: borrowing OwnedPacket, _ sample: FrameSamples.Sample) throws(VideoError) {
    var found = false
    try decode(packet) { frame throws(VideoError) in
      found = true
      try compare(frame, sample)
    }
    guard found else { throw broken(sample, "it cannot be decoded") }
  }

  func decode(
    _ packet: borrowing OwnedPacket, _ body: (borrowing OwnedFrame) throws(VideoError) -> Void
  ) throws(VideoError) {
    guard let encoder = avcodec_find_encoder_by_name(format.encoder) else {
      throw .outOfMemory(operation: "reading \(target)")
    }
    let decoder = try FrameDecoder(encoder.pointee.id)
    var found = false
    func take(_ frame: borrowing OwnedFrame) throws(VideoError) -> Bool {
      found = true
      try body(frame)
      return false
    }
    if try decoder.decode(packet, take), !found { _ = try decoder.finish(take) }
  }

  func compare(_ frame: borrowing OwnedFrame, _ sample: FrameSamples.Sample) throws(VideoError) {
    guard hasAlpha(frame.format) == format.hasAlpha else {
      throw broken(sample, format.hasAlpha ? "its alpha is lost" : "it has alpha, but the frames had none")
    }
    let found = try FrameSignature(frame, sample.signature.kind)
    try compare(found, sample)
  }

  func compare(
    _ pixels: [UInt32], _ width: Int, _ height: Int, _ sample: FrameSamples.Sample
  ) throws(VideoError) {
    try compare(FrameSignature(pixels: pixels, width: width, height: height, sample.signature.kind), sample)
  }

  private func compare(_ found: FrameSignature?, _ sample: FrameSamples.Sample) throws(VideoError) {
    guard let found else { throw broken(sample, "its pixels cannot be read") }
    if let reason = found.difference(sample.signature, tolerance: tolerance) { throw broken(sample, reason) }
  }

  private func hasAlpha(_ pixels: AVPixelFormat) -> Bool {
    guard let description = av_pix_fmt_desc_get(pixels) else { return false }
    let flags = Int32(truncatingIfNeeded: description.pointee.flags)
    return flags & AV_PIX_FMT_FLAG_ALPHA != 0
  }

  private func broken(_ sample: FrameSamples.Sample, _ reason: String) -> VideoError {
    .notAsWritten(path: target, reason: "frame \(sample.order) was read again: \(reason)")
  }
}
