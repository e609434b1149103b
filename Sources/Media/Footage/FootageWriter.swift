import CStarmineFFmpeg
import StarmineGraphics

/// Writes a video with other frames. Times, pixel aspect ratio and all other streams are kept.
///
/// Like `VideoWriter`, it checks everything before the first frame, and the file gets its name when it is complete.
package struct FootageWriter: ~Copyable, Sendable {
  package let conversion: FootageConversion
  /// Notes on properties of the video that the file loses or changes.
  package let remarks: [String]
  private var encoder: Encoder
  /// Released when the encoder is closed.
  private let turn: EncoderTurn?
  private let muxer: Muxer
  private var streams: FootageStreams
  private let path: String
  private let shift: Int64
  private var times: [Int64] = []
  private var isOpaque = true
  /// Light level of all frames so far, in HDR files.
  private var light: LightLevel?
  private var encodeSeconds = 0.0

  /// - Parameter format: a format whose container supports sound.
  /// - Parameter options: encoder options. The metadata are those of the video.
  ///
  /// Errors: `footage`, and those of `VideoWriter`.
  package init(
    to path: String, over footage: Footage, format: VideoFormat, options: VideoOptions
  ) throws(VideoError) {
    try FootageWriter.check(format)
    try options.check(for: format)
    let conversion = try FootageConversion(footage, format, options)
    let format = conversion.format
    let streams = try FootageStreams(of: footage, for: format)
    let turn = EncoderTurn.take(for: format)
    let encoder = try Encoder(
      format, width: conversion.pool.width, height: conversion.pool.height, timing: StreamTiming(footage),
      options: options, needsGlobalHeader: Muxer.needsGlobalHeader(format))
    let muxer = try Muxer(format, file: try FootageWriter.makeFile(path, format, options.scope), target: path)
    try muxer.begin(format, encoder, tick: footage.tick) { (output: borrowing MediaOutput) throws(VideoError) in
      try streams.describe(in: output, keepsSamples: conversion.pixels == nil)
    }
    remarks = (conversion.remarks + streams.remarks).map { "\(path): \($0)" }
    shift = av_rescale_q(streams.shift, AVRational(num: 1, den: AV_TIME_BASE), footage.tick)
    self.conversion = conversion
    self.encoder = encoder
    self.turn = turn
    self.muxer = muxer
    self.streams = streams
    self.path = path
  }

  /// The notes without writing a file.
  ///
  /// Errors: errors of writing that are known before the first frame.
  package static func remarks(
    on path: String, over footage: Footage, format: VideoFormat, options: VideoOptions
  ) throws(VideoError) -> [String] {
    let conversion = try FootageConversion(footage, format, options)
    let streams = try FootageStreams(of: footage, for: conversion.format)
    return (conversion.remarks + streams.remarks).map { "\(path): \($0)" }
  }

  /// Errors: `footage(.unsuitableFormat)` for a format that cannot store the parts of a video.
  package static func check(_ format: VideoFormat) throws(VideoError) {
    guard format.keepsSound else {
      throw .footage(.unsuitableFormat(format: format.name, instead: VideoFormat.all.filter(\.keepsSound).map(\.key)))
    }
  }

  private static func makeFile(
    _ path: String, _ format: VideoFormat, _ scope: FileScope
  ) throws(VideoError) -> OutputFile? {
    do throws(FileError) {
      return try OutputFile(path, in: scope, isSeekable: format.needsSeeking)
    } catch {
      throw .file(error)
    }
  }

  /// Appends a frame of this writer's `conversion`. All frames must come in order.
  /// - Parameter index: frame number in the video.
  package mutating func append(_ frame: consuming VideoFrame, at index: Int) throws(VideoError) {
    guard index == times.count else { throw .indexNotIncreasing(index: index, previous: times.count - 1) }
    let start = ContinuousClock.now
    if !frame.isOpaque { isOpaque = false }
    light = frame.light?.joined(light) ?? light
    let picture = frame.picture.pointer
    // A frame may be used twice if the decoder returned none for a time.
    picture.pointee.pts = conversion.footage.index.times[index] - shift
    times.append(picture.pointee.pts)
    try encoder.send(frame.picture)
    try writePackets()
    encodeSeconds += (ContinuousClock.now - start) / .seconds(1)
  }

  private mutating func writePackets() throws(VideoError) {
    let footage = conversion.footage
    while try encoder.receive() {
      let packet = encoder.packet.pointer
      let number = footage.index.frame(at: packet.pointee.pts + shift)
      packet.pointee.duration = footage.index.duration(ofFrame: number)
      try streams.write(until: footage.seconds(packet.pointee.dts), to: muxer)
      try muxer.write(encoder.packet, timeBase: footage.tick)
    }
  }

  /// Encodes remaining frames, copies the rest of the video, checks the file and renames it.
  package consuming func finish() throws(VideoError) -> VideoReport {
    guard !times.isEmpty else { throw .noFrames(path: path) }
    let start = ContinuousClock.now
    try encoder.sendEnd()
    try writePackets()
    try streams.write(until: nil, to: muxer)
    let footage = conversion.footage
    let check = FootageCheck(
      format: conversion.format, times: times.map { footage.seconds($0 - times[0]) }, soundEnds: streams.ends,
      target: path)
    if isOpaque, conversion.format.coding.depthFollowsAlpha { muxer.markOpaque() }
    let bytes = try FootageWriter.complete(try muxer.finish(conversion.format, light), check)
    encodeSeconds += (ContinuousClock.now - start) / .seconds(1)
    return VideoReport(
      bytes: bytes, frames: times.count, isOpaque: isOpaque, light: light, otherFiles: [], encodeSeconds: encodeSeconds,
      convertSeconds: 0)
  }

  /// - Returns: number of bytes.
  private static func complete(_ file: consuming OutputFile?, _ check: FootageCheck) throws(VideoError) -> Int {
    guard let file else { return 0 }
    let content: FileContent?
    do throws(FileError) { content = try file.content() } catch { throw .file(error) }
    if let content { try check.run(content) }
    do throws(FileError) { return try file.commit() } catch { throw .file(error) }
  }
}

extension StreamTiming {
  init(_ footage: Footage) {
    let aspect = footage.turn.swapsSides ? footage.pixelAspect.inverse : footage.pixelAspect
    // Higher rates are only clock ticks.
    let mean = min(max(footage.framesPerSecond, 0.001), 1000)
    self.init(tick: footage.tick, rate: av_d2q(mean, 1_000_000), pixelAspect: aspect)
  }
}

/// Checks the properties of a written video by opening it again.
struct FootageCheck {
  let format: VideoFormat
  let times: [Double]
  /// End of copied sound in seconds, by stream number.
  let soundEnds: [Int: Double]
  let target: String

  func run(_ content: FileContent) throws(VideoError) {
    guard case .container(let demuxer) = format.container.reading else { return }
    let file = try MediaInput(content, demuxer: demuxer, target: target)
    let stream = try file.videoStream()
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(target)") }
    var found: [Int64] = []
    var ends: [Int: Double] = [:]
    while try file.read(packet) {
      let data = packet.pointer.pointee
      if data.flags & AV_PKT_FLAG_CORRUPT != 0 { throw broken("frame \(found.count) is damaged") }
      if data.stream_index == stream.index {
        found.append(data.pts)
      } else {
        let number = Int(data.stream_index)
        ends[number] = max(ends[number] ?? 0, file.seconds(data.pts + data.duration, stream: data.stream_index))
      }
    }
    try compare(found.sorted(), stream.tick)
    for (number, end) in soundEnds where abs((ends[number] ?? 0) - end) > 0.25 {
      throw broken("its stream \(number) ends after \(ends[number] ?? 0) s instead of \(end) s")
    }
  }

  private func compare(_ found: [Int64], _ tick: AVRational) throws(VideoError) {
    guard found.count == times.count, let first = found.first else {
      throw broken("it has \(found.count) frames instead of \(times.count)")
    }
    let clock = Double(tick.num) / Double(tick.den)
    for (number, pair) in zip(found, times).enumerated() {
      let time = Double(pair.0 - first) * clock
      guard abs(time - pair.1) <= max(clock, 2 * format.container.timeError) else {
        throw broken("frame \(number) starts at \(time) s instead of \(pair.1) s")
      }
    }
  }

  private func broken(_ reason: String) -> VideoError { .notAsWritten(path: target, reason: reason) }
}
