/// Methods that are called for events of an animation (behavior.md 9.1). Each has a default that does nothing.
public protocol POPAnimationDelegate: AnyObject {
  /// Called when the animation begins, after its begin time.
  func pop_animationDidStart(_ anim: POPAnimation!)
  /// Called when the value first reaches or crosses `toValue`.
  func pop_animationDidReach(toValue anim: POPAnimation!)
  /// Called when the animation stops. `finished` is false if it was removed, and between repetitions.
  func pop_animationDidStop(_ anim: POPAnimation!, finished: Bool)
  /// Called after a value has been written.
  func pop_animationDidApply(_ anim: POPAnimation!)
  /// Called when one of `progressMarkers` has been passed.
  func pop_animation(_ anim: POPAnimation!, didReachProgress progress: CGFloat)
}

extension POPAnimationDelegate {
  /// Does nothing.
  public func pop_animationDidStart(_ anim: POPAnimation!) {}
  /// Does nothing.
  public func pop_animationDidReach(toValue anim: POPAnimation!) {}
  /// Does nothing.
  public func pop_animationDidStop(_ anim: POPAnimation!, finished: Bool) {}
  /// Does nothing.
  public func pop_animationDidApply(_ anim: POPAnimation!) {}
  /// Does nothing.
  public func pop_animation(_ anim: POPAnimation!, didReachProgress progress: CGFloat) {}
}

/// Base class of all POP animations. An animation changes an object in the script at every frame of the thread's media
/// clock, from when it is added until it is done (behavior.md 9.1, 9.5).
///
/// An animation belongs to one object at a time. It is not copied when it is added. You can use it again when it is
/// done.
open class POPAnimation: NSObject, NSCopying {
  /// A label. Default nil.
  open var name: String?
  /// Start in media time, in seconds. 0 or a past time means at once. Default 0.
  open var beginTime: CFTimeInterval = 0
  /// The delegate. Weak. Default nil.
  open weak var delegate: (any POPAnimationDelegate)?
  /// Called when the animation begins, after the delegate. Default nil.
  open var animationDidStartBlock: ((POPAnimation?) -> Void)?
  /// Called when the value first reaches `toValue`, springs included. Default nil.
  open var animationDidReachToValueBlock: ((POPAnimation?) -> Void)?
  /// Called when the animation stops, with whether it finished. Default nil.
  open var completionBlock: ((POPAnimation?, Bool) -> Void)?
  /// Called after each written value. Default nil.
  open var animationDidApplyBlock: ((POPAnimation?) -> Void)?
  /// Whether the animation is removed when it is done. Otherwise it stays paused, and continues when its end or
  /// velocity changes. Default true.
  open var removedOnCompletion = true
  /// Whether the animation repeats until it is removed. Every stop is then reported as not finished. Default false.
  open var repeatForever = false
  /// Values of custom keys.
  private var tags: [String: Any] = [:]
  /// Remaining laps: twice the remaining repetitions if the animation autoreverses.
  private var laps = 0

  // MARK: State
  /// Whether the animation is started and not removed.
  final private(set) var isActive = false
  private var isHalted = true
  final private(set) var startTime: CFTimeInterval = 0
  final private(set) var lastTime: CFTimeInterval = 0
  private var recorder: POPAnimationTracer?

  /// Creates an animation with the defaults of its class.
  ///
  /// - Precondition: the class is not `POPAnimation` or `POPPropertyAnimation`, which have no motion.
  public override init() {
    super.init()
    demand(isConcrete, "\(type(of: self)) is abstract: use one of its subclasses")
  }

  var isConcrete: Bool { type(of: self) != POPAnimation.self }

  /// Records events of the animation after you call its `start()`.
  open var tracer: POPAnimationTracer {
    if let recorder { return recorder }
    let tracer = POPAnimationTracer(self)
    recorder = tracer
    return tracer
  }

  /// The tracer while it is recording.
  final var activeTracer: POPAnimationTracer? { recorder?.isRecording == true ? recorder : nil }

  // MARK: Repetition

  /// Whether each repetition runs to the end and back. Set it before `repeatCount`. Default false.
  open var autoreverses = false {
    didSet {
      if autoreverses, laps == 0 { laps = 2 }
    }
  }

  /// Number of repetitions. 0 and 1 mean once. Values below 1 are ignored. Default 0.
  open var repeatCount: Int {
    get { autoreverses ? laps / 2 : laps }
    set {
      guard newValue > 0 else { return }
      let count = min(newValue, Int.max / 2)
      laps = autoreverses ? 2 * count : count
    }
  }

  /// Counts a lap. Returns whether another one follows.
  final func countLap() -> Bool {
    laps = max(0, laps - 1)
    return repeatForever || laps > 0
  }

  // MARK: Pausing

  /// Whether the animation is paused. True before the start and after the end. Setting it to false continues with the
  /// next frame: springs and decays from their present value, basic animations from the start.
  open var isPaused: Bool {
    get { isHalted }
    set {
      guard newValue != isHalted else { return }
      isHalted = newValue
      if !newValue { reset(all: false) }
    }
  }

  final var isRunning: Bool { isActive && !isHalted }

  // MARK: Methods for the animator

  /// Resets the state of a run. `all` also resets the present value.
  func reset(all: Bool) {
    (startTime, lastTime) = (0, 0)
  }

  final func startIfDue(on object: NSObject, at time: CFTimeInterval) {
    let isStart = startTime == 0 && time >= dueTime
    if isStart {
      isActive = true
      isPaused = false
      (startTime, lastTime) = (time, time)
    }
    if isRunning { prepare(for: object, isStart: isStart) }
    if isStart { didStart() }
  }

  var dueTime: CFTimeInterval { beginTime }

  /// Sets missing values.
  func prepare(for object: NSObject, isStart: Bool) {}

  final func apply(to object: NSObject, at time: CFTimeInterval) {
    guard advance(object, to: time, elapsed: time - lastTime) else { return }
    notifyProgress()
    lastTime = time
    write(to: object, isLast: false)
    didApply()
  }

  final func applyEnd(to object: NSObject) {
    moveToEnd()
    write(to: object, isLast: true)
    didApply()
  }

  /// Computes the value at a time. Returns false if there is nothing to animate.
  func advance(_ object: NSObject, to time: CFTimeInterval, elapsed: CFTimeInterval) -> Bool { false }
  func moveToEnd() {}
  func write(to object: NSObject, isLast: Bool) {}
  func notifyProgress() {}
  var isDone: Bool { false }
  func prepareLap() {}

  /// - Parameter removing: whether the animation leaves its object.
  final func stop(removing: Bool, finished: Bool) {
    if isActive {
      if finished { notifyProgress() }
      if removing { isActive = false }
      didStop(finished: finished)
    } else if startTime == 0 {
      // As in Core Animation, an animation that never started is reported as started and stopped.
      didStart()
      didStop(finished: false)
    }
    isPaused = true
  }

  // MARK: Notifications

  private func didStart() {
    notify {
      delegate?.pop_animationDidStart(self)
      animationDidStartBlock?(self)
    }
    activeTracer?.record(.didStart, description: description)
  }

  private func didStop(finished: Bool) {
    notify {
      delegate?.pop_animationDidStop(self, finished: finished)
      completionBlock?(self, finished)
    }
    activeTracer?.didStop(finished: finished, description: description)
  }

  private func didApply() {
    guard delegate != nil || animationDidApplyBlock != nil else { return }
    notify {
      delegate?.pop_animationDidApply(self)
      animationDidApplyBlock?(self)
    }
  }

  /// Runs user code with implicit animations as outside the animator.
  final func notify(_ body: () -> Void) {
    guard CATransaction.disableActions() else {
      body()
      return
    }
    CATransaction.setDisableActions(false)
    body()
    CATransaction.setDisableActions(true)
  }

  // MARK: Key-value storage and copies

  /// Returns the value of a custom key.
  open func value(forKey key: String) -> Any? { tags[key] }
  /// Sets the value of a custom key.
  open func setValue(_ value: Any?, forKey key: String) { tags[key] = value }

  /// Returns a copy of the configuration, without state, custom keys, tracer and pause.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = emptyCopy()
    (copy.name, copy.beginTime, copy.delegate) = (name, configuredBeginTime, delegate)
    copy.animationDidStartBlock = animationDidStartBlock
    copy.animationDidReachToValueBlock = animationDidReachToValueBlock
    copy.completionBlock = completionBlock
    copy.animationDidApplyBlock = animationDidApplyBlock
    (copy.removedOnCompletion, copy.repeatForever) = (removedOnCompletion, repeatForever)
    (copy.autoreverses, copy.laps) = (autoreverses, laps)
    return copy
  }

  func emptyCopy() -> POPAnimation { misuse("\(type(of: self)) is abstract") }
  var configuredBeginTime: CFTimeInterval { beginTime }
}
