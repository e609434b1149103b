import CStarmineFFmpeg
import StarmineGraphics

/// A container for reading: a file that was just written, or an existing one.
struct MediaInput: ~Copyable, Sendable {
  let container: MediaContainer
  private let target: String

  init(_ content: FileContent, demuxer: String, target: String) throws(VideoError) {
    try self.init(LibraryInput(content), demuxer, target)
  }

  init(path: String) throws(VideoError) {
    try self.init(LibraryInput(InputFile.written(path)), nil, path)
  }

  private init(_ source: LibraryInput, _ demuxer: String?, _ target: String) throws(VideoError) {
    container = try MediaContainer(source, .init(demuxer: demuxer), named: target)
    self.target = target
  }

  func videoStream() throws(VideoError) -> MediaStream {
    var found: MediaStream?
    for index in 0..<container.streamCount {
      guard let stream = container.stream(index), stream.parameters.codec_type == AVMEDIA_TYPE_VIDEO else { continue }
      if found != nil { throw .notAsWritten(path: target, reason: "it has several streams with pictures") }
      found = stream
    }
    guard let found else { throw .notAsWritten(path: target, reason: "it has no stream with pictures") }
    return found
  }

  func seconds(_ ticks: Int64, stream index: Int32) -> Double {
    guard let base = container.stream(Int(index))?.tick, base.den > 0 else { return 0 }
    return Double(ticks) * Double(base.num) / Double(base.den)
  }

  func read(_ packet: borrowing OwnedPacket) throws(VideoError) -> Bool {
    av_packet_unref(packet.pointer)
    let result = container.read(into: packet)
    if result.code == shim_error_end_of_file() { return false }
    if result.failed { throw .notAsWritten(path: target, reason: result.reason) }
    return true
  }
}

extension MediaContainer {
  init(_ source: LibraryInput, _ reading: Reading, named target: String) throws(VideoError) {
    do throws(OpenError) { try self.init(source, reading) } catch {
      switch error {
      case .outOfMemory: throw .outOfMemory(operation: "reading \(target)")
      case .library(let result): throw .notAsWritten(path: target, reason: result.reason)
      }
    }
  }
}

struct FrameDecoder: ~Copyable, Sendable {
  private let codec: OwnedCodec
  private let frame: OwnedFrame

  /// - Parameter name: decoder to use if libavcodec's default is insufficient: its VP9 decoder ignores alpha.
  init(_ stream: MediaStream, named name: String? = nil) throws(VideoError) {
    try self.init(stream.parameters.codec_id, named: name, stream)
  }

  /// A decoder of self-contained packets.
  /// - Parameter stream: additional information.
  init(_ id: AVCodecID, named name: String? = nil, _ stream: MediaStream? = nil) throws(VideoError) {
    let named = name.flatMap { avcodec_find_decoder_by_name($0) }
    guard let decoder = named ?? avcodec_find_decoder(id) else {
      let codec = String(cString: avcodec_get_name(id))
      throw .failed(operation: "decoding", reason: "this libavcodec has no decoder for \(codec)")
    }
    guard let codec = OwnedCodec(decoder), let frame = OwnedFrame() else { throw .outOfMemory(operation: "decoding") }
    stream?.describe(codec)
    codec.pointer.pointee.thread_count = 1
    let opened = codec.open()
    if opened.failed { throw .failed(operation: "starting the decoder", reason: opened.reason) }
    self.codec = codec
    self.frame = frame
  }

  /// Decodes a packet and passes the frames. `body` returns false to stop.
  /// - Returns: whether to continue.
  func decode(
    _ packet: borrowing OwnedPacket, _ body: (borrowing OwnedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    try take(callLibrary { avcodec_send_packet(codec.pointer, packet.pointer) }, body)
  }

  /// Decodes the remaining frames after the last packet.
  func finish(_ body: (borrowing OwnedFrame) throws(VideoError) -> Bool) throws(VideoError) -> Bool {
    try take(callLibrary { avcodec_send_packet(codec.pointer, nil) }, body)
  }

  private func take(
    _ sent: LibraryResult, _ body: (borrowing OwnedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    if sent.failed { throw .failed(operation: "decoding", reason: sent.reason) }
    while true {
      let received = callLibrary { avcodec_receive_frame(codec.pointer, frame.pointer) }
      if received.code == shim_error_again() || received.code == shim_error_end_of_file() { return true }
      if received.failed { throw .failed(operation: "decoding", reason: received.reason) }
      guard try body(frame) else { return false }
    }
  }
}

package enum SoundPackets {
  package static func read(path: String) throws(VideoError) -> [(bytes: [UInt8], seconds: Double)] {
    let input = try MediaInput(path: path)
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(path)") }
    let found = input.container.findStreams()
    guard !found.failed else { throw .failed(operation: "reading \(path)", reason: found.reason) }
    let index = input.container.bestStream(AVMEDIA_TYPE_AUDIO)
    var packets: [(bytes: [UInt8], seconds: Double)] = []
    while try input.read(packet) {
      guard packet.pointer.pointee.stream_index == index else { continue }
      packets.append((packet.bytes, input.seconds(packet.pointer.pointee.pts, stream: index)))
    }
    return packets
  }
}
