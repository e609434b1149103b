import Synchronization

/// What Core Animation keeps for a thread: the virtual clock, the open transactions and what is ahead. Here it belongs
/// to a movie (`ScriptStage`) and is on one thread at a time: on the one that makes the movie, and on any other while
/// that draws.
final class ThreadState {
  /// Seconds. Far from 0, because a cell whose `beginTime` is 0 has been emitting since media time 0.
  var mediaTime = 1000.0
  /// Whether something has set the clock: a movie, whose script runs on the thread.
  var isDriven = false
  var transactions: [TransactionLevel] = []
  /// Published roots that have changed since the last outermost commit.
  var changedRoots: [CALayer] = []
  var agenda = AnimationAgenda()
  var quietEnds = QuietEnds()
  var remarks = ScriptRemarks()
  var frameTicks = FrameTicks()
  /// Those that are called; the thread holds them as a run loop does.
  var displayLinks: [CADisplayLink] = []
  /// Answer to a notification; false when the observer is gone.
  var notificationActions: [UUID: (Notification) -> Bool] = [:]
  /// Those that have been displayed.
  var tiledLayers: [WeakTiledLayer] = []
  /// Keys of the rows behind stored values; nil for those without an action.
  var actionKeys: [ActionPath: String?] = [:]
  /// What other modules keep with it, by type (`StageValue`).
  var values: [ObjectIdentifier: any StageValue] = [:]
  /// The movie whose state this is; nil while there is none.
  weak var stage: ScriptStage?
  /// Number of the place that it is in; 0 for none. Read by threads that have been here before: the one that it comes
  /// back to sees what was done elsewhere.
  private let holder = Atomic(UInt(0))

  /// Puts the next moment of an animation on the agenda.
  func plan(_ entry: AnimationEntry, of layer: CALayer) {
    let now = mediaTime
    agenda.add(entry, of: layer, now: now)
  }

  /// The state of the calling thread.
  static var current: ThreadState { places.value.state }

  /// Calls with it uncounted: each change of a layer asks for it.
  @inline(__always)
  static func withCurrent<Result>(_ body: (ThreadState) -> Result) -> Result {
    places.withValue { place in
      let state = place.held
      return state.isHeld(by: place) ? body(state) : body(place.state)
    }
  }

  private static let places = ThreadLocal { Place() }

  @inline(__always)
  private func isHeld(by place: Place) -> Bool { holder.load(ordering: .acquiring) == place.number }

  /// Where a thread has its state.
  private final class Place {
    let number: UInt
    /// May have gone to another thread.
    fileprivate(set) var held: ThreadState
    private static let count = Atomic(UInt(0))

    init() {
      number = Self.count.add(1, ordering: .relaxed).newValue
      held = ThreadState()
      held.holder.store(number, ordering: .releasing)
    }

    var state: ThreadState {
      if !held.isHeld(by: self) { put(ThreadState()) }
      return held
    }

    func put(_ state: ThreadState) {
      held = state
      state.holder.store(number, ordering: .releasing)
    }
  }
}

extension ThreadState {
  /// Makes this the thread's state.
  func stay() { Self.places.value.put(self) }

  /// Runs a body with this as the thread's state. On the thread that has it anyway it stays, unless it is inside of
  /// another's; on any other the thread has its own again afterwards.
  func run<Result, Failure: Error>(isInside: Bool, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let place = Self.places.value
    let (former, formerHolder) = (place.state, holder.load(ordering: .relaxed))
    place.put(self)
    defer {
      if formerHolder != place.number || isInside {
        place.put(former)
        if former !== self { holder.store(formerHolder, ordering: .releasing) }
      }
    }
    return try body()
  }
}
