import CStarmineFFmpeg
import StarmineGraphics

/// A container that is read: a file that was just written, or one on the disk.
struct MediaInput: ~Copyable {
  // Sole owner; see Owners.swift.
  let context: UnsafeMutablePointer<AVFormatContext>
  private let input: UnsafeMutablePointer<AVIOContext>
  private let target: String

  /// A file that is being written, by a reader of this name.
  init(_ content: FileContent, demuxer: String, target: String) throws(VideoError) {
    try self.init(LibraryInput(content), av_find_input_format(demuxer), target)
  }

  /// A file on the disk.
  init(path: String) throws(VideoError) {
    try self.init(LibraryInput(InputFile.written(path)), nil, path)
  }

  private init(
    _ source: LibraryInput, _ format: UnsafePointer<AVInputFormat>?, _ target: String
  ) throws(VideoError) {
    guard let input = source.makeInput() else { throw .outOfMemory(operation: "reading \(target)") }
    var opened = avformat_alloc_context()
    opened?.pointee.pb = input
    let result = callLibrary { avformat_open_input(&opened, nil, format, nil) }
    guard let opened, !result.failed else {
      LibraryInput.free(input)
      throw .notAsWritten(path: target, reason: result.reason)
    }
    (context, self.input, self.target) = (opened, input, target)
  }

  deinit {
    var closing: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&closing)
    LibraryInput.free(input)
  }

  /// The one stream with pictures.
  func videoStream() throws(VideoError) -> UnsafeMutablePointer<AVStream> {
    var found: UnsafeMutablePointer<AVStream>?
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index],
        stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
      else { continue }
      if found != nil { throw .notAsWritten(path: target, reason: "it has several streams with pictures") }
      found = stream
    }
    guard let found else { throw .notAsWritten(path: target, reason: "it has no stream with pictures") }
    return found
  }

  /// A time of a stream.
  func seconds(_ ticks: Int64, stream index: Int32) -> Double {
    guard let base = context.pointee.streams[Int(index)]?.pointee.time_base, base.den > 0 else { return 0 }
    return Double(ticks) * Double(base.num) / Double(base.den)
  }

  /// Fills the packet with the next one of any stream; false at the end.
  func read(_ packet: borrowing OwnedPacket) throws(VideoError) -> Bool {
    av_packet_unref(packet.pointer)
    let result = callLibrary { av_read_frame(context, packet.pointer) }
    if result.code == shim_error_end_of_file() { return false }
    if result.failed { throw .notAsWritten(path: target, reason: result.reason) }
    return true
  }
}

/// Decodes one stream.
struct FrameDecoder: ~Copyable {
  private let codec: OwnedCodec
  private let frame: OwnedFrame

  /// - Parameter name: the decoder, where libavcodec's first choice does not see everything: its own VP9 decoder
  ///   ignores alpha.
  init(_ parameters: UnsafePointer<AVCodecParameters>, named name: String? = nil) throws(VideoError) {
    let named = name.flatMap { avcodec_find_decoder_by_name($0) }
    guard let decoder = named ?? avcodec_find_decoder(parameters.pointee.codec_id) else {
      let codec = String(cString: avcodec_get_name(parameters.pointee.codec_id))
      throw .failed(operation: "decoding", reason: "this libavcodec has no decoder for \(codec)")
    }
    guard let codec = OwnedCodec(decoder), let frame = OwnedFrame() else { throw .outOfMemory(operation: "decoding") }
    avcodec_parameters_to_context(codec.pointer, parameters)
    codec.pointer.pointee.thread_count = 1
    let opened = codec.open()
    if opened.failed { throw .failed(operation: "starting the decoder", reason: opened.reason) }
    self.codec = codec
    self.frame = frame
  }

  /// Gives the decoder a packet, or nil after the last one, and hands on what comes out. `body` returns false to stop.
  ///
  /// - Returns: whether to go on.
  func decode(
    _ packet: UnsafeMutablePointer<AVPacket>?,
    _ body: (borrowing OwnedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    let sent = callLibrary { avcodec_send_packet(codec.pointer, packet) }
    if sent.failed { throw .failed(operation: "decoding", reason: sent.reason) }
    while true {
      let received = callLibrary { avcodec_receive_frame(codec.pointer, frame.pointer) }
      if received.code == shim_error_again() || received.code == shim_error_end_of_file() { return true }
      if received.failed { throw .failed(operation: "decoding", reason: received.reason) }
      guard try body(frame) else { return false }
    }
  }

  /// Forgets everything, so that decoding can go on anywhere.
  func reset() { avcodec_flush_buffers(codec.pointer) }
}

/// The packets of a file's first sound as they lie in it. For tests.
package enum SoundPackets {
  /// Bytes of each packet, and seconds at which it is heard.
  package static func read(path: String) throws(VideoError) -> [(bytes: [UInt8], seconds: Double)] {
    let input = try MediaInput(path: path)
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(path)") }
    let found = callLibrary { avformat_find_stream_info(input.context, nil) }
    guard !found.failed else { throw .failed(operation: "reading \(path)", reason: found.reason) }
    let index = av_find_best_stream(input.context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    var packets: [(bytes: [UInt8], seconds: Double)] = []
    while try input.read(packet) {
      guard packet.pointer.pointee.stream_index == index else { continue }
      packets.append((Array(packet.bytes), input.seconds(packet.pointer.pointee.pts, stream: index)))
    }
    return packets
  }
}
