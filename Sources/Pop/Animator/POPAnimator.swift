/// Methods that are called before and after an animator applies its animations (behavior.md 9.8).
public protocol POPAnimatorDelegate: AnyObject {
  /// Called before the values of a frame are written.
  func animatorWillAnimate(_ animator: POPAnimator!)
  /// Called after the values of a frame have been written.
  func animatorDidAnimate(_ animator: POPAnimator!)
}

/// Notified each frame, after animations are applied (behavior.md 9.8).
public protocol POPAnimatorObserving: AnyObject {
  /// Called after the values of a frame have been written.
  func animatorDidAnimate(_ animator: POPAnimator!)
}

/// Runs animations at every frame of the thread's media clock (behavior.md 9.8).
///
/// A new animation applies its start value before the next commit, so that the first frame shows it. Then animations
/// run once per frame in the order in which they were added, with implicit animations disabled. The animator is part of
/// the script: a script that blocks also stops these animations, while those of Core Animation continue.
open class POPAnimator: NSObject {
  /// The delegate. Weak. Default nil.
  open weak var delegate: (any POPAnimatorDelegate)?
  /// Whether frames are left to your calls of `renderTime(_:)`. Default false.
  open var disableDisplayLink = false {
    didSet { updateTicker() }
  }
  /// Media time for added animations. 0 means now. Default 0.
  open var beginTime: CFTimeInterval = 0

  private var items: [AnimatorItem] = []
  private var pending: [AnimatorItem] = []
  private var owners: [ObjectIdentifier: AnimatorOwner] = [:]
  private var observers: [any POPAnimatorObserving] = []
  private var ticker: FrameTicker?
  private var attachedCount = 0

  /// Returns the animator of the calling thread, or of the movie whose script runs on it. It runs the animations that
  /// are added to objects.
  open class func shared() -> POPAnimator! { SharedAnimator.ofStage.animator }

  /// Seconds between frames.
  open var refreshPeriod: CFTimeInterval { 1 / MediaClock.frameGrid.framesPerSecond }

  // MARK: Animations of objects

  /// Adds an animation to an object, which is not retained. Another animation with the same key is removed; the same
  /// one continues. Without a key, any number can run.
  open func add(_ anim: POPAnimation, for object: NSObject, key: String?) {
    let key = key ?? UUID().uuidString
    let owner = owner(of: object) ?? AnimatorOwner(object)
    if let item = owner[key] {
      if item.animation === anim { return }
      removeAnimation(for: object, key: key)
    }
    let item = AnimatorItem(anim, key: key, owner: owner)
    owner.add(item)
    owners[ObjectIdentifier(object)] = owner
    items.append(item)
    attachedCount += 1
    if pending.isEmpty { MediaClock.performSoon { [weak self] in self?.renderPending() } }
    pending.append(item)
    anim.reset(all: true)
    updateTicker()
  }

  /// Removes all animations of an object.
  open func removeAllAnimations(for object: NSObject) {
    guard let owner = owner(of: object) else { return }
    let removed = owner.items
    removed.forEach(detach)
    removed.forEach { $0.animation.stop(removing: true, finished: false) }
  }

  /// Removes an animation. Its delegate is called with `finished` false.
  open func removeAnimation(for object: NSObject, key: String?) {
    guard let key, let item = owner(of: object)?[key] else { return }
    detach(item)
    item.animation.stop(removing: true, finished: false)
  }

  /// Returns the keys of an object's animations, in the order they were added.
  open func animationKeys(for object: NSObject) -> [String] { owner(of: object)?.items.map(\.key) ?? [] }
  /// Returns the animation of an object with a key, or nil.
  open func animation(for object: NSObject, key: String) -> POPAnimation? { owner(of: object)?[key]?.animation }

  /// A deallocated object may have had the same address.
  private func owner(of object: NSObject) -> AnimatorOwner? {
    owners[ObjectIdentifier(object)].flatMap { $0.object === object ? $0 : nil }
  }

  private func detach(_ item: AnimatorItem) {
    guard item.isAttached else { return }
    item.isAttached = false
    attachedCount -= 1
    item.owner.remove(item)
    if item.owner.items.isEmpty, owners[item.owner.id] === item.owner { owners[item.owner.id] = nil }
    updateTicker()
  }

  // MARK: Observers

  /// Adds an observer. It is retained until you remove it. Frames run while there is an observer.
  open func addObserver(_ observer: any POPAnimatorObserving) {
    guard !observers.contains(where: { $0 === observer }) else { return }
    observers.append(observer)
    updateTicker()
  }

  /// Removes an observer.
  open func removeObserver(_ observer: any POPAnimatorObserving) {
    observers.removeAll { $0 === observer }
    updateTicker()
  }

  // MARK: Frames

  /// Applies all animations at a media time.
  open func renderTime(_ time: CFTimeInterval) { render(items, at: time) }

  private func renderPending() {
    let list = pending
    pending = []
    guard !list.isEmpty, !disableDisplayLink else { return }
    render(list, at: beginTime > 0 ? beginTime : CACurrentMediaTime())
  }

  /// Requests frames only while something runs.
  private func updateTicker() {
    let isIdle = disableDisplayLink || (observers.isEmpty && attachedCount == 0)
    if let ticker {
      ticker.isPaused = isIdle
    } else if !isIdle {
      ticker = FrameTicker { [weak self] ticker in
        guard let self else { return ticker.invalidate() }
        // Not those added at this very time: a second move of no time would look like rest.
        render(items.filter { $0.animation.lastTime != ticker.timestamp }, at: ticker.timestamp)
      }
    }
  }

  private func render(_ list: [AnimatorItem], at time: CFTimeInterval) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    delegate?.animatorWillAnimate(self)
    for item in list where item.isAttached { render(item, at: time) }
    for observer in observers { observer.animatorDidAnimate(self) }
    if items.count > attachedCount { items.removeAll { !$0.isAttached } }
    updateTicker()
    delegate?.animatorDidAnimate(self)
    CATransaction.commit()
  }

  private func render(_ item: AnimatorItem, at time: CFTimeInterval) {
    let animation = item.animation
    guard let object = item.owner.object else {
      detach(item)
      animation.stop(removing: true, finished: false)
      return
    }
    animation.startIfDue(on: object, at: time)
    guard animation.isRunning else { return }
    animation.apply(to: object, at: time)
    guard animation.isDone else { return }
    animation.applyEnd(to: object)
    guard animation.countLap() else {
      finish(item)
      return
    }
    animation.prepareLap()
    animation.stop(removing: false, finished: false)
    guard item.isAttached else { return }
    animation.reset(all: true)
    animation.startIfDue(on: object, at: time)
  }

  private func finish(_ item: AnimatorItem) {
    let leaves = item.animation.removedOnCompletion
    if leaves { detach(item) }
    item.animation.stop(removing: leaves, finished: true)
  }
}

private final class AnimatorOwner {
  weak var object: NSObject?
  let id: ObjectIdentifier
  private(set) var items: [AnimatorItem] = []

  init(_ object: NSObject) { (self.object, id) = (object, ObjectIdentifier(object)) }

  subscript(key: String) -> AnimatorItem? { items.first { $0.key == key } }
  func add(_ item: AnimatorItem) { items.append(item) }
  func remove(_ item: AnimatorItem) { items.removeAll { $0 === item } }
}

private final class AnimatorItem {
  let animation: POPAnimation
  let key: String
  let owner: AnimatorOwner
  var isAttached = true

  init(_ animation: POPAnimation, key: String, owner: AnimatorOwner) {
    (self.animation, self.key, self.owner) = (animation, key, owner)
  }
}

private final class SharedAnimator: StageValue {
  let animator = POPAnimator()

  init() {}
  func next() -> SharedAnimator { SharedAnimator() }
}
