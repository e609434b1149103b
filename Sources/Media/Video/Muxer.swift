import CStarmineFFmpeg

/// A container file that is being written: one video stream.
struct Muxer: ~Copyable, Sendable {
  // Sole owner; see Owners.swift.
  private nonisolated(unsafe) let context: UnsafeMutablePointer<AVFormatContext>
  /// Name of the file in errors.
  private let target: String

  /// The path under which libavformat knows the file.
  private let address: String

  /// - Parameters:
  ///   - path: the existing file to fill.
  ///   - target: the name it will have.
  init(_ format: VideoFormat, path: String, target: String) throws(VideoError) {
    var made: UnsafeMutablePointer<AVFormatContext>?
    // With the protocol spelled out, no file name is taken for an address.
    let address = "file:" + path
    let allocated = callLibrary { avformat_alloc_output_context2(&made, nil, format.muxer, address) }
    guard let made else {
      throw .failed(operation: "opening the \(format.muxer) writer", reason: allocated.reason)
    }
    made.pointee.flags |= AVFMT_FLAG_BITEXACT
    context = made
    self.target = target
    self.address = address
  }

  deinit {
    avio_closep(&context.pointee.pb)
    avformat_free_context(context)
  }

  static func needsGlobalHeader(_ format: VideoFormat) -> Bool {
    guard let found = av_guess_format(format.muxer, nil, nil) else { return false }
    return found.pointee.flags & AVFMT_GLOBALHEADER != 0
  }

  /// Opens the file, describes the stream and writes what comes before the first frame.
  func begin(_ format: VideoFormat, _ encoder: borrowing Encoder) throws(VideoError) {
    try check(callLibrary { avio_open(&context.pointee.pb, address, AVIO_FLAG_WRITE) }, "opening the file")
    guard let stream = avformat_new_stream(context, nil) else { fatalError("out of memory") }
    let codec = encoder.codec.pointer
    stream.pointee.time_base = codec.pointee.time_base
    stream.pointee.avg_frame_rate = codec.pointee.framerate
    stream.pointee.sample_aspect_ratio = codec.pointee.sample_aspect_ratio
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    let scale = String(Muxer.timescale(of: codec.pointee.framerate))
    for (name, value) in format.muxerOptions {
      av_dict_set(&options, name, value == Muxer.timescaleValue ? scale : value, 0)
    }
    let written = callLibrary {
      let code = avcodec_parameters_from_context(stream.pointee.codecpar, codec)
      return code < 0 ? code : avformat_write_header(context, &options)
    }
    try check(written, "writing the header")
  }

  /// Writes one encoded frame, whose times are in frames.
  func write(_ packet: borrowing OwnedPacket, timeBase: AVRational) throws(VideoError) {
    guard let stream = context.pointee.streams[0] else { return }
    packet.pointer.pointee.stream_index = 0
    // Encoders leave it open; the last frame of the file needs it.
    if packet.pointer.pointee.duration == 0 { packet.pointer.pointee.duration = 1 }
    av_packet_rescale_ts(packet.pointer, timeBase, stream.pointee.time_base)
    let written = callLibrary {
      let code = av_interleaved_write_frame(context, packet.pointer)
      return code < 0 ? code : pendingError
    }
    try check(written, "writing")
  }

  /// Writes what comes after the last frame and closes the file.
  func finish() throws(VideoError) {
    let written = callLibrary {
      let code = av_write_trailer(context)
      avio_flush(context.pointee.pb)
      return code < 0 ? code : pendingError
    }
    try check(written, "finishing the file")
    try check(callLibrary { avio_closep(&context.pointee.pb) }, "closing the file")
  }

  /// Error from below the container: libavformat remembers it, but not all its writers report it.
  private var pendingError: Int32 { min(0, context.pointee.pb.pointee.error) }

  private func check(_ result: LibraryResult, _ operation: String) throws(VideoError) {
    guard result.failed else { return }
    if let number = result.systemError, operation == "opening the file" || FileError.isFull(number) {
      throw .file(target, number: number, reason: LibraryResult.text(of: result.code))
    }
    throw .failed(operation: "\(target): \(operation)", reason: result.reason)
  }

  /// In a format's muxer options: stands for the ticks per second of the file's clock.
  static let timescaleValue = "TIMESCALE"

  /// Ticks per second in which every frame time is whole. At least 10000, as libavformat wants it for MP4.
  static func timescale(of rate: AVRational) -> Int {
    var ticks = Int(rate.num)
    while ticks < 10_000 { ticks *= 2 }
    return ticks
  }
}
