/// Told what happens to an animation (behavior.md 9.1). Every method has a default that does nothing.
public protocol POPAnimationDelegate: AnyObject {
  /// The animation begins, after its begin time.
  func pop_animationDidStart(_ anim: POPAnimation!)
  /// The value has reached or crossed its end for the first time.
  func pop_animationDidReach(toValue anim: POPAnimation!)
  /// The animation stops; `finished` says whether it ran to its end: false when it was removed, and between
  /// repetitions.
  func pop_animationDidStop(_ anim: POPAnimation!, finished: Bool)
  /// A value has been written.
  func pop_animationDidApply(_ anim: POPAnimation!)
  /// One of `progressMarkers` has been passed.
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

/// Base class of all POP animations: they change an object in the script stage, at every frame of its thread's media
/// clock, from when they are added to it until they are done (behavior.md 9.1, 9.5).
///
/// An animation belongs to one object at a time and is not copied when it is added; it may be used again when it is
/// done.
open class POPAnimation: NSObject, NSCopying {
  /// A label without a meaning. Default nil.
  open var name: String?
  /// Media time in seconds at which it starts; 0, the default, or the past: at once.
  open var beginTime: CFTimeInterval = 0
  /// Hears of the animation's life. Held weakly. Default nil.
  open weak var delegate: (any POPAnimationDelegate)?
  /// Called right after the delegate's method of the same event.
  open var animationDidStartBlock: ((POPAnimation?) -> Void)?
  /// Called when the value comes to `toValue` for the first time, springs included. Default nil.
  open var animationDidReachToValueBlock: ((POPAnimation?) -> Void)?
  /// Called at the end, with whether it was reached. Default nil.
  open var completionBlock: ((POPAnimation?, Bool) -> Void)?
  /// Called after each value that was written. Default nil.
  open var animationDidApplyBlock: ((POPAnimation?) -> Void)?
  /// Whether the object drops it when it is done. Otherwise it stays, paused, and goes on when its end or velocity
  /// changes. Default true.
  open var removedOnCompletion = true
  /// Repeats until it is removed; every stop then says that it has not finished. Default false.
  open var repeatForever = false
  /// Values for keys of one's own.
  private var tags: [String: Any] = [:]
  /// Laps to go; twice the number of repetitions where each goes there and back.
  private var laps = 0

  // What has become of it.
  /// Started and not removed.
  final private(set) var isActive = false
  private var isHalted = true
  /// Media time of the first frame; 0 before it.
  final private(set) var startTime: CFTimeInterval = 0
  /// Media time of the frame that was written last.
  final private(set) var lastTime: CFTimeInterval = 0
  private var recorder: POPAnimationTracer?

  /// An animation with the defaults of its class.
  ///
  /// - Precondition: not `POPAnimation` or `POPPropertyAnimation` itself, which have no motion.
  public override init() {
    super.init()
    demand(isConcrete, "\(type(of: self)) is abstract: use one of its subclasses")
  }

  /// Whether the class has a motion.
  var isConcrete: Bool { type(of: self) != POPAnimation.self }

  /// Records events once it is told to start.
  open var tracer: POPAnimationTracer {
    if let recorder { return recorder }
    let tracer = POPAnimationTracer(self)
    recorder = tracer
    return tracer
  }

  /// The tracer, while it records.
  final var activeTracer: POPAnimationTracer? { recorder?.isRecording == true ? recorder : nil }

  // MARK: Repetition

  /// Whether each repetition goes to the end and back. Default false. Set it before `repeatCount`.
  open var autoreverses = false {
    didSet {
      if autoreverses, laps == 0 { laps = 2 }
    }
  }

  /// Number of times it plays; 0, the default, and 1 are once. Values below 1 are ignored.
  open var repeatCount: Int {
    get { autoreverses ? laps / 2 : laps }
    set {
      guard newValue > 0 else { return }
      let count = min(newValue, Int.max / 2)
      laps = autoreverses ? 2 * count : count
    }
  }

  /// Counts a lap; whether another one follows.
  final func countLap() -> Bool {
    laps = max(0, laps - 1)
    return repeatForever || laps > 0
  }

  // MARK: Pausing

  /// True until it starts, and when it is done. Setting it false lets the motion go on with the next frame: springs and
  /// decays from where they are, basic animations from their beginning.
  open var isPaused: Bool {
    get { isHalted }
    set {
      guard newValue != isHalted else { return }
      isHalted = newValue
      if !newValue { reset(all: false) }
    }
  }

  final var isRunning: Bool { isActive && !isHalted }

  // MARK: Running: what the animator calls

  /// Forgets what a run has left behind; `all`: the value it has come to as well.
  func reset(all: Bool) {
    (startTime, lastTime) = (0, 0)
  }

  /// Starts where the time has come.
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

  /// When it is to start.
  var dueTime: CFTimeInterval { beginTime }

  /// Fills in what has not been set.
  func prepare(for object: NSObject, isStart: Bool) {}

  /// Moves to a time and writes the value.
  final func apply(to object: NSObject, at time: CFTimeInterval) {
    guard advance(object, to: time, elapsed: time - lastTime) else { return }
    notifyProgress()
    lastTime = time
    write(to: object, isLast: false)
    didApply()
  }

  /// Moves to its end and writes that.
  final func applyEnd(to object: NSObject) {
    moveToEnd()
    write(to: object, isLast: true)
    didApply()
  }

  /// Computes the value at a time; false if there is nothing to move.
  func advance(_ object: NSObject, to time: CFTimeInterval, elapsed: CFTimeInterval) -> Bool { false }
  func moveToEnd() {}
  func write(to object: NSObject, isLast: Bool) {}
  /// Tells of the progress made.
  func notifyProgress() {}
  var isDone: Bool { false }
  /// Sets the ends of the next lap.
  func prepareLap() {}

  /// - Parameter removing: it leaves its object.
  final func stop(removing: Bool, finished: Bool) {
    if isActive {
      if finished { notifyProgress() }
      if removing { isActive = false }
      didStop(finished: finished)
    } else if startTime == 0 {
      // As in Core Animation, what never started is said to start and stop.
      didStart()
      didStop(finished: false)
    }
    isPaused = true
  }

  // MARK: Telling

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

  /// Runs a user's code with implicit animations as they are outside of the animator.
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

  /// The value that was stored under a key of one's own.
  open func value(forKey key: String) -> Any? { tags[key] }
  /// Sets a tag of one's own.
  open func setValue(_ value: Any?, forKey key: String) { tags[key] = value }

  /// The configuration, without what a run has left behind, extra keys, tracer and pause.
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

  /// A fresh animation of the same class.
  func emptyCopy() -> POPAnimation { misuse("\(type(of: self)) is abstract") }
  var configuredBeginTime: CFTimeInterval { beginTime }
}
