/// Frame rates that an animation or a display link asks for, frames per second (documented).
public struct CAFrameRateRange: Equatable, Sendable {
  /// Least frames per second; 0 leaves it open.
  public var minimum: Float
  /// Most frames per second; 0 leaves it open.
  public var maximum: Float
  /// Nil: as `maximum` says.
  public var preferred: Float?

  /// A range of frames per second.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }

  /// The display's own rate.
  public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0)
}

/// Calls back at the frames of the calling thread's media clock: those of the movie, otherwise 60 per second
/// (documented; behavior.md 1.15).
///
/// There are no selectors on Linux. Instead of `CADisplayLink(target: self, selector: #selector(step))` write
/// `CADisplayLink(target: self, action: Game.step)` with `func step(_ link: CADisplayLink)`, or give a closure:
/// `CADisplayLink { link in ... }`. The rest is as on iOS: `link.add(to: .main, forMode: .common)`, `invalidate()`.
open class CADisplayLink: NSObject {
  /// Holds the target; nil when invalid.
  private var callback: ((CADisplayLink) -> Void)?
  private var modes: Set<RunLoop.Mode> = []
  /// There while the link has a mode.
  private var ticker: FrameTicker?
  /// What holds the link meanwhile.
  private weak var home: ThreadState?
  /// Calls per second that were asked for last, 0 for all frames.
  private var rate = 0.0 {
    didSet { ticker?.framesPerTick = framesPerCall }
  }

  /// A link that calls a closure with itself at each frame, once it is added to a run loop.
  public init(_ callback: @escaping (CADisplayLink) -> Void) {
    self.callback = callback
  }

  /// A link that calls a method of an object at each frame.
  ///
  /// - Parameters:
  ///   - target: retained until the link is invalidated.
  ///   - action: a method of the target that takes the link.
  public convenience init<Target: AnyObject>(target: Target, action: @escaping (Target) -> (CADisplayLink) -> Void) {
    self.init { link in action(target)(link) }
  }

  /// The same for a method that takes nothing.
  public convenience init<Target: AnyObject>(target: Target, action: @escaping (Target) -> () -> Void) {
    self.init { _ in action(target)() }
  }

  /// Starts the callbacks at the next frame. The clock of the calling thread drives them, whatever the run loop.
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

  /// Ends the callbacks when no mode is left.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    modes.remove(mode)
    if modes.isEmpty { stop() }
  }

  /// Ends the callbacks for good and lets go of the target.
  open func invalidate() {
    // The target may invalidate the link once more when it goes.
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

  /// Media time of the frame that the link was called at last; 0 before.
  open private(set) var timestamp: CFTimeInterval = 0
  /// Media time of the next call; what is prepared now shows by then. 0 before the first call.
  open private(set) var targetTimestamp: CFTimeInterval = 0
  /// Seconds from one frame to the next; 0 before the first call.
  open private(set) var duration: CFTimeInterval = 0

  /// Whether there are no callbacks for now. Default false.
  open var isPaused = false {
    didSet { ticker?.isPaused = isPaused }
  }
  /// Calls per second, rounded so that a whole number of frames lies between them; 0, the default, is every frame.
  open var preferredFramesPerSecond = 0 {
    didSet { rate = Double(preferredFramesPerSecond) }
  }
  /// Frames from one call to the next, at least 1. Default 1. Deprecated on Apple's system.
  open var frameInterval: Int {
    get { framesPerCall }
    set { rate = MediaClock.frameGrid.framesPerSecond / Double(max(1, newValue)) }
  }
  /// Like `preferredFramesPerSecond`, by the preferred rate, without one by the largest.
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
