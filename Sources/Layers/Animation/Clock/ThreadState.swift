import Synchronization

/// The per-thread state of Core Animation: the virtual clock, the open transactions and pending events. Here it belongs
/// to a movie (`ScriptStage`). It is on one thread at a time: the thread that makes the movie, or another one while
/// that renders.
final class ThreadState {
  /// Seconds. Not near 0, because a cell with `beginTime` 0 has emitted since media time 0.
  var mediaTime = 1000.0
  /// Whether a movie has set the clock and runs its script on this thread.
  var isDriven = false
  var transactions: [TransactionLevel] = []
  /// Published roots that changed since the last outermost commit.
  var changedRoots: [CALayer] = []
  var agenda = AnimationAgenda()
  var quietEnds = UnobservedCompletions()
  var remarks = ScriptRemarks()
  var frameTicks = FrameTicks()
  /// Active display links, retained as a run loop does.
  var displayLinks: [CADisplayLink] = []
  /// Handlers of notifications. They return false after the observer is deallocated.
  var notificationActions: [UUID: (Notification) -> Bool] = [:]
  /// Tiled layers to update at commits.
  var tiledLayers: [WeakLayer] = []
  /// Property keys of stored values; nil for those without an action.
  var actionKeys: [ActionPath: String?] = [:]
  /// Values of other modules by type (`StageValue`).
  var values: [ObjectIdentifier: any StageValue] = [:]
  weak var stage: ScriptStage?
  /// Number of the current slot, or 0. Atomic, because threads that held the state before read it, and the thread that
  /// gets it back must see all changes.
  private let holder = Atomic(UInt(0))

  func plan(_ entry: AnimationEntry, of layer: CALayer) {
    let now = mediaTime
    agenda.add(entry, of: layer, now: now)
  }

  static var current: ThreadState { places.value.state }

  /// Passes the state without retaining it: each change of a layer uses it.
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

  /// The slot of a thread that holds its state.
  private final class Place {
    let number: UInt
    /// May have moved to another thread.
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
  func stay() { Self.places.value.put(self) }

  /// Runs a body with this as the thread's state, and restores the previous state on other threads. On its own thread
  /// the state stays, unless the call is nested in another one.
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
