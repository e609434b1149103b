import CStarmineFFmpeg
import Glibc
import StarmineGraphics

/// A container file that is being written: one video stream.
struct Muxer: ~Copyable, Sendable {
  private let output: MediaOutput
  /// Where the bytes go; nil for a format that writes none.
  // Used by this muxer alone.
  private nonisolated(unsafe) let stream: LibraryStream?
  /// Name of the file in errors.
  let target: String

  /// - Parameters:
  ///   - file: nil for a format that writes nothing.
  ///   - target: the name it will have.
  init(_ format: VideoFormat, file: consuming OutputFile?, target: String) throws(VideoError) {
    let stream: LibraryStream? = if let file { LibraryStream(file) } else { nil }
    do throws(MediaContainer.OpenError) { output = try MediaOutput(format.container.muxer, to: stream) } catch {
      let reason = if case .library(let result) = error { result.reason } else { "there is not enough memory" }
      throw .failed(operation: "opening the \(format.container.name) writer", reason: reason)
    }
    (self.stream, self.target) = (stream, target)
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
  func begin(
    _ format: VideoFormat, _ encoder: borrowing Encoder, _ metadata: [String: String]
  ) throws(VideoError) {
    try begin(format, encoder, metadata) {}
  }

  /// The same with a second stream.
  func begin(
    _ format: VideoFormat, _ encoder: borrowing Encoder, _ metadata: [String: String], sound: borrowing OwnedCodec
  ) throws(VideoError) {
    try begin(format, encoder, metadata) { () throws(VideoError) in
      let stream = try addStream()
      stream.setTick(sound.pointer.pointee.time_base)
      try check(stream.take(sound), "describing the sound")
    }
  }

  private func begin(
    _ format: VideoFormat, _ encoder: borrowing Encoder, _ metadata: [String: String],
    _ addSound: () throws(VideoError) -> Void
  ) throws(VideoError) {
    let codec = encoder.codec.pointer.pointee
    let stream = try addPictures(encoder, tick: codec.time_base)
    try addSound()
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { output.set(key, value) }
    try describe(stream, format, encoder, "writing the header")
    try writeHeader(format, timescale: Muxer.timescale(of: codec.framerate))
  }

  private func addStream() throws(VideoError) -> MediaStream {
    guard let stream = output.addStream() else { throw .outOfMemory(operation: "opening \(target)") }
    return stream
  }

  private func addPictures(_ encoder: borrowing Encoder, tick: AVRational) throws(VideoError) -> MediaStream {
    guard output.connect() else { throw .outOfMemory(operation: "opening \(target)") }
    let stream = try addStream()
    stream.setClock(tick, encoder.codec)
    return stream
  }

  private func describe(
    _ stream: MediaStream, _ format: VideoFormat, _ encoder: borrowing Encoder, _ operation: String
  ) throws(VideoError) {
    try check(stream.take(encoder.codec), operation)
    if let hdr = format.hdr, format.container.keepsColor, !MasteringDisplay.describe(hdr, in: stream) {
      throw .outOfMemory(operation: operation)
    }
    if let tag = format.coding.tag { stream.setTag(Muxer.tag(tag)) }
    if format.hasAlpha, !format.hasAlphaLayer { stream.setDepth(Muxer.depthWithAlpha) }
  }

  private func writeHeader(_ format: VideoFormat, timescale: Int) throws(VideoError) {
    let settings = format.container.muxerOptions.map { name, value in
      (name: name, value: value == Muxer.timescaleValue ? "\(timescale)" : value)
    }
    try check(output.writeHeader(settings), "writing the header")
  }

  /// Describes pictures and what is added beside them, and writes what comes before the first frame.
  func begin(
    _ format: VideoFormat, _ encoder: borrowing Encoder, tick: AVRational,
    adding: (borrowing MediaOutput) throws(VideoError) -> Void
  ) throws(VideoError) {
    let stream = try addPictures(encoder, tick: tick)
    try describe(stream, format, encoder, "describing the pictures")
    try adding(output)
    // A clip's clock ticks as often as it likes; whole multiples keep every time.
    try writeHeader(format, timescale: Muxer.timescale(of: tick.inverse))
  }

  /// Writes one encoded frame, whose times are in frames, or a piece of sound into stream 1.
  func write(_ packet: borrowing OwnedPacket, timeBase: AVRational, stream index: Int = 0) throws(VideoError) {
    guard let stream = output.stream(index) else { return }
    packet.pointer.pointee.stream_index = Int32(index)
    // Encoders leave it open; the last frame of the file needs it.
    if packet.pointer.pointee.duration == 0 { packet.pointer.pointee.duration = 1 }
    av_packet_rescale_ts(packet.pointer, timeBase, stream.tick)
    try check(output.write(packet), "writing")
  }

  /// QuickTime's depth of pixels with alpha, and of those without.
  static let depthWithAlpha: Int32 = 32
  static let depthWithoutAlpha: Int32 = 24

  /// Says in the file's index that no frame was transparent. Before `finish`.
  func markOpaque() {
    output.stream(0)?.setDepth(Muxer.depthWithoutAlpha)
  }

  /// Writes what comes after the last frame and hands out the complete file; nil for a format that writes none.
  func finish() throws(VideoError) -> OutputFile? {
    try check(output.writeTrailer(), "finishing the file")
    return stream?.takeFile()
  }

  /// The same for frames of which it is known how bright they are.
  func finish(_ format: VideoFormat, _ light: LightLevel?) throws(VideoError) -> OutputFile? {
    guard let light, format.hdr?.curve == .pq, format.container.keepsLight, let stream = output.stream(0)
    else { return try finish() }
    guard MasteringDisplay.describe(light, in: stream) else { throw .outOfMemory(operation: "finishing the file") }
    guard var file = try finish() else { return nil }
    if stream.parameters.codec_id == AV_CODEC_ID_HEVC { try LightLevelPatch.apply(light, to: &file) }
    return file
  }

  /// An error from below the container comes first: libavformat remembers it, but not all its writers report it.
  func check(_ result: LibraryResult, _ operation: String) throws(VideoError) {
    if let number = stream?.failure, number != 0 {
      throw .file(FileError(path: target, number: number))
    }
    let pending = output.pendingError
    guard result.failed || pending < 0 else { return }
    let reason = result.failed ? result.reason : LibraryResult.text(of: pending)
    throw .failed(operation: "\(target): \(operation)", reason: reason)
  }

  /// Four characters as a number, the first one lowest.
  static func tag(_ text: String) -> UInt32 {
    text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The four characters of a number.
  static func text(ofTag tag: UInt32) -> String { String(decoding: letters(ofTag: tag), as: UTF8.self) }
  static func letters(ofTag tag: UInt32) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: tag >> $0) } }

  /// In a container's options: stands for the ticks per second of the file's clock.
  static let timescaleValue = "TIMESCALE"

  /// Ticks per second in which every frame time is whole. At least 10000, as libavformat wants it for MP4.
  static func timescale(of rate: AVRational) -> Int {
    var ticks = Int(rate.num)
    while ticks < 10_000 { ticks *= 2 }
    return ticks
  }
}
