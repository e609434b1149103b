import CStarmineFFmpeg
import Glibc
import StarmineGraphics

/// A container file that is being written: one video stream.
struct Muxer: ~Copyable, Sendable {
  // Sole owner; see Owners.swift.
  nonisolated(unsafe) let context: UnsafeMutablePointer<AVFormatContext>
  /// Where the bytes go; nil for a format that writes none.
  // Used by this muxer alone.
  private nonisolated(unsafe) let stream: LibraryStream?
  /// Name of the file in errors.
  let target: String

  /// - Parameters:
  ///   - file: nil for a format that writes nothing.
  ///   - target: the name it will have.
  init(_ format: VideoFormat, file: consuming OutputFile?, target: String) throws(VideoError) {
    var made: UnsafeMutablePointer<AVFormatContext>?
    let allocated = callLibrary { avformat_alloc_output_context2(&made, nil, format.container.muxer, nil) }
    guard let made else {
      throw .failed(operation: "opening the \(format.container.name) writer", reason: allocated.reason)
    }
    made.pointee.flags |= AVFMT_FLAG_BITEXACT
    context = made
    self.target = target
    stream = if let file { LibraryStream(file) } else { nil }
  }

  deinit {
    shim_free_io(context.pointee.pb)
    context.pointee.pb = nil
    avformat_free_context(context)
  }

  /// Whether what is written can be read again: not on a pipe.
  var canBeRead: Bool { stream?.canBeRead ?? false }

  /// Bytes that have been written so far, as far as the container has handed them on.
  var bytes: Int { stream?.size ?? 0 }

  static func needsGlobalHeader(_ format: VideoFormat) -> Bool {
    guard let found = av_guess_format(format.container.muxer, nil, nil) else { return false }
    return found.pointee.flags & AVFMT_GLOBALHEADER != 0
  }

  /// Describes the streams and writes what comes before the first frame.
  ///
  /// - Parameter sound: the encoder of a second stream.
  func begin(
    _ format: VideoFormat, _ encoder: borrowing Encoder, _ metadata: [String: String],
    sound: UnsafePointer<AVCodecContext>? = nil
  ) throws(VideoError) {
    try connect()
    guard let stream = avformat_new_stream(context, nil) else { throw .outOfMemory(operation: "opening \(target)") }
    let codec = encoder.codec.pointer
    stream.pointee.time_base = codec.pointee.time_base
    stream.pointee.avg_frame_rate = codec.pointee.framerate
    stream.pointee.sample_aspect_ratio = codec.pointee.sample_aspect_ratio
    if let sound { try addStream(sound) }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      av_dict_set(&context.pointee.metadata, key, value, 0)
    }
    let scale = String(Muxer.timescale(of: codec.pointee.framerate))
    for (name, value) in format.container.muxerOptions {
      av_dict_set(&options, name, value == Muxer.timescaleValue ? scale : value, 0)
    }
    let written = callLibrary {
      let code = avcodec_parameters_from_context(stream.pointee.codecpar, codec)
      if code < 0 { return code }
      if let hdr = format.hdr, format.container.keepsColor, !MasteringDisplay.describe(hdr, in: stream) {
        return shim_error_from_errno(ENOMEM)
      }
      if let tag = format.coding.tag { stream.pointee.codecpar.pointee.codec_tag = Muxer.tag(tag) }
      if format.hasAlpha { stream.pointee.codecpar.pointee.bits_per_coded_sample = Muxer.depthWithAlpha }
      return avformat_write_header(context, &options)
    }
    try check(written, "writing the header")
  }

  private func addStream(_ sound: UnsafePointer<AVCodecContext>) throws(VideoError) {
    guard let stream = avformat_new_stream(context, nil) else { throw .outOfMemory(operation: "opening \(target)") }
    stream.pointee.time_base = sound.pointee.time_base
    try check(callLibrary { avcodec_parameters_from_context(stream.pointee.codecpar, sound) }, "describing the sound")
  }

  /// Lets libavformat write, and read again, through our file alone: it opens none itself.
  func connect() throws(VideoError) {
    guard let stream else { return }
    guard let output = stream.makeOutput() else { throw .outOfMemory(operation: "opening \(target)") }
    context.pointee.pb = output
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    context.pointee.opaque = Unmanaged.passUnretained(stream).toOpaque()
    context.pointee.io_open = { context, input, _, flags, _ in
      guard flags & AVIO_FLAG_WRITE == 0, let made = LibraryStream.from(context?.pointee.opaque).makeInput() else {
        return shim_error_from_errno(EIO)
      }
      input?.pointee = made
      return 0
    }
    context.pointee.io_close2 = { _, input in
      if let input { LibraryInput.free(input) }
      return 0
    }
  }

  /// Writes one encoded frame, whose times are in frames, or a piece of sound into stream 1.
  func write(_ packet: borrowing OwnedPacket, timeBase: AVRational, stream index: Int = 0) throws(VideoError) {
    guard let stream = context.pointee.streams[index] else { return }
    packet.pointer.pointee.stream_index = Int32(index)
    // Encoders leave it open; the last frame of the file needs it.
    if packet.pointer.pointee.duration == 0 { packet.pointer.pointee.duration = 1 }
    av_packet_rescale_ts(packet.pointer, timeBase, stream.pointee.time_base)
    try check(callLibrary { av_interleaved_write_frame(context, packet.pointer) }, "writing")
  }

  /// QuickTime's depth of pixels with alpha, and of those without.
  static let depthWithAlpha: Int32 = 32
  static let depthWithoutAlpha: Int32 = 24

  /// Says in the file's index that no frame was transparent. Before `finish`.
  func markOpaque() {
    context.pointee.streams[0]?.pointee.codecpar.pointee.bits_per_coded_sample = Muxer.depthWithoutAlpha
  }

  /// Writes what comes after the last frame and hands out the complete file; nil for a format that writes none.
  func finish() throws(VideoError) -> OutputFile? {
    let written = callLibrary {
      let code = av_write_trailer(context)
      if let output = context.pointee.pb { avio_flush(output) }
      return code
    }
    try check(written, "finishing the file")
    return stream?.takeFile()
  }

  /// The same for frames of which it is known how bright they are.
  func finish(_ format: VideoFormat, _ light: LightLevel?) throws(VideoError) -> OutputFile? {
    guard let light, format.hdr?.curve == .pq, format.container.keepsLight, let stream = context.pointee.streams[0]
    else { return try finish() }
    guard MasteringDisplay.describe(light, in: stream) else { throw .outOfMemory(operation: "finishing the file") }
    guard var file = try finish() else { return nil }
    if stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC { try LightLevelPatch.apply(light, to: &file) }
    return file
  }

  /// An error from below the container comes first: libavformat remembers it, but not all its writers report it.
  func check(_ result: LibraryResult, _ operation: String) throws(VideoError) {
    if let number = stream?.failure, number != 0 {
      throw .file(FileError(path: target, number: number))
    }
    let pending = context.pointee.pb?.pointee.error ?? 0
    guard result.failed || pending < 0 else { return }
    let reason = result.failed ? result.reason : LibraryResult.text(of: pending)
    throw .failed(operation: "\(target): \(operation)", reason: reason)
  }

  /// Four characters as a number, the first one lowest.
  static func tag(_ text: String) -> UInt32 {
    text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// In a container's options: stands for the ticks per second of the file's clock.
  static let timescaleValue = "TIMESCALE"

  /// Ticks per second in which every frame time is whole. At least 10000, as libavformat wants it for MP4.
  static func timescale(of rate: AVRational) -> Int {
    var ticks = Int(rate.num)
    while ticks < 10_000 { ticks *= 2 }
    return ticks
  }
}
