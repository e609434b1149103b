// Foundation's own timers wait for a run loop, and none runs while a movie is made: these go by the media clock. Where
// Apple's take a selector, which Linux has not, they take a closure or a method.

extension Timer {
  /// A timer of the calling thread's media clock: in a movie it fires at its very time, as often as the interval fits.
  ///
  /// `Timer.scheduledTimer(withTimeInterval:repeats:block:)` is Foundation's: it waits for a run loop, and does nothing
  /// in a movie.
  ///
  /// - Parameters:
  ///   - interval: seconds from now, and from one call to the next; at least 0.1 ms.
  ///   - repeats: whether it goes on until it is invalidated. Default false.
  ///   - action: gets the timer.
  @discardableResult
  public class func scheduledTimer(
    timeInterval interval: TimeInterval, repeats: Bool = false, action: @escaping (Timer) -> Void
  ) -> Timer {
    let timer = ClockTimer(interval, repeats: repeats, userInfo: nil, action)
    timer.plan(after: CACurrentMediaTime())
    return timer
  }

  /// A timer of the calling thread's media clock that calls a method:
  /// `Timer.scheduledTimer(timeInterval: 1, target: self, action: Game.tick, userInfo: nil, repeats: true)` with
  /// `func tick(_ timer: Timer)`.
  ///
  /// - Parameters:
  ///   - interval: seconds from now, and from one call to the next; at least 0.1 ms.
  ///   - target: retained until the timer is invalidated.
  ///   - action: a method of the target that takes the timer.
  ///   - userInfo: the timer keeps it.
  ///   - repeats: whether it goes on until it is invalidated.
  @discardableResult
  public class func scheduledTimer<Target: AnyObject>(
    timeInterval interval: TimeInterval, target: Target, action: @escaping (Target) -> (Timer) -> Void,
    userInfo: Any? = nil, repeats: Bool
  ) -> Timer {
    let timer = ClockTimer(interval, repeats: repeats, userInfo: userInfo) { action(target)($0) }
    timer.plan(after: CACurrentMediaTime())
    return timer
  }

  /// The same for a method that takes nothing.
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
  /// Nil when the timer is invalid: it lets go of what the closure holds.
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

  /// The times are multiples of the interval, however long the actions take.
  func plan(after time: Double) {
    _ = MediaClock.perform(at: time + interval) { [self] in
      guard isValid else { return }
      fire()
      if isValid { plan(after: time + interval) }
    }
  }
}
