import CStarmineFFmpeg
package import StarmineGraphics

package struct VideoReader: ~Copyable {
  package struct Description: Equatable, Sendable {
    package var codec = ""
    /// The four-character code of the codec; empty if the container has none.
    package var tag = ""
    package var width = 0
    package var height = 0
    package var depth = 0
    package var pixelFormat = ""
    package var primaries = ""
    package var transfer = ""
    package var matrix = ""
    package var range = ""
    /// Seconds.
    package var duration = 0.0
    package var timescale = 0
    package var durationTicks = 0
    package var metadata: [String: String] = [:]
  }

  package struct Frame: Sendable {
    package let ticks: Int
    package let pixelFormat: String
    package let image: CGImage
    /// Primaries, transfer function, matrix and range of the frame.
    package let color: [String]
    package let luma: [UInt8]
  }

  private let input: MediaInput

  package init(path: String) throws(VideoError) {
    input = try MediaInput(path: path)
  }

  package func read() throws(VideoError) -> (Description, [Frame]) {
    let found = input.container.findStreams()
    guard !found.failed else { throw .failed(operation: "finding the video stream", reason: found.reason) }
    let stream = try input.videoStream()
    // libavcodec's VP9 decoder ignores alpha.
    let isVP9 = stream.parameters.codec_id == AV_CODEC_ID_VP9
    let decoder = try FrameDecoder(stream, named: isVP9 ? "libvpx-vp9" : nil)
    return (describe(stream), try frames(decoder, stream))
  }

  /// The description without decoding frames.
  package func description() throws(VideoError) -> Description { describe(try input.videoStream()) }

  private func describe(_ stream: MediaStream) -> Description {
    let parameters = stream.parameters
    let labels = FrameColor.labels(
      parameters.color_primaries, parameters.color_trc, parameters.color_space, parameters.color_range)
    var description = Description(
      codec: String(cString: avcodec_get_name(parameters.codec_id)), width: Int(parameters.width),
      height: Int(parameters.height), depth: Int(parameters.bits_per_coded_sample),
      pixelFormat: VideoReader.name(ofPixels: parameters.format), primaries: labels[0], transfer: labels[1],
      matrix: labels[2], range: labels[3], duration: input.container.seconds, timescale: Int(stream.tick.den),
      durationTicks: Int(stream.duration))
    if parameters.codec_tag != 0 { description.tag = Muxer.text(ofTag: parameters.codec_tag) }
    description.metadata = input.container.metadata.merging(stream.metadata) { $1 }
    return description
  }

  private func frames(_ decoder: borrowing FrameDecoder, _ stream: MediaStream) throws(VideoError) -> [Frame] {
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "decoding") }
    var frames: [Frame] = []
    func add(_ frame: borrowing OwnedFrame) throws(VideoError) -> Bool {
      guard let pixels = LinearPlanes.read(frame) ?? PremultipliedPixels().make(from: frame) else {
        throw .failed(operation: "decoding", reason: "unknown pixel format")
      }
      frames.append(VideoReader.describe(frame, pixels))
      return true
    }
    while try input.read(packet) {
      guard packet.pointer.pointee.stream_index == stream.index else { continue }
      _ = try decoder.decode(packet, add)
    }
    _ = try decoder.finish(add)
    return frames
  }

  private static func describe(_ frame: borrowing OwnedFrame, _ pixels: [UInt32]) -> Frame {
    let picture = frame.pointer.pointee
    return Frame(
      ticks: Int(picture.best_effort_timestamp), pixelFormat: name(ofPixels: picture.format),
      image: CGImage(width: frame.width, height: frame.height, pixels: pixels),
      color: FrameColor.labels(
        picture.color_primaries, picture.color_trc, picture.colorspace, picture.color_range),
      luma: frame.bytes(ofPlane: 0, rows: frame.height, width: frame.width))
  }

  private static func name(ofPixels format: Int32) -> String {
    av_get_pix_fmt_name(AVPixelFormat(format)).map { String(cString: $0) } ?? ""
  }
}
