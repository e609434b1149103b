import CStarmineFFmpeg
package import StarmineRaster

/// Writes frames into a video file.
///
/// The file grows under a hidden name beside its target and takes the target's name in `finish`. Dropping the writer
/// before that, after an error or on purpose, removes it. Frames are converted by `VideoConverter`s, on as many threads
/// as one likes, and appended in order from one thread:
///
///     var writer = try VideoWriter(to: "a.mp4", width: 1920, height: 1080, frameRate: FrameRate(60))
///     var converter = try writer.conversion.makeConverter()
///     try writer.append(converter.convert(pixels), at: 0)
///     let report = try writer.finish()
package struct VideoWriter: ~Copyable, Sendable {
  /// Pixels per side that a video may have.
  package static let maximumSide = 16_384

  package let format: VideoFormat
  /// Makes converters.
  package let conversion: VideoConversion
  private(set) var encoder: Encoder
  let muxer: Muxer
  let path: String
  private var converter: VideoConverter
  private let frameRate: FrameRate
  private let options: VideoOptions
  /// Index of the first frame that the present encoder got.
  private var encoderStart = 0
  var times = PacketTimes()
  var firstIndex = 0
  var lastIndex = -1
  var frames = 0
  private var encodeSeconds = 0.0

  /// Checks everything, creates the file and starts the encoder, so that what can fail fails before rendering.
  ///
  /// - Parameters:
  ///   - path: the file to make; an existing one is replaced by `finish`.
  ///   - width: pixels.
  ///   - height: pixels.
  ///   - format: default: by the extension of `path`.
  package init(
    to path: String, width: Int, height: Int, frameRate: FrameRate, format: VideoFormat? = nil,
    options: VideoOptions = VideoOptions()
  ) throws(VideoError) {
    let format = if let format { format } else { try VideoFormat(forPath: path) }
    try format.check(width: width, height: height)
    guard frameRate.isUsable else {
      throw .invalidFrameRate(numerator: frameRate.numerator, denominator: frameRate.denominator)
    }
    try options.check()
    let encoder = try Encoder(
      format, width: width, height: height, frameRate: frameRate, options: options,
      needsGlobalHeader: Muxer.needsGlobalHeader(format))
    let conversion = VideoConversion(pool: try FramePool(width: width, height: height, format: format))
    let converter = try conversion.makeConverter()
    let muxer = try Muxer(format, file: try VideoWriter.makeFile(path, format), target: path)
    try muxer.begin(format, encoder, options.metadata)
    self.format = format
    self.conversion = conversion
    self.muxer = muxer
    self.path = path
    self.converter = converter
    (self.frameRate, self.options) = (frameRate, options)
    let delay = Int(encoder.codec.pointer.pointee.has_b_frames)
    self.encoder = encoder
    times.delay = delay
  }

  private static func makeFile(_ path: String, _ format: VideoFormat) throws(VideoError) -> OutputFile? {
    guard format.keepsFrames else { return nil }
    do throws(FileError) {
      return try OutputFile(path, isSeekable: format.needsSeeking)
    } catch {
      throw .file(error)
    }
  }

  /// Converts and appends a frame.
  ///
  /// - Parameter index: the frame's number; its time is `index / frameRate`. Containers for players start with the
  ///   first frame at time zero, checksum files keep the number.
  package mutating func append(_ frame: borrowing PixelBuffer, at index: Int) throws(VideoError) {
    try append(converter.convert(frame), at: index)
  }

  /// Appends a converted frame, which must come from this writer's `conversion`.
  package mutating func append(_ frame: consuming VideoFrame, at index: Int) throws(VideoError) {
    guard index > lastIndex else { throw .indexNotIncreasing(index: index, previous: lastIndex) }
    let picture = frame.picture.pointer
    let pool = conversion.pool
    guard
      picture.pointee.width == pool.width && picture.pointee.height == pool.height
        && picture.pointee.format == format.pixelFormat.rawValue
    else {
      throw .wrongFrameSize(
        width: Int(picture.pointee.width), height: Int(picture.pointee.height), expectedWidth: pool.width,
        expectedHeight: pool.height)
    }
    let clock = ContinuousClock()
    let start = clock.now
    if frames == 0 && format.startsAtZero { firstIndex = index }
    try prepareEncoder(for: index)
    picture.pointee.pts = Int64(index - encoderStart)
    times.add(Int64(index - firstIndex))
    try encoder.send(picture)
    try writePackets()
    lastIndex = index
    frames += 1
    encodeSeconds += start.duration(to: clock.now) / .seconds(1)
  }

  /// A new encoder where the format wants one, so that what follows is the same wherever the movie began.
  private mutating func prepareEncoder(for index: Int) throws(VideoError) {
    if frames == 0 { encoderStart = index }
    guard frames > 0, format.restarts(between: lastIndex, and: index) else { return }
    try encoder.send(nil)
    try writePackets()
    encoder = try Encoder(
      format, width: conversion.pool.width, height: conversion.pool.height, frameRate: frameRate, options: options,
      needsGlobalHeader: Muxer.needsGlobalHeader(format))
    encoderStart = index
  }

  /// Encodes what is still waiting, completes the file, opens it again to see whether it holds what was meant, and
  /// gives it its name.
  ///
  /// Throws `noFrames` if nothing was appended. After any error no file is left.
  package consuming func finish() throws(VideoError) -> VideoReport {
    guard frames > 0 else { throw .noFrames(path: path) }
    let clock = ContinuousClock()
    let start = clock.now
    try encoder.send(nil)
    try writePackets()
    let bytes = try complete(try muxer.finish())
    encodeSeconds += start.duration(to: clock.now) / .seconds(1)
    return VideoReport(
      bytes: bytes, frames: frames, encodeSeconds: encodeSeconds, convertSeconds: converter.cpuSeconds)
  }

  /// - Returns: bytes in the file.
  private func complete(_ file: consuming OutputFile?) throws(VideoError) -> Int {
    guard let file else { return 0 }
    let content: FileContent?
    do throws(FileError) { content = try file.content() } catch { throw .file(error) }
    if let content { try check.run(content) }
    do throws(FileError) { return try file.commit() } catch { throw .file(error) }
  }

  private var check: VideoCheck {
    let codec = encoder.codec.pointer.pointee
    let rate = codec.framerate
    return VideoCheck(
      format: format, codec: codec.codec_id, width: conversion.pool.width, height: conversion.pool.height,
      frames: frames, seconds: Double(lastIndex - firstIndex + 1) * Double(rate.den) / Double(rate.num), target: path)
  }

  private mutating func writePackets() throws(VideoError) {
    while try encoder.receive() {
      encoder.packet.pointer.pointee.pts += Int64(encoderStart - firstIndex)
      encoder.packet.pointer.pointee.dts = times.next()
      try muxer.write(encoder.packet, timeBase: encoder.codec.pointer.pointee.time_base)
    }
  }
}

/// Result of writing a video.
package struct VideoReport: Sendable, Equatable {
  /// Size of the file.
  package let bytes: Int
  package let frames: Int
  /// Wall-clock seconds in `append` and `finish` without conversion: encoder and file. The encoder's own threads work
  /// in between too; their processor time is part of `CPUClock.processSeconds` alone.
  package let encodeSeconds: Double
  /// CPU seconds in the writer's own converter; other converters count their own.
  package let convertSeconds: Double
}
