import CStarmineFFmpeg
package import StarmineGraphics

/// Reads a video file back, to check what was written.
package struct VideoReader: ~Copyable {
  /// The file's description of its video stream.
  package struct Description: Equatable, Sendable {
    package var codec = ""
    /// The four characters that name the codec; empty where the container has none.
    package var tag = ""
    package var width = 0
    package var height = 0
    /// Bits of a pixel, where the container says so.
    package var depth = 0
    package var pixelFormat = ""
    package var primaries = ""
    package var transfer = ""
    package var matrix = ""
    package var range = ""
    /// Seconds.
    package var duration = 0.0
    /// Ticks per second of the timestamps.
    package var timescale = 0
    /// Stream length in ticks.
    package var durationTicks = 0
    package var metadata: [String: String] = [:]
  }

  /// One decoded frame.
  package struct Frame: Sendable {
    /// Time in the stream's ticks.
    package let ticks: Int
    /// Name of the pixels' form.
    package let pixelFormat: String
    package let image: CGImage
    /// Primaries, curve, matrix and range as the frame itself carries them.
    package let color: [String]
    /// The first plane's bytes without padding, and the number of bytes per row.
    package let luma: [UInt8]
  }

  private let input: MediaInput

  package init(path: String) throws(VideoError) {
    input = try MediaInput(path: path)
  }

  /// The file's description, and every frame of its first stream.
  package func read() throws(VideoError) -> (Description, [Frame]) {
    let found = callLibrary { avformat_find_stream_info(input.context, nil) }
    guard !found.failed else { throw .failed(operation: "finding the video stream", reason: found.reason) }
    let stream = try input.videoStream()
    // libavcodec's own VP9 decoder ignores alpha.
    let isVP9 = stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_VP9
    let decoder = try FrameDecoder(stream.pointee.codecpar, named: isVP9 ? "libvpx-vp9" : nil)
    return (describe(stream), try frames(decoder, stream))
  }

  /// The file's description alone: no frame is decoded.
  package func description() throws(VideoError) -> Description { describe(try input.videoStream()) }

  private func describe(_ stream: UnsafeMutablePointer<AVStream>) -> Description {
    let parameters = stream.pointee.codecpar.pointee
    let labels = FrameColor.labels(
      parameters.color_primaries, parameters.color_trc, parameters.color_space, parameters.color_range)
    var description = Description(
      codec: String(cString: avcodec_get_name(parameters.codec_id)), width: Int(parameters.width),
      height: Int(parameters.height), depth: Int(parameters.bits_per_coded_sample),
      pixelFormat: VideoReader.name(ofPixels: parameters.format), primaries: labels[0], transfer: labels[1],
      matrix: labels[2], range: labels[3], duration: Double(input.context.pointee.duration) / Double(AV_TIME_BASE),
      timescale: Int(stream.pointee.time_base.den), durationTicks: Int(stream.pointee.duration))
    if parameters.codec_tag != 0 {
      description.tag = withUnsafeBytes(of: parameters.codec_tag.littleEndian) { String(decoding: $0, as: UTF8.self) }
    }
    for dictionary in [input.context.pointee.metadata, stream.pointee.metadata] {
      var entry: UnsafeMutablePointer<AVDictionaryEntry>?
      while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
        description.metadata[String(cString: next.pointee.key)] = String(cString: next.pointee.value)
        entry = next
      }
    }
    return description
  }

  private func frames(
    _ decoder: borrowing FrameDecoder, _ stream: UnsafeMutablePointer<AVStream>
  ) throws(VideoError) -> [Frame] {
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "decoding") }
    var frames: [Frame] = []
    func add(_ frame: borrowing OwnedFrame) throws(VideoError) -> Bool {
      guard let pixels = LinearPlanes.read(frame.pointer) ?? PremultipliedPixels().make(from: frame) else {
        throw .failed(operation: "decoding", reason: "unknown pixel format")
      }
      frames.append(VideoReader.describe(frame.pointer, pixels))
      return true
    }
    while try input.read(packet) {
      guard packet.pointer.pointee.stream_index == stream.pointee.index else { continue }
      _ = try decoder.decode(packet.pointer, add)
    }
    _ = try decoder.decode(nil, add)
    return frames
  }

  private static func describe(_ picture: UnsafeMutablePointer<AVFrame>, _ pixels: [UInt32]) -> Frame {
    let width = Int(picture.pointee.width)
    let height = Int(picture.pointee.height)
    var luma: [UInt8] = []
    if let plane = picture.pointee.data.0 {
      for y in 0..<height {
        luma += UnsafeBufferPointer(start: plane + y * Int(picture.pointee.linesize.0), count: width)
      }
    }
    return Frame(
      ticks: Int(picture.pointee.best_effort_timestamp), pixelFormat: name(ofPixels: picture.pointee.format),
      image: CGImage(width: width, height: height, pixels: pixels),
      color: FrameColor.labels(
        picture.pointee.color_primaries, picture.pointee.color_trc, picture.pointee.colorspace,
        picture.pointee.color_range), luma: luma)
  }

  private static func name(ofPixels format: Int32) -> String {
    av_get_pix_fmt_name(AVPixelFormat(format)).map { String(cString: $0) } ?? ""
  }

  /// The frames of an animated WebP file: milliseconds at which each begins, and its picture.
  package static func animation(path: String, bytes: [UInt8]) throws(VideoError) -> [(start: Int, image: CGImage)] {
    let animation = try WebPAnimation(bytes, target: path)
    var frames: [(start: Int, image: CGImage)] = []
    try animation.forEachFrame { (start, _, pixels) throws(VideoError) in
      frames.append((start, CGImage(width: animation.width, height: animation.height, pixels: pixels)))
    }
    return frames
  }
}
