import CStarmineFFmpeg
package import StarmineGraphics

/// Reads a video file back, to check what was written.
package struct VideoReader: ~Copyable {
  /// The file's description of its video stream.
  package struct Description: Equatable, Sendable {
    package var codec = ""
    package var width = 0
    package var height = 0
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
  }

  /// One decoded frame.
  package struct Frame: Sendable {
    /// Time in the stream's ticks.
    package let ticks: Int
    package let image: CGImage
    /// Primaries, curve, matrix and range as the frame itself carries them.
    package let color: [String]
    /// The first plane's bytes without padding, and the number of bytes per row.
    package let luma: [UInt8]
  }

  // Sole owner; see Owners.swift.
  private let context: UnsafeMutablePointer<AVFormatContext>

  package init(path: String) throws(VideoError) {
    var opened: UnsafeMutablePointer<AVFormatContext>?
    let result = callLibrary { avformat_open_input(&opened, "file:" + path, nil, nil) }
    guard let opened else { throw .failed(operation: "reading \(path)", reason: result.reason) }
    context = opened
  }

  deinit {
    var closing: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&closing)
  }

  /// The file's description, and every frame of its first stream.
  package func read() throws(VideoError) -> (Description, [Frame]) {
    let found = callLibrary { avformat_find_stream_info(context, nil) }
    guard !found.failed, context.pointee.nb_streams == 1, let stream = context.pointee.streams[0],
      let decoder = avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id)
    else { throw .failed(operation: "finding the video stream", reason: found.reason) }
    guard let codec = OwnedCodec(decoder) else { throw .outOfMemory(operation: "starting the decoder") }
    avcodec_parameters_to_context(codec.pointer, stream.pointee.codecpar)
    let opened = codec.open()
    if opened.failed { throw .failed(operation: "starting the decoder", reason: opened.reason) }
    return (describe(stream), try frames(codec))
  }

  private func describe(_ stream: UnsafeMutablePointer<AVStream>) -> Description {
    let parameters = stream.pointee.codecpar.pointee
    return Description(
      codec: String(cString: avcodec_get_name(parameters.codec_id)), width: Int(parameters.width),
      height: Int(parameters.height),
      pixelFormat: text(av_get_pix_fmt_name(AVPixelFormat(parameters.format))),
      primaries: text(av_color_primaries_name(parameters.color_primaries)),
      transfer: text(av_color_transfer_name(parameters.color_trc)),
      matrix: text(av_color_space_name(parameters.color_space)),
      range: text(av_color_range_name(parameters.color_range)),
      duration: Double(context.pointee.duration) / Double(AV_TIME_BASE),
      timescale: Int(stream.pointee.time_base.den), durationTicks: Int(stream.pointee.duration))
  }

  private func frames(_ codec: borrowing OwnedCodec) throws(VideoError) -> [Frame] {
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "decoding") }
    var frames: [Frame] = []
    while av_read_frame(context, packet.pointer) >= 0 {
      try decode(packet.pointer, codec, into: &frames)
      av_packet_unref(packet.pointer)
    }
    try decode(nil, codec, into: &frames)
    return frames
  }

  private func decode(
    _ packet: UnsafeMutablePointer<AVPacket>?, _ codec: borrowing OwnedCodec, into frames: inout [Frame]
  ) throws(VideoError) {
    let sent = callLibrary { avcodec_send_packet(codec.pointer, packet) }
    if sent.failed { throw .failed(operation: "decoding", reason: sent.reason) }
    guard let frame = OwnedFrame() else { throw .outOfMemory(operation: "decoding") }
    while avcodec_receive_frame(codec.pointer, frame.pointer) >= 0 {
      guard let pixels = PremultipliedPixels.make(from: frame) else {
        throw .failed(operation: "decoding", reason: "unknown pixel format")
      }
      frames.append(describe(frame.pointer, pixels))
    }
  }

  private func describe(_ picture: UnsafeMutablePointer<AVFrame>, _ pixels: [UInt32]) -> Frame {
    let width = Int(picture.pointee.width)
    let height = Int(picture.pointee.height)
    var luma: [UInt8] = []
    for y in 0..<height {
      let row = picture.pointee.data.0! + y * Int(picture.pointee.linesize.0)
      luma += UnsafeBufferPointer(start: row, count: width)
    }
    let color = [
      text(av_color_primaries_name(picture.pointee.color_primaries)),
      text(av_color_transfer_name(picture.pointee.color_trc)),
      text(av_color_space_name(picture.pointee.colorspace)), text(av_color_range_name(picture.pointee.color_range)),
    ]
    return Frame(
      ticks: Int(picture.pointee.best_effort_timestamp), image: CGImage(width: width, height: height, pixels: pixels),
      color: color, luma: luma)
  }

  private func text(_ name: UnsafePointer<CChar>?) -> String { name.map { String(cString: $0) } ?? "" }
}
