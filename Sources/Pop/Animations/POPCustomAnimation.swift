/// Calls a block at every frame with the object and the animation, until it answers false.
public typealias POPCustomAnimationBlock = (Any?, POPCustomAnimation?) -> Bool

/// An animation that is up to a block (behavior.md 9.1).
open class POPCustomAnimation: POPAnimation {
  private let block: POPCustomAnimationBlock
  private var hasEnded = false
  /// Media time of this call in seconds.
  open private(set) var currentTime: CFTimeInterval = 0
  /// Seconds since the last call; 0 at the first.
  open private(set) var elapsedTime: CFTimeInterval = 0
  private var plannedTime: CFTimeInterval = 0

  /// An animation that calls a block each frame, which answers whether to go on.
  public init(block: @escaping POPCustomAnimationBlock) {
    self.block = block
    super.init()
  }

  /// Once started: when it did.
  open override var beginTime: CFTimeInterval {
    get { startTime > 0 ? startTime : plannedTime }
    set { plannedTime = newValue }
  }
  override var dueTime: CFTimeInterval { plannedTime }
  override var configuredBeginTime: CFTimeInterval { plannedTime }

  override func advance(_ object: NSObject, to time: CFTimeInterval, elapsed: CFTimeInterval) -> Bool {
    (currentTime, elapsedTime) = (time, elapsed)
    hasEnded = !block(object, self)
    return true
  }

  override func reset(all: Bool) {
    super.reset(all: all)
    (hasEnded, currentTime, elapsedTime) = (false, 0, 0)
  }

  override var isDone: Bool { hasEnded }

  override func emptyCopy() -> POPAnimation { POPCustomAnimation(block: block) }
}
