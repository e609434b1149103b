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
public struct VideoWriter: ~Copyable, Sendable {
  /// Pixels per side that a video may have.
  public static let maximumSide = 16_384

  package let format: VideoFormat
  /// Makes converters.
  package let conversion: VideoConversion
  private let encoder: Encoder
  private let muxer: Muxer
  private var file: TemporaryFile
  private var converter: VideoConverter
  private var firstIndex = 0
  private var lastIndex = -1
  private var frames = 0
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
    let conversion = VideoConversion(pool: FramePool(width: width, height: height, format: format))
    let converter = try conversion.makeConverter()
    let file = try VideoWriter.makeFile(path)
    let muxer = try Muxer(format, path: file.path, target: path)
    try muxer.begin(format, encoder)
    self.format = format
    self.conversion = conversion
    self.encoder = encoder
    self.muxer = muxer
    self.file = file
    self.converter = converter
  }

  private static func makeFile(_ path: String) throws(VideoError) -> TemporaryFile {
    do throws(FileError) {
      return try TemporaryFile(target: path)
    } catch {
      throw .file(path, number: error.number, reason: error.reason)
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
    picture.pointee.pts = Int64(index - firstIndex)
    try encoder.send(picture)
    try writePackets()
    lastIndex = index
    frames += 1
    encodeSeconds += start.duration(to: clock.now) / .seconds(1)
  }

  /// Encodes what is still waiting, completes the file and gives it its name.
  ///
  /// Throws `noFrames` if nothing was appended. After any error no file is left.
  public consuming func finish() throws(VideoError) -> VideoReport {
    guard frames > 0 else { throw .noFrames(path: file.target) }
    let clock = ContinuousClock()
    let start = clock.now
    try encoder.send(nil)
    try writePackets()
    try muxer.finish()
    let bytes = file.size
    do throws(FileError) { try file.commit() } catch {
      throw .file(file.target, number: error.number, reason: error.reason)
    }
    encodeSeconds += start.duration(to: clock.now) / .seconds(1)
    return VideoReport(
      bytes: bytes, frames: frames, encodeSeconds: encodeSeconds, convertSeconds: converter.cpuSeconds)
  }

  private func writePackets() throws(VideoError) {
    while try encoder.receive() {
      try muxer.write(encoder.packet, timeBase: encoder.codec.pointer.pointee.time_base)
    }
  }
}

/// Result of writing a video.
public struct VideoReport: Sendable, Equatable {
  /// Size of the file.
  public let bytes: Int
  public let frames: Int
  /// Wall-clock seconds in `append` and `finish` without conversion: encoder and file. The encoder's own threads work
  /// in between too; their processor time is part of `CPUClock.processSeconds` alone.
  public let encodeSeconds: Double
  /// CPU seconds in the writer's own converter; other converters count their own.
  public let convertSeconds: Double
}
