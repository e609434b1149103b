import CStarmineFFmpeg
package import StarmineRaster

/// Writes frames into a video file, or into a file each.
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
  package let conversion: VideoConversion
  private(set) var encoder: Encoder
  /// Given back when the encoder is closed.
  private let turn: EncoderTurn?
  var output: FrameOutput
  private let path: String
  private let options: VideoOptions
  private var converter: VideoConverter
  private(set) var samples: FrameSamples
  private let frameRate: FrameRate
  /// Index of the first frame that the present encoder got.
  private var encoderStart = 0
  var times = PacketTimes()
  var firstIndex = 0
  var lastIndex = -1
  var frames = 0
  var isOpaque = true
  var light: LightLevel?
  private var cutFrames = 0
  private var encodeSeconds = 0.0

  /// Checks everything, creates the file and starts the encoder, so that what can fail fails before rendering.
  ///
  /// - Parameters:
  ///   - path: the file to make; an existing one is replaced by `finish`. For a sequence, a path with the place of the
  ///     number: `frame-%05d.png`.
  ///   - width: pixels.
  ///   - height: pixels.
  ///   - format: default: by the extension of `path`.
  package init(
    to path: String, width: Int, height: Int, frameRate: FrameRate, format: VideoFormat? = nil,
    options: VideoOptions = VideoOptions()
  ) throws(VideoError) {
    let chosen = if let format { format } else { try VideoFormat(forPath: path) }
    let format = chosen.fitting(path)
    try format.check(width: width, height: height)
    try format.check(frameRate)
    try options.check(for: format)
    let turn = EncoderTurn.take(for: format)
    let encoder = try Encoder(
      format, width: width, height: height, timing: StreamTiming(frameRate), options: options,
      needsGlobalHeader: Muxer.needsGlobalHeader(format))
    let conversion = try VideoConversion(try FramePool(width: width, height: height, format: format), options)
    let converter = try conversion.makeConverter()
    let output = try FrameOutput(format, encoder, path, options)
    self.format = format
    self.conversion = conversion
    samples = FrameSamples(format.baseLayer, isRead: output.canBeRead)
    self.output = output
    self.path = path
    self.options = options
    self.converter = converter
    self.frameRate = frameRate
    // x265 turns two frames round and does not say so before the first packet.
    let least = encoder.codec.pointer.pointee.codec_id == AV_CODEC_ID_HEVC ? 2 : 0
    let delay = max(Int(encoder.codec.pointer.pointee.has_b_frames), least)
    self.encoder = encoder
    self.turn = turn
    times.delay = delay
  }

  /// Converts and appends a frame.
  ///
  /// - Parameter index: the frame's number; its time is `index / frameRate`. Containers for players start with the
  ///   first frame at time zero, checksum files and sequences keep the number.
  package mutating func append(_ frame: borrowing PixelBuffer, at index: Int) throws(VideoError) {
    try append(converter.convert(frame, at: index), at: index)
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
    if frames == 0 && format.container.startsAtZero { firstIndex = index }
    try prepareEncoder(for: index)
    picture.pointee.pts = Int64(index - encoderStart)
    times.add(Int64(index - firstIndex))
    try samples.add(format.colors(of: frame.picture), order: frames, time: index - firstIndex)
    try encoder.send(frame.picture)
    try writePackets()
    isOpaque = isOpaque && frame.isOpaque
    light = frame.light?.joined(light) ?? light
    cutFrames += frame.isCut ? 1 : 0
    lastIndex = index
    frames += 1
    try writeSound()
    try checkLength(output.bytes)
    encodeSeconds += start.duration(to: clock.now) / .seconds(1)
  }

  /// A new encoder where the format wants one, so that what follows is the same wherever the movie began.
  private mutating func prepareEncoder(for index: Int) throws(VideoError) {
    if frames == 0 { encoderStart = index }
    guard frames > 0, format.restarts(between: lastIndex, and: index) else { return }
    try encoder.sendEnd()
    try writePackets()
    encoder = try Encoder(
      format, width: conversion.pool.width, height: conversion.pool.height, timing: StreamTiming(frameRate),
      options: options, needsGlobalHeader: Muxer.needsGlobalHeader(format))
    encoderStart = index
  }

  /// Writes the sound up to the end of the last frame.
  mutating func writeSound() throws(VideoError) {
    let rate = encoder.codec.pointer.pointee.framerate
    try output.writeSound(until: Double(lastIndex + 1 - firstIndex) * Double(rate.den) / Double(rate.num))
  }

  /// Encodes what is still waiting, completes the file, opens it again to see whether it holds what was meant, and
  /// gives it its name.
  ///
  /// Throws `noFrames` if nothing was appended. After any error no file is left.
  package consuming func finish() throws(VideoError) -> VideoReport {
    guard frames > 0 else { throw .noFrames(path: path) }
    let clock = ContinuousClock()
    let start = clock.now
    try encoder.sendEnd()
    try writePackets()
    try output.writeSound(until: nil)
    let check = check
    // Of a movie's memory the encoder has the most, and looking at the file takes some more.
    Encoder.close(encoder)
    let (bytes, others) = try output.finish(check, light) { [frames, options, path] (bytes) throws(VideoError) in
      try options.checkLength(bytes, frames: frames, path: path)
    }
    encodeSeconds += start.duration(to: clock.now) / .seconds(1)
    return VideoReport(
      bytes: bytes, frames: frames, isOpaque: isOpaque, light: light, otherFiles: others,
      encodeSeconds: encodeSeconds, convertSeconds: converter.cpuSeconds, cutFrames: cutFrames)
  }

  private func checkLength(_ bytes: Int) throws(VideoError) {
    try options.checkLength(bytes, frames: frames, path: path)
  }

  private var check: VideoCheck {
    let codec = encoder.codec.pointer.pointee
    let rate = codec.framerate
    return VideoCheck(
      format: format.baseLayer, codec: codec.codec_id, width: conversion.pool.width, height: conversion.pool.height,
      frames: frames, seconds: Double(lastIndex - firstIndex + 1) * Double(rate.den) / Double(rate.num),
      frameRate: Double(rate.num) / Double(rate.den), isOpaque: isOpaque, samples: samples,
      soundSeconds: options.sound.map { Double($0.count) / Double(Sound.rate) },
      // More than `verify` allows: a false alarm would cost the movie.
      tolerance: 1.5
        * format.tolerance(width: conversion.pool.width, height: conversion.pool.height, crf: options.crf), target: path
    )
  }

  private mutating func writePackets() throws(VideoError) {
    while try encoder.receive() {
      encoder.packet.pointer.pointee.pts += Int64(encoderStart - firstIndex)
      encoder.packet.pointer.pointee.dts = times.next()
      // A segment's container does not keep this flag, and the joined file must be the same as the whole one.
      encoder.packet.pointer.pointee.flags &= ~AV_PKT_FLAG_DISPOSABLE
      try output.write(encoder.packet, encoder.codec.pointer.pointee.time_base, samples)
    }
  }
}
