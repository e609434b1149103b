/// A range of frame rates, in frames per second (documented).
public struct CAFrameRateRange: Equatable, Sendable {
  /// Minimum frames per second. 0: no minimum.
  public var minimum: Float
  /// Maximum frames per second. 0: no maximum.
  public var maximum: Float
  /// Preferred frames per second. Nil means `maximum`.
  public var preferred: Float?

  /// Creates a range of frame rates.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }

  /// The frame rate of the display.
  public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0)
}

/// A timer that calls back at each frame of the media clock of the calling thread: the frames of the movie, otherwise
/// 60 per second (documented; behavior.md 1.15).
///
/// There are no selectors on Linux. Instead of `CADisplayLink(target: self, selector: #selector(step))` write
/// `CADisplayLink(target: self, action: Game.step)` with `func step(_ link: CADisplayLink)`, or give a closure:
/// `CADisplayLink { link in ... }`. The rest is as on iOS: `link.add(to: .main, forMode: .common)`, `invalidate()`.
open class CADisplayLink: NSObject {
  private var callback: ((CADisplayLink) -> Void)?
  private var modes: Set<RunLoop.Mode> = []
  /// Set while the link has a mode.
  private var ticker: FrameTicker?
  private weak var home: ThreadState?
  /// The last requested calls per second; 0 for all frames.
  private var rate = 0.0 {
    didSet { ticker?.framesPerTick = framesPerCall }
  }

  /// Creates a link that calls a closure at each frame after you add the link to a run loop.
  public init(_ callback: @escaping (CADisplayLink) -> Void) {
    self.callback = callback
  }

  /// Creates a link that calls a method of an object at each frame.
  ///
  /// - Parameters:
  ///   - target: retained until the link is invalidated.
  ///   - action: a method of the target that takes the link.
  public convenience init<Target: AnyObject>(target: Target, action: @escaping (Target) -> (CADisplayLink) -> Void) {
    self.init { link in action(target)(link) }
  }

  /// Creates a link that calls a method without arguments.
  public convenience init<Target: AnyObject>(target: Target, action: @escaping (Target) -> () -> Void) {
    self.init { _ in action(target)() }
  }

  /// Starts the callbacks at the next frame. The media clock of the calling thread drives them, not the run loop.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard callback != nil else { return }
    modes.insert(mode)
    guard ticker == nil else { return }
    let ticker = FrameTicker { [weak self] in self?.fire($0) }
    (ticker.framesPerTick, ticker.isPaused) = (framesPerCall, isPaused)
    self.ticker = ticker
    home = ThreadState.current
    home?.displayLinks.append(self)
  }

  /// Removes a mode. The callbacks stop when no mode remains.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    modes.remove(mode)
    if modes.isEmpty { stop() }
  }

  /// Stops the callbacks permanently and releases the target.
  open func invalidate() {
    // Releasing the target may invalidate the link again.
    let target = callback
    (modes, callback) = ([], nil)
    stop()
    withExtendedLifetime(target) {}
  }

  private func stop() {
    ticker?.invalidate()
    ticker = nil
    home?.displayLinks.removeAll { $0 === self }
  }

  /// Media time of the frame of the last call. 0 before the first call.
  open private(set) var timestamp: CFTimeInterval = 0
  /// Media time of the next call, when the changes of this call are visible. 0 before the first call.
  open private(set) var targetTimestamp: CFTimeInterval = 0
  /// Seconds from one frame to the next; 0 before the first call.
  open private(set) var duration: CFTimeInterval = 0

  /// Whether callbacks are paused. Default false.
  open var isPaused = false {
    didSet { ticker?.isPaused = isPaused }
  }
  /// Calls per second, rounded to a whole number of frames between calls. 0 means every frame. Default 0.
  open var preferredFramesPerSecond = 0 {
    didSet { rate = Double(preferredFramesPerSecond) }
  }
  /// Frames between calls, at least 1. Deprecated on Apple's system. Default 1.
  open var frameInterval: Int {
    get { framesPerCall }
    set { rate = MediaClock.frameGrid.framesPerSecond / Double(max(1, newValue)) }
  }
  /// Preferred calls per second: the preferred rate, or the maximum without one.
  open var preferredFrameRateRange = CAFrameRateRange.default {
    didSet { rate = Double(preferredFrameRateRange.preferred ?? preferredFrameRateRange.maximum) }
  }

  private var framesPerCall: Int {
    let frames = MediaClock.frameGrid.framesPerSecond
    return rate > 0 && rate < frames ? Int(min(frames / rate, 1e9).rounded()) : 1
  }

  private func fire(_ ticker: FrameTicker) {
    (timestamp, targetTimestamp) = (ticker.timestamp, ticker.targetTimestamp)
    duration = 1 / MediaClock.frameGrid.framesPerSecond
    callback?(self)
  }
}
