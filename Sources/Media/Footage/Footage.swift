import CStarmineFFmpeg
public import StarmineGraphics
import Synchronization

/// A clip whose frames are found by their times, in any order and on any thread.
///
/// A frame is a pure function of file and time. What was decoded last is kept, within bounds, so that neighbouring
/// frames cost little.
public final class Footage: Sendable {
  /// Frames that a clip may have: nine hours of 60 a second.
  public static let maximumFrames = 1 << 21
  /// Most bytes of decoded frames that a clip keeps; of pictures made of them, half as many. Where memory is short, so
  /// many that 16 clips take three quarters of it.
  private static let frameMemory = 128 << 20

  /// The file, as it was named.
  public let path: String
  /// Where it must be.
  let scope: FileScope
  /// Pixels of a picture, turned as it is seen and made square.
  public let width: Int
  /// Height in pixels, as it is shown.
  public let height: Int
  let index: FootageIndex
  let turn: PictureTurn
  package let traits: FootageTraits
  /// Width of a pixel of the file to its height, before it is turned.
  let pixelAspect: AVRational
  /// Seconds of a tick.
  let tick: AVRational
  /// Pixels of a frame of the file, turned as it is seen; not yet made square.
  package let pixelSize: (width: Int, height: Int)
  /// Bytes of a decoded frame.
  package let frameBytes: Int
  /// Whether pictures have floats beside their bytes, since the clip has light above white.
  package let keepsLight: Bool

  private let state: Mutex<State>
  private let images: Mutex<BoundedFrames<CGImage>>

  private struct State: ~Copyable, Sendable {
    var decoder: FootageDecoder
    /// The segment under way, and what came out of it last.
    var segment: Int?
    var last: FootageFrame?
    var frames: BoundedFrames<FootageFrame>
  }

  /// Opens a clip and finds all its frames.
  ///
  /// Errors: what is wrong with the file, with what to do about it.
  public convenience init(path: String) throws(FootageError) {
    try self.init(path: path, in: .everywhere)
  }

  /// - Parameter scope: where the file must be.
  /// - Parameter threads: of the decoder, 1...16; the pictures do not depend on it.
  package init(path: String, in scope: FileScope = .everywhere, threads: Int = 1) throws(FootageError) {
    let file = try FootageFile(path: path, in: scope)
    let index = try FootageIndex(reading: file)
    (self.path, self.scope, self.index, tick) = (path, scope, index, file.tick)
    if let colors = FootageTraits.unknownColors(file.stream) { throw .unknownColors(path: path, colors: colors) }
    (turn, traits) = (PictureTurn(file.stream), FootageTraits(file))
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

  /// Bytes of a decoded frame; those of RGB and alpha where its pixels are not known before.
  private static func bytes(of parameters: AVCodecParameters) -> Int {
    let size = av_image_get_buffer_size(
      AVPixelFormat(rawValue: parameters.format), parameters.width, parameters.height, 32)
    return size > 0 ? Int(size) : Int(parameters.width) * Int(parameters.height) * 4
  }

  private static func pixelAspect(_ container: AVRational, _ codec: AVRational) -> AVRational {
    let given = [container, codec].first { $0.num > 0 && $0.den > 0 }
    // Beyond what a camera or a disc writes, it is damage.
    guard let given, given.num <= given.den * 8, given.den <= given.num * 8 else { return AVRational(num: 1, den: 1) }
    return given
  }

  /// The size in square pixels: the height stays.
  private static func square(_ size: (width: Int, height: Int), _ aspect: AVRational) -> (width: Int, height: Int) {
    let width = Int(av_rescale(Int64(size.width), Int64(aspect.num), Int64(aspect.den)))
    return (FootageFile.isAllowed(width, size.height) ? width : size.width, size.height)
  }

  // MARK: Time

  /// Pictures of the clip.
  public var frameCount: Int { index.times.count }

  /// Seconds from the beginning of the first frame to the end of the last one.
  public var duration: Double { seconds(index.end - index.times[0]) }

  /// The duration as a fraction of seconds: numerator and denominator.
  package var exactDuration: (value: Int64, timescale: Int32) {
    let (value, overflows) = (index.end - index.times[0]).multipliedReportingOverflow(by: Int64(tick.num))
    return overflows ? (Int64(duration), 1) : (value, tick.den)
  }

  /// Size of the pictures before they are turned, in square pixels.
  package var storedSize: (width: Int, height: Int) { turn.size(width, height) }

  /// How pictures are turned: whether rows become columns, then whether each side is mirrored.
  package var turns: (swapsSides: Bool, mirrorsX: Bool, mirrorsY: Bool) {
    (turn.swapsSides, turn.mirrorsX, turn.mirrorsY)
  }

  /// Frames per second; the mean where they differ in length.
  public var framesPerSecond: Double { Double(frameCount) / duration }

  /// Seconds from the first frame to another one.
  ///
  /// - Precondition: there is such a frame.
  public func time(ofFrame number: Int) -> Double { seconds(index.times[number] - index.times[0]) }

  /// The number of the frame that is seen at a time, in seconds from the first one: the first one before it, the last
  /// one after the end.
  public func frame(at seconds: Double) -> Int {
    let ticks = seconds * Double(tick.den) / Double(tick.num)
    // A thousandth of a tick: the time of a frame as a floating-point number may lie just before it.
    let place = min(max(ticks + 1e-3, 0), 4e18).rounded(.down)
    let (sum, overflows) = Int64(place.isFinite ? place : 0).addingReportingOverflow(index.times[0])
    return index.frame(at: overflows ? .max : sum)
  }

  func seconds(_ ticks: Int64) -> Double { Double(ticks) * Double(tick.num) / Double(tick.den) }

  // MARK: Frames

  /// Bytes that what is kept of the clip may still grow by: `MemoryBudget` counts them as taken.
  package var promisedBytes: Int { images.withLock { $0.promise.left } + state.withLock { $0.frames.promise.left } }

  /// The picture at a time, in seconds from the first frame.
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
    // The first one: a frame is always one object as long as it is kept.
    return images.withLock { images in
      if let image = images[number] { return image }
      images.keep(made, number, bytes: made.width * made.height * texelBytes)
      return made
    }
  }

  /// A decoded frame.
  /// - Precondition: there is such a frame.
  package func frame(_ number: Int) throws(FootageError) -> FootageFrame {
    try state.withLock { (state) throws(FootageError) in try self.frame(number, &state) }
  }

  private func frame(_ number: Int, _ state: inout State) throws(FootageError) -> FootageFrame {
    if let frame = state.frames[number] { return frame }
    let time = index.times[number]
    // The first frame is that of the first segment, so there is one.
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

  /// Decodes on to the last frame that is not later than a time; nil where the segment has none.
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
      // What follows begins anew, so that it does not depend on this.
      (state.segment, state.last) = (nil, nil)
      throw error
    }
  }

  /// The last frame before a segment that shows none at its beginning.
  private func before(_ segment: Int, _ state: inout State) throws(FootageError) -> FootageFrame {
    for earlier in (max(0, segment - Footage.emptySegments)..<segment).reversed() {
      (state.segment, state.last) = (nil, nil)
      try state.decoder.begin(earlier)
      if let frame = try decode(to: .max, &state) { return frame }
    }
    let time = seconds(index.segments[segment].firstTime - index.times[0])
    throw .damaged(path: path, seconds: time, reason: "no frame comes out of the decoder")
  }

  /// Segments in a row that may show nothing.
  private static let emptySegments = 8
}

extension AVRational {
  var inverse: AVRational { AVRational(num: den, den: num) }
}
