import CStarmineFFmpeg
import Glibc
import StarmineGraphics

/// Reads the sound of a file.
package struct AudioDecoder: ~Copyable {
  // Sole owner; see Owners.swift.
  private let context: UnsafeMutablePointer<AVFormatContext>
  /// The context reads through it, and it is freed after that.
  private let input: UnsafeMutablePointer<AVIOContext>
  private let path: String

  /// Kinds of files that are read. A closed list: others open further files, or the network.
  private static let readers = "wav,w64,aiff,caf,flac,mp3,aac,ogg,matroska,webm,mov,mp4,nut"

  package init(path: String) throws(VideoError) {
    let file: InputFile
    do throws(InputFileError) { file = try InputFile(path) } catch {
      throw .unreadableSound(path: path, reason: error.reason)
    }
    guard let input = LibraryInput(file).makeInput() else { throw .outOfMemory(operation: "reading \(path)") }
    var opened = avformat_alloc_context()
    opened?.pointee.pb = input
    opened?.pointee.io_open = { _, _, _, _, _ in shim_error_from_errno(EACCES) }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    av_dict_set(&options, "format_whitelist", AudioDecoder.readers, 0)
    let result = callLibrary { avformat_open_input(&opened, nil, nil, &options) }
    guard let opened, !result.failed else {
      LibraryInput.free(input)
      throw .unreadableSound(path: path, reason: result.reason)
    }
    (context, self.input, self.path) = (opened, input, path)
  }

  deinit {
    var closing: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&closing)
    LibraryInput.free(input)
  }

  /// The first stream with sound, in stereo of 48 kHz.
  ///
  /// Packets that are damaged are left out, as players do; how many says the sound.
  ///
  /// - Parameters:
  ///   - limit: samples of one channel that are needed.
  ///   - start: samples before them that are not.
  package func read(atMost limit: Int, from start: Int = 0) throws(VideoError) -> Sound {
    let found = callLibrary { avformat_find_stream_info(context, nil) }
    let index = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard !found.failed, index >= 0, let stream = context.pointee.streams[Int(index)] else {
      throw .unreadableSound(path: path, reason: found.failed ? found.reason : "there is no sound in it")
    }
    let codec = try openCodec(stream)
    guard let packet = OwnedPacket(), let frame = OwnedFrame() else { throw .outOfMemory(operation: "reading \(path)") }
    let seconds = min(86_400, Double(max(0, context.pointee.duration)) / Double(AV_TIME_BASE))
    var resampler = Resampler(path, most: limit, from: start, expected: Int((seconds + 1) * Double(Sound.rate)))
    var damage = Damage()
    while !resampler.isFull, av_read_frame(context, packet.pointer) >= 0 {
      defer { av_packet_unref(packet.pointer) }
      guard packet.pointer.pointee.stream_index == index else { continue }
      try decode(packet.pointer, codec, frame, &resampler, &damage)
    }
    if !resampler.isFull {
      try decode(nil, codec, frame, &resampler, &damage)
      try resampler.finish()
    }
    if resampler.count == 0, damage.packets > 0 { throw .unreadableSound(path: path, reason: damage.reason) }
    var sound = resampler.take()
    if damage.packets > 0 {
      let packets = damage.packets == 1 ? "1 damaged packet" : "\(damage.packets) damaged packets"
      sound.remarks = ["\(path): \(packets) of the sound left out (\(damage.reason))"]
    }
    return sound
  }

  /// Packets that could not be decoded.
  private struct Damage {
    var packets = 0
    /// Reason of the first one.
    var reason = ""

    mutating func add(_ result: LibraryResult) {
      if packets == 0 { reason = result.reason }
      packets += 1
    }
  }

  private func openCodec(_ stream: UnsafeMutablePointer<AVStream>) throws(VideoError) -> OwnedCodec {
    guard let decoder = avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id) else {
      throw .unreadableSound(path: path, reason: "this libavcodec has no decoder for it")
    }
    guard let codec = OwnedCodec(decoder) else { throw .outOfMemory(operation: "reading \(path)") }
    avcodec_parameters_to_context(codec.pointer, stream.pointee.codecpar)
    codec.pointer.pointee.pkt_timebase = stream.pointee.time_base
    let opened = codec.open()
    if opened.failed { throw .unreadableSound(path: path, reason: opened.reason) }
    return codec
  }

  private func decode(
    _ packet: UnsafeMutablePointer<AVPacket>?, _ codec: borrowing OwnedCodec, _ frame: borrowing OwnedFrame,
    _ resampler: inout Resampler, _ damage: inout Damage
  ) throws(VideoError) {
    let sent = callLibrary { avcodec_send_packet(codec.pointer, packet) }
    if try isDamage(sent) { return damage.add(sent) }
    while true {
      let received = callLibrary { avcodec_receive_frame(codec.pointer, frame.pointer) }
      if received.code == shim_error_again() || received.code == shim_error_end_of_file() { return }
      if try isDamage(received) { return damage.add(received) }
      try resampler.add(frame.pointer)
    }
  }

  /// Whether a packet is broken. Errors: everything else that can fail.
  private func isDamage(_ result: LibraryResult) throws(VideoError) -> Bool {
    if !result.failed { return false }
    if result.systemError == ENOMEM { throw .outOfMemory(operation: "reading \(path)") }
    guard result.code == shim_error_invalid_data() || result.systemError == EINVAL else {
      throw .unreadableSound(path: path, reason: result.reason)
    }
    return true
  }
}
