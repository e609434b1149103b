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
  /// - Parameter limit: samples of one channel that are needed; nil: all, up to an hour.
  package func read(atMost limit: Int?) throws(VideoError) -> Sound {
    let most = limit ?? Int(Sound.longest) * Sound.rate
    let found = callLibrary { avformat_find_stream_info(context, nil) }
    let index = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard !found.failed, index >= 0, let stream = context.pointee.streams[Int(index)] else {
      throw .unreadableSound(path: path, reason: found.failed ? found.reason : "there is no sound in it")
    }
    guard let decoder = avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id) else {
      throw .unreadableSound(path: path, reason: "this libavcodec has no decoder for it")
    }
    guard let codec = OwnedCodec(decoder), let packet = OwnedPacket(), let frame = OwnedFrame() else {
      throw .outOfMemory(operation: "reading \(path)")
    }
    avcodec_parameters_to_context(codec.pointer, stream.pointee.codecpar)
    codec.pointer.pointee.pkt_timebase = stream.pointee.time_base
    let opened = codec.open()
    if opened.failed { throw .unreadableSound(path: path, reason: opened.reason) }
    var resampler = Resampler(path)
    while resampler.count < most, av_read_frame(context, packet.pointer) >= 0 {
      defer { av_packet_unref(packet.pointer) }
      guard packet.pointer.pointee.stream_index == index else { continue }
      try decode(packet.pointer, codec, frame, &resampler)
    }
    if resampler.count < most {
      try decode(nil, codec, frame, &resampler)
      try resampler.finish()
    }
    return resampler.take(most)
  }

  private func decode(
    _ packet: UnsafeMutablePointer<AVPacket>?, _ codec: borrowing OwnedCodec, _ frame: borrowing OwnedFrame,
    _ resampler: inout Resampler
  ) throws(VideoError) {
    let sent = callLibrary { avcodec_send_packet(codec.pointer, packet) }
    if sent.failed { throw .unreadableSound(path: path, reason: sent.reason) }
    while true {
      let received = callLibrary { avcodec_receive_frame(codec.pointer, frame.pointer) }
      if received.code == shim_error_again() || received.code == shim_error_end_of_file() { return }
      if received.failed { throw .unreadableSound(path: path, reason: received.reason) }
      try resampler.add(frame.pointer)
    }
  }
}

/// Turns decoded sound into stereo of 48 kHz.
private struct Resampler: ~Copyable {
  // Sole owner; nil until the form of the sound is known.
  private var context: OpaquePointer?
  private var samples: [Float] = []
  private let path: String

  init(_ path: String) { self.path = path }

  deinit {
    var context = context
    swr_free(&context)
  }

  var count: Int { samples.count / 2 }

  mutating func add(_ frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) {
    if context == nil { try begin(frame) }
    let more = swr_get_out_samples(context, frame.pointee.nb_samples)
    let input = frame.pointee.extended_data.map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    }
    try convert(input, frame.pointee.nb_samples, room: more)
  }

  /// Samples that the filter still holds.
  mutating func finish() throws(VideoError) {
    guard context != nil else { return }
    try convert(nil, 0, room: swr_get_out_samples(context, 0))
  }

  func take(_ most: Int) -> Sound { Sound(samples: Array(samples.prefix(most * 2))) }

  private mutating func begin(_ frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) {
    var stereo = AVChannelLayout()
    av_channel_layout_default(&stereo, 2)
    let made = callLibrary {
      let code = swr_alloc_set_opts2(
        &context, &stereo, AV_SAMPLE_FMT_FLT, Int32(Sound.rate), &frame.pointee.ch_layout,
        AVSampleFormat(frame.pointee.format), frame.pointee.sample_rate, 0, nil)
      // One channel goes to both as it is; libswresample would lower it by 3 dB.
      if code >= 0, frame.pointee.ch_layout.nb_channels == 1 { swr_set_matrix(context, [1, 1], 1) }
      return code < 0 ? code : swr_init(context)
    }
    if made.failed { throw .unreadableSound(path: path, reason: made.reason) }
  }

  private mutating func convert(
    _ input: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ inputCount: Int32, room: Int32
  ) throws(VideoError) {
    guard room > 0 else { return }
    var made: Int32 = 0
    let part = [Float](unsafeUninitializedCapacity: Int(room) * 2) { buffer, initialized in
      var output: UnsafeMutablePointer<UInt8>? = UnsafeMutableRawPointer(buffer.baseAddress)?
        .assumingMemoryBound(to: UInt8.self)
      made = swr_convert(context, &output, room, input, inputCount)
      initialized = max(0, Int(made)) * 2
    }
    if made < 0 { throw .unreadableSound(path: path, reason: LibraryResult.text(of: made)) }
    samples += part
  }
}
