// Foundation's timers wait for a run loop, which does not run while a movie is made. These timers use the media clock.
// They take a closure or a method, because Linux has no selectors.

extension Timer {
  /// Creates a timer of the media clock of the calling thread. In a movie it fires at its exact time.
  ///
  /// `Timer.scheduledTimer(withTimeInterval:repeats:block:)` belongs to Foundation. It waits for a run loop and does
  /// nothing in a movie.
  ///
  /// - Parameters:
  ///   - interval: seconds until the first call and between calls; at least 0.1 ms.
  ///   - repeats: whether the timer fires until it is invalidated. Default false.
  ///   - action: takes the timer.
  @discardableResult
  public class func scheduledTimer(
    timeInterval interval: TimeInterval, repeats: Bool = false, action: @escaping (Timer) -> Void
  ) -> Timer {
    let timer = ClockTimer(interval, repeats: repeats, userInfo: nil, action)
    timer.plan(after: CACurrentMediaTime())
    return timer
  }

  /// Creates a timer of the media clock of the calling thread that calls a method:
  /// `Timer.scheduledTimer(timeInterval: 1, target: self, action: Game.tick, userInfo: nil, repeats: true)` with
  /// `func tick(_ timer: Timer)`.
  ///
  /// - Parameters:
  ///   - interval: seconds until the first call and between calls; at least 0.1 ms.
  ///   - target: retained until the timer is invalidated.
  ///   - action: a method of the target that takes the timer.
  ///   - userInfo: retained by the timer.
  ///   - repeats: whether the timer fires until it is invalidated.
  @discardableResult
  public class func scheduledTimer<Target: AnyObject>(
    timeInterval interval: TimeInterval, target: Target, action: @escaping (Target) -> (Timer) -> Void,
    userInfo: Any? = nil, repeats: Bool
  ) -> Timer {
    let timer = ClockTimer(interval, repeats: repeats, userInfo: userInfo) { action(target)($0) }
    timer.plan(after: CACurrentMediaTime())
    return timer
  }

  /// Creates a timer that calls a method without arguments.
  @discardableResult
  public class func scheduledTimer<Target: AnyObject>(
    timeInterval interval: TimeInterval, target: Target, action: @escaping (Target) -> () -> Void,
    userInfo: Any? = nil, repeats: Bool
  ) -> Timer {
    scheduledTimer(
      timeInterval: interval, target: target, action: { target in { _ in action(target)() } }, userInfo: userInfo,
      repeats: repeats)
  }
}

private final class ClockTimer: Timer {
  /// Nil when the timer is invalid, to release the closure.
  private var action: ((Timer) -> Void)?
  private let interval: TimeInterval
  private let repeats: Bool
  private let info: Any?

  init(_ interval: TimeInterval, repeats: Bool, userInfo: Any?, _ action: @escaping (Timer) -> Void) {
    self.interval = interval.isFinite ? max(interval, 0.0001) : 1e9
    (self.repeats, info, self.action) = (repeats, userInfo, action)
    super.init(fire: .distantFuture, interval: self.interval, repeats: repeats) { _ in }
  }

  override var userInfo: Any? { info }

  override func fire() {
    guard isValid, let action else { return }
    action(self)
    if !repeats { invalidate() }
  }

  override func invalidate() {
    super.invalidate()
    action = nil
  }

  /// Uses multiples of the interval, so that slow actions cause no drift.
  func plan(after time: Double) {
    _ = MediaClock.perform(at: time + interval) { [self] in
      guard isValid else { return }
      fire()
      if isValid { plan(after: time + interval) }
    }
  }
}
