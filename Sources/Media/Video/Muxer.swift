import CStarmineFFmpeg
import Glibc
import StarmineGraphics

struct Muxer: ~Copyable, Sendable {
  private let output: MediaOutput
  /// Output file; nil for a format without output.
  // Used only by this muxer.
  private nonisolated(unsafe) let stream: LibraryStream?
  let target: String

  /// - Parameters:
  ///   - file: nil for a format without output.
  ///   - target: the final name.
  init(_ format: VideoFormat, file: consuming OutputFile?, target: String) throws(VideoError) {
    let stream: LibraryStream? = if let file { LibraryStream(file) } else { nil }
    do throws(MediaContainer.OpenError) { output = try MediaOutput(format.container.muxer, to: stream) } catch {
      let reason = if case .library(let result) = error { result.reason } else { "there is not enough memory" }
      throw .failed(operation: "opening the \(format.container.name) writer", reason: reason)
    }
    (self.stream, self.target) = (stream, target)
  }

  /// Whether the output can be read again. Not for a pipe.
  var canBeRead: Bool { stream?.canBeRead ?? false }

  /// Number of bytes that the container has written so far.
  var bytes: Int { stream?.size ?? 0 }

  static func needsGlobalHeader(_ format: VideoFormat) -> Bool {
    guard let found = av_guess_format(format.container.muxer, nil, nil) else { return false }
    return found.pointee.flags & AVFMT_GLOBALHEADER != 0
  }

  func begin(
    _ format: VideoFormat, _ encoder: borrowing Encoder, _ metadata: [String: String]
  ) throws(VideoError) {
    try begin(format, encoder, metadata) {}
  }

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

  /// Adds the video and other streams, and writes the header.
  func begin(
    _ format: VideoFormat, _ encoder: borrowing Encoder, tick: AVRational,
    adding: (borrowing MediaOutput) throws(VideoError) -> Void
  ) throws(VideoError) {
    let stream = try addPictures(encoder, tick: tick)
    try describe(stream, format, encoder, "describing the pictures")
    try adding(output)
    // The clock of a video can be fast. Whole multiples keep every time exact.
    try writeHeader(format, timescale: Muxer.timescale(of: tick.inverse))
  }

  /// Writes an encoded frame, with times in frames, or a piece of sound to stream 1.
  func write(_ packet: borrowing OwnedPacket, timeBase: AVRational, stream index: Int = 0) throws(VideoError) {
    guard let stream = output.stream(index) else { return }
    packet.pointer.pointee.stream_index = Int32(index)
    // Encoders omit it, and the last frame of the file needs it.
    if packet.pointer.pointee.duration == 0 { packet.pointer.pointee.duration = 1 }
    av_packet_rescale_ts(packet.pointer, timeBase, stream.tick)
    try check(output.write(packet), "writing")
  }

  /// QuickTime's pixel depth with and without alpha.
  static let depthWithAlpha: Int32 = 32
  static let depthWithoutAlpha: Int32 = 24

  /// Marks all frames as opaque in the index of the file. Call it before `finish`.
  func markOpaque() {
    output.stream(0)?.setDepth(Muxer.depthWithoutAlpha)
  }

  /// Writes the trailer and returns the complete file; nil for a format without output.
  func finish() throws(VideoError) -> OutputFile? {
    try check(output.writeTrailer(), "finishing the file")
    return stream?.takeFile()
  }

  func finish(_ format: VideoFormat, _ light: LightLevel?) throws(VideoError) -> OutputFile? {
    guard let light, format.hdr?.curve == .pq, format.container.keepsLight, let stream = output.stream(0)
    else { return try finish() }
    guard MasteringDisplay.describe(light, in: stream) else { throw .outOfMemory(operation: "finishing the file") }
    guard var file = try finish() else { return nil }
    if stream.parameters.codec_id == AV_CODEC_ID_HEVC { try LightLevelPatch.apply(light, to: &file) }
    return file
  }

  /// Reports an error of the file first: libavformat stores it, but some writers do not report it.
  func check(_ result: LibraryResult, _ operation: String) throws(VideoError) {
    if let number = stream?.failure, number != 0 {
      throw .file(FileError(path: target, number: number))
    }
    let pending = output.pendingError
    guard result.failed || pending < 0 else { return }
    let reason = result.failed ? result.reason : LibraryResult.text(of: pending)
    throw .failed(operation: "\(target): \(operation)", reason: reason)
  }

  static func tag(_ text: String) -> UInt32 {
    text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  static func text(ofTag tag: UInt32) -> String { String(decoding: letters(ofTag: tag), as: UTF8.self) }
  static func letters(ofTag tag: UInt32) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: tag >> $0) } }

  /// Placeholder in a container's options for the ticks per second of the file's clock.
  static let timescaleValue = "TIMESCALE"

  /// Ticks per second for which every frame time is an integer. At least 10000, as libavformat requires for MP4.
  static func timescale(of rate: AVRational) -> Int {
    var ticks = Int(rate.num)
    while ticks < 10_000 { ticks *= 2 }
    return ticks
  }
}
