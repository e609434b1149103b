public import Foundation

/// Frame rates that an animation or a display link asks for, frames per second (documented).
public struct CAFrameRateRange: Equatable, Sendable {
  public var minimum: Float
  public var maximum: Float
  /// Nil: as `maximum` says.
  public var preferred: Float?

  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }

  /// The display's own rate.
  public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0)
}

/// Calls back at the frames of the thread's display, whose rate is `MediaClock.framesPerSecond`, while the virtual clock
/// advances (`MediaClock.advance(to:)`, or a movie that runs).
///
/// There are no selectors on Linux. Instead of `CADisplayLink(target: self, selector: #selector(step))` write
/// `CADisplayLink(target: self, action: Game.step)` with `func step(_ link: CADisplayLink)`, or give a closure:
/// `CADisplayLink { link in ... }`. The rest is as on iOS: `link.add(to: .main, forMode: .common)`, `invalidate()`.
open class CADisplayLink: NSObject {
  /// Holds the target; nil when invalid.
  private var callback: ((CADisplayLink) -> Void)?
  private var modes: Set<RunLoop.Mode> = []
  /// Media time from which the next frame is counted.
  private var base = 0.0
  /// Whether `base` is a frame that the link was called at.
  private var hasFired = false

  /// - Parameter callback: gets the link at each frame.
  public init(_ callback: @escaping (CADisplayLink) -> Void) {
    self.callback = callback
  }

  /// - Parameters:
  ///   - target: retained until the link is invalidated.
  ///   - action: a method of the target that takes the link.
  public convenience init<Target: AnyObject>(target: Target, action: @escaping (Target) -> (CADisplayLink) -> Void) {
    self.init { link in action(target)(link) }
  }

  /// Starts the callbacks at the next frame. The clock of the calling thread drives them, whatever the run loop.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard callback != nil else { return }
    if modes.isEmpty {
      (base, hasFired) = (CACurrentMediaTime(), false)
      ThreadState.current.displayLinks.append(self)
    }
    modes.insert(mode)
  }

  /// Ends the callbacks when no mode is left.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    modes.remove(mode)
    if modes.isEmpty { ThreadState.current.displayLinks.removeAll { $0 === self } }
  }

  /// Ends the callbacks for good and lets go of the target.
  open func invalidate() {
    modes = []
    callback = nil
    ThreadState.current.displayLinks.removeAll { $0 === self }
  }

  /// Media time of the frame that the link was called at last; 0 before.
  open private(set) var timestamp: CFTimeInterval = 0
  /// Media time of the next call; what is prepared now shows by then. 0 before the first call.
  open private(set) var targetTimestamp: CFTimeInterval = 0
  /// Seconds of one frame of the display; 0 before the first call.
  open private(set) var duration: CFTimeInterval = 0

  /// Whether there are no callbacks for now. Default false.
  open var isPaused = false {
    didSet { if oldValue, !isPaused { (base, hasFired) = (CACurrentMediaTime(), false) } }
  }
  /// Calls per second, rounded so that a whole number of frames lies between them; 0, the default, is every frame.
  open var preferredFramesPerSecond = 0 {
    didSet { rate = Double(preferredFramesPerSecond) }
  }
  /// Frames from one call to the next, at least 1. Default 1. Deprecated on Apple's system.
  open var frameInterval: Int {
    get { interval(of: ThreadState.current.refresh) }
    set { rate = ThreadState.current.refresh.framesPerSecond / Double(max(1, newValue)) }
  }
  /// Like `preferredFramesPerSecond`, by the preferred rate, without one by the largest.
  open var preferredFrameRateRange = CAFrameRateRange.default {
    didSet { rate = Double(preferredFrameRateRange.preferred ?? preferredFrameRateRange.maximum) }
  }

  /// Calls per second that were asked for last, 0 for the display's.
  private var rate = 0.0

  private func interval(of refresh: DisplayRefresh) -> Int {
    guard rate > 0, rate < refresh.framesPerSecond else { return 1 }
    return Int(min(refresh.framesPerSecond / rate, 1e9).rounded())
  }

  /// Media time of the next call; infinite while there is none.
  func nextTime(_ thread: ThreadState) -> Double {
    guard !isPaused, callback != nil else { return .infinity }
    let refresh = thread.refresh
    // A clock that has been set back starts a new count.
    let frame = refresh.frame(at: min(base, thread.mediaTime))
    let next = refresh.time(of: frame + Double(hasFired ? interval(of: refresh) : 1))
    // Frames that the clock has jumped over are lost.
    return next < thread.mediaTime ? refresh.time(of: refresh.frame(at: thread.mediaTime) + 1) : next
  }

  func fire(at time: Double, _ refresh: DisplayRefresh) {
    (base, hasFired) = (time, true)
    (timestamp, duration) = (time, 1 / refresh.framesPerSecond)
    targetTimestamp = refresh.time(of: refresh.frame(at: time) + Double(interval(of: refresh)))
    callback?(self)
  }
}

/// The frames of a thread's display.
struct DisplayRefresh {
  var framesPerSecond = 60.0
  /// Media time of one of the frames.
  var origin = 1000.0

  /// Number of the frame that shows at a media time. Frames are a little early, so that rounding loses none.
  func frame(at time: Double) -> Double {
    ((time - origin) * framesPerSecond + 1e-6).rounded(.down)
  }

  /// Media time of a frame.
  func time(of frame: Double) -> Double { origin + frame / framesPerSecond }
}

extension MediaClock {
  /// Rate of the calling thread's display, which display links follow; setting it puts a frame at the present time.
  /// Default 60.
  ///
  /// - Precondition: the rate is above 0 and finite.
  public static var framesPerSecond: Double {
    get { ThreadState.current.refresh.framesPerSecond }
    set {
      precondition(newValue > 0 && newValue.isFinite, "a display needs a rate above 0")
      let thread = ThreadState.current
      thread.refresh = DisplayRefresh(framesPerSecond: newValue, origin: thread.mediaTime)
    }
  }
}

extension ThreadState {
  /// Media time of the next call of a display link; infinite if there is none.
  var nextDisplayTime: Double { displayLinks.reduce(.infinity) { min($0, $1.nextTime(self)) } }

  /// Calls the links that are due, in the order in which they were added.
  func fireDisplayLinks(at time: Double) {
    for link in displayLinks where link.nextTime(self) <= time { link.fire(at: time, refresh) }
  }
}
