import CStarmineFFmpeg
package import StarmineRaster

/// Writes frames to a video file, or to a file per frame.
///
/// The file has a hidden name next to its target until `finish` renames it. If the writer is dropped before, the file
/// is removed. `VideoConverter`s convert frames on any number of threads. One thread appends them in order:
///
///     var writer = try VideoWriter(to: "a.mp4", width: 1920, height: 1080, frameRate: FrameRate(60))
///     var converter = try writer.conversion.makeConverter()
///     try writer.append(converter.convert(pixels), at: 0)
///     let report = try writer.finish()
package struct VideoWriter: ~Copyable, Sendable {
  /// Pixels.
  package static let maximumSide = 16_384

  package let format: VideoFormat
  package let conversion: VideoConversion
  private(set) var encoder: Encoder
  /// Released when the encoder is closed.
  private let turn: EncoderTurn?
  var output: FrameOutput
  private let path: String
  private let options: VideoOptions
  private var converter: VideoConverter
  private(set) var samples: FrameSamples
  private let frameRate: FrameRate
  private var encoderStart = 0
  var times = PacketTimes()
  var firstIndex = 0
  var lastIndex = -1
  var frames = 0
  var isOpaque = true
  var light: LightLevel?
  private var cutFrames = 0
  private var encodeSeconds = 0.0

  /// Checks everything, creates the file and starts the encoder, so that errors occur before rendering.
  /// - Parameters:
  ///   - path: output file. `finish` replaces an existing one. For a sequence, a path with a number placeholder:
  ///     `frame-%05d.png`.
  ///   - width: width in pixels.
  ///   - height: height in pixels.
  ///   - format: nil: by the extension of `path`.
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
    // x265 reorders two frames without reporting it before the first packet.
    let least = encoder.codec.pointer.pointee.codec_id == AV_CODEC_ID_HEVC ? 2 : 0
    let delay = max(Int(encoder.codec.pointer.pointee.has_b_frames), least)
    self.encoder = encoder
    self.turn = turn
    times.delay = delay
  }

  /// Converts and appends a frame.
  /// - Parameter index: frame number. Its time is `index / frameRate`. Containers for players start the first frame at
  ///   time 0; checksum files and sequences keep the number.
  package mutating func append(_ frame: borrowing PixelBuffer, at index: Int) throws(VideoError) {
    try append(converter.convert(frame, at: index), at: index)
  }

  /// Appends a converted frame of this writer's `conversion`.
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

  /// Restarts the encoder where the format requires it, so that the result does not depend on the start of the movie.
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

  mutating func writeSound() throws(VideoError) {
    let rate = encoder.codec.pointer.pointee.framerate
    try output.writeSound(until: Double(lastIndex + 1 - firstIndex) * Double(rate.den) / Double(rate.num))
  }

  /// Encodes the remaining frames, completes the file, checks it by opening it, and renames it.
  ///
  /// Throws `noFrames` if nothing was appended. After an error no file remains.
  package consuming func finish() throws(VideoError) -> VideoReport {
    guard frames > 0 else { throw .noFrames(path: path) }
    let clock = ContinuousClock()
    let start = clock.now
    try encoder.sendEnd()
    try writePackets()
    try output.writeSound(until: nil)
    let check = check
    // The encoder uses most of the memory, and checking the file needs more.
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
      // More than in `verify`, because a false alarm would lose the movie.
      tolerance: 1.5
        * format.tolerance(width: conversion.pool.width, height: conversion.pool.height, crf: options.crf), target: path
    )
  }

  private mutating func writePackets() throws(VideoError) {
    while try encoder.receive() {
      encoder.packet.pointer.pointee.pts += Int64(encoderStart - firstIndex)
      encoder.packet.pointer.pointee.dts = times.next()
      // A segment's container does not store this flag, and the joined file must equal the complete one.
      encoder.packet.pointer.pointee.flags &= ~AV_PKT_FLAG_DISPOSABLE
      try output.write(encoder.packet, encoder.codec.pointer.pointee.time_base, samples)
    }
  }
}
