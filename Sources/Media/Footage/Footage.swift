import CStarmineFFmpeg
public import StarmineGraphics
import Synchronization

/// An open video file with frames by time, in any order and on any thread.
///
/// A frame depends only on the file and the time. The last decoded frames are cached within limits, so that
/// neighbouring frames are fast.
public final class Footage: Sendable {
  /// Maximum number of frames: nine hours at 60 frames per second.
  public static let maximumFrames = 1 << 21
  /// Maximum bytes of decoded frames in the cache, and twice the bytes of images. If memory is short, 16 videos use
  /// three quarters of it.
  private static let frameMemory = 128 << 20

  /// The file, as it was named.
  public let path: String
  let scope: FileScope
  /// Width in square pixels after rotation.
  public let width: Int
  /// Height in square pixels after rotation.
  public let height: Int
  let index: FootageIndex
  let turn: ImageRotation
  package let traits: FootageTraits
  /// Pixel aspect ratio of the file before rotation.
  let pixelAspect: AVRational
  /// Seconds per tick.
  let tick: AVRational
  /// Size of a frame after rotation, before conversion to square pixels.
  package let pixelSize: (width: Int, height: Int)
  package let frameBytes: Int
  /// Whether images also have float pixels, because the video is HDR.
  package let keepsLight: Bool

  private let state: Mutex<State>
  private let images: Mutex<BoundedFrames<CGImage>>

  private struct State: ~Copyable, Sendable {
    var decoder: FootageDecoder
    /// The segment that is being decoded, and its last result.
    var segment: Int?
    var last: FootageFrame?
    var frames: BoundedFrames<FootageFrame>
  }

  /// Opens a video file and indexes its frames.
  ///
  /// Errors: a `FootageError` that says what is wrong and what to do.
  public convenience init(path: String) throws(FootageError) {
    try self.init(path: path, in: .everywhere)
  }

  /// - Parameter scope: folders that the file may be in.
  /// - Parameter threads: decoder threads, 1...16. The images do not depend on their number.
  package init(path: String, in scope: FileScope = .everywhere, threads: Int = 1) throws(FootageError) {
    let file = try FootageFile(path: path, in: scope)
    let index = try FootageIndex(reading: file)
    (self.path, self.scope, self.index, tick) = (path, scope, index, file.tick)
    if let colors = FootageTraits.unknownColors(file.stream) { throw .unknownColors(path: path, colors: colors) }
    (turn, traits) = (ImageRotation(file.stream), FootageTraits(file))
    let parameters = file.stream.parameters
    pixelAspect = Footage.pixelAspect(file.stream.pointer.pointee.sample_aspect_ratio, parameters.sample_aspect_ratio)
    pixelSize = turn.size(Int(parameters.width), Int(parameters.height))
    (width, height) = Footage.square(pixelSize, turn.swapsSides ? pixelAspect.inverse : pixelAspect)
    frameBytes = Footage.bytes(of: parameters)
    let bytes = min(Footage.frameMemory, MemoryBudget.available / 32)
    let count = index.times.count
    keepsLight = traits.isHDR && width * height <= MemoryBudget.available / FootageFrame.lightBytes / 4
    let texelBytes = 4 + (keepsLight ? FootageFrame.lightBytes : 0)
    images = Mutex(BoundedFrames(bytes: bytes / 2, all: count * width * height * texelBytes))
    let frames = BoundedFrames<FootageFrame>(bytes: bytes, all: count * frameBytes)
    state = Mutex(State(decoder: try FootageDecoder(file, index, threads: threads), frames: frames))
  }

  /// Bytes of a decoded frame; as RGBA if the pixel format is unknown.
  private static func bytes(of parameters: AVCodecParameters) -> Int {
    let size = av_image_get_buffer_size(
      AVPixelFormat(rawValue: parameters.format), parameters.width, parameters.height, 32)
    return size > 0 ? Int(size) : Int(parameters.width) * Int(parameters.height) * 4
  }

  private static func pixelAspect(_ container: AVRational, _ codec: AVRational) -> AVRational {
    let given = [container, codec].first { $0.num > 0 && $0.den > 0 }
    // Cameras and discs use smaller ratios, so this is damage.
    guard let given, given.num <= given.den * 8, given.den <= given.num * 8 else { return AVRational(num: 1, den: 1) }
    return given
  }

  /// The size in square pixels with the same height.
  private static func square(_ size: (width: Int, height: Int), _ aspect: AVRational) -> (width: Int, height: Int) {
    let width = Int(av_rescale(Int64(size.width), Int64(aspect.num), Int64(aspect.den)))
    return (FootageFile.isAllowed(width, size.height) ? width : size.width, size.height)
  }

  // MARK: Time

  /// Number of frames.
  public var frameCount: Int { index.times.count }

  /// Duration in seconds from the start of the first frame to the end of the last one.
  public var duration: Double { seconds(index.end - index.times[0]) }

  package var exactDuration: (value: Int64, timescale: Int32) {
    let (value, overflows) = (index.end - index.times[0]).multipliedReportingOverflow(by: Int64(tick.num))
    return overflows ? (Int64(duration), 1) : (value, tick.den)
  }

  /// Size in square pixels before rotation.
  package var storedSize: (width: Int, height: Int) { turn.size(width, height) }

  /// Rotation of frames: whether rows become columns, then whether each side is mirrored.
  package var turns: (swapsSides: Bool, mirrorsX: Bool, mirrorsY: Bool) {
    (turn.swapsSides, turn.mirrorsX, turn.mirrorsY)
  }

  /// Frames per second, or the mean for varying durations.
  public var framesPerSecond: Double { Double(frameCount) / duration }

  /// Returns the time of a frame in seconds from the first frame.
  ///
  /// - Precondition: the frame exists.
  public func time(ofFrame number: Int) -> Double { seconds(index.times[number] - index.times[0]) }

  /// Returns the number of the frame at a time in seconds from the first frame. Before the first frame it is the first
  /// one, after the end the last one.
  public func frame(at seconds: Double) -> Int {
    let ticks = seconds * Double(tick.den) / Double(tick.num)
    // A tolerance of a thousandth of a tick, because the time of a frame as a double may be slightly before it.
    let place = min(max(ticks + 1e-3, 0), 4e18).rounded(.down)
    let (sum, overflows) = Int64(place.isFinite ? place : 0).addingReportingOverflow(index.times[0])
    return index.frame(at: overflows ? .max : sum)
  }

  func seconds(_ ticks: Int64) -> Double { Double(ticks) * Double(tick.num) / Double(tick.den) }

  // MARK: Frames

  /// Bytes that the caches may still use. `MemoryBudget` counts them as used.
  package var promisedBytes: Int { images.withLock { $0.promise.left } + state.withLock { $0.frames.promise.left } }

  /// Returns the image at a time in seconds from the first frame.
  ///
  /// Errors: `damaged`, `unsupportedPixels`, `outOfMemory`.
  public func image(at seconds: Double) throws(FootageError) -> CGImage {
    try image(ofFrame: frame(at: seconds))
  }

  /// Returns a frame as an image with square pixels.
  ///
  /// - Precondition: The frame exists.
  /// - Throws: An error if the frame cannot be decoded.
  public func image(ofFrame number: Int) throws(FootageError) -> CGImage {
    if let image = images.withLock({ $0[number] }) { return image }
    let frame = try frame(number)
    guard let made = frame.image(turn, of: pixelSize, width: width, keepsLight: keepsLight) else {
      throw .unsupportedPixels(path: path, format: frame.pixelFormat)
    }
    let texelBytes = 4 + (made.deepTexels == nil ? 0 : FootageFrame.lightBytes)
    // Keeps the first one, so that a cached frame is always the same object.
    return images.withLock { images in
      if let image = images[number] { return image }
      images.keep(made, number, bytes: made.width * made.height * texelBytes)
      return made
    }
  }

  /// Returns a decoded frame.
  ///
  /// - Precondition: the frame exists.
  package func frame(_ number: Int) throws(FootageError) -> FootageFrame {
    try state.withLock { (state) throws(FootageError) in try self.frame(number, &state) }
  }

  private func frame(_ number: Int, _ state: inout State) throws(FootageError) -> FootageFrame {
    if let frame = state.frames[number] { return frame }
    let time = index.times[number]
    // The first frame is in the first segment, so there is one.
    let segment = index.segment(at: time) ?? 0
    if let last = state.last, last.time <= time, state.segment == segment {
      if last.time == time { return last }
    } else {
      (state.segment, state.last) = (nil, nil)
      try state.decoder.begin(segment)
      state.segment = segment
    }
    let shown = try decode(to: time, &state)
    let found = if let shown { shown } else { try before(segment, &state) }
    state.frames.keep(found, number, bytes: found.bytes)
    return found
  }

  /// Decodes up to the last frame that is not later than a time; nil if the segment has none.
  private func decode(to time: Int64, _ state: inout State) throws(FootageError) -> FootageFrame? {
    do throws(FootageError) {
      while let frame = try state.decoder.nextFrame() {
        let previous = state.last
        state.last = frame
        let number = index.frame(at: frame.time)
        if index.times[number] == frame.time { state.frames.keep(frame, number, bytes: frame.bytes) }
        if frame.time == time { return frame }
        if frame.time > time { return previous }
      }
      let last = state.last
      (state.segment, state.last) = (nil, nil)
      return last
    } catch {
      // The next request starts again, so that it does not depend on this one.
      (state.segment, state.last) = (nil, nil)
      throw error
    }
  }

  /// The last frame before a segment without a frame at its start.
  private func before(_ segment: Int, _ state: inout State) throws(FootageError) -> FootageFrame {
    for earlier in (max(0, segment - Footage.emptySegments)..<segment).reversed() {
      (state.segment, state.last) = (nil, nil)
      try state.decoder.begin(earlier)
      if let frame = try decode(to: .max, &state) { return frame }
    }
    let time = seconds(index.segments[segment].firstTime - index.times[0])
    throw .damaged(path: path, seconds: time, reason: "the decoder returns no frame")
  }

  /// Maximum number of successive segments without frames.
  private static let emptySegments = 8
}

extension AVRational {
  var inverse: AVRational { AVRational(num: den, den: num) }
}
