/// A block that takes the object and the animation at every frame. It returns whether to continue.
public typealias POPCustomAnimationBlock = (Any?, POPCustomAnimation?) -> Bool

/// An animation whose motion is defined by a block (behavior.md 9.1).
open class POPCustomAnimation: POPAnimation {
  private let block: POPCustomAnimationBlock
  private var hasEnded = false
  /// Media time of the present call in seconds.
  open private(set) var currentTime: CFTimeInterval = 0
  /// Seconds since the last call; 0 in the first call.
  open private(set) var elapsedTime: CFTimeInterval = 0
  private var plannedTime: CFTimeInterval = 0

  /// Creates an animation that calls a block at each frame. The block returns whether to continue.
  public init(block: @escaping POPCustomAnimationBlock) {
    self.block = block
    super.init()
  }

  /// Start in media time; after the start, the actual time of the start.
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
