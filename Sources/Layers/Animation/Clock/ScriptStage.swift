/// A movie's share of what Core Animation keeps for a thread: media clock, animations ahead, frame ticks, transactions,
/// display links, and what views and POP have there. With it a movie draws right from any thread, one at a time, and in
/// turn with others.
///
/// The stage of a new movie is what the thread has, with all that was built on it. Where that belongs to a living movie
/// already, the new one has a stage of its own, and takes the animations of its layers along.
package final class ScriptStage {
  private let state: ThreadState
  /// Bodies of `run` that are running, one inside of the other.
  private var depth = 0

  /// Takes the thread's stage, or what belongs to the layers of `root` in it.
  package init(root: CALayer) {
    let present = ThreadState.current
    guard let other = present.stage else {
      state = present
      state.stage = self
      return
    }
    state = present.makeNext(for: root)
    state.stage = self
    // Inside of another movie's script that one goes on.
    if other.depth == 0 { state.stay() }
  }

  /// A new stage, for what the first call of `run` builds.
  package init() {
    state = ThreadState.current.makeNext(for: nil)
    state.stage = self
  }

  /// The thread's next movie does not inherit the remarks.
  deinit { state.remarks = ScriptRemarks() }

  /// Runs a body of the movie's script: what it asks of the thread is answered by this stage.
  package func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = ThreadState.current.stage
    let isInside = outer.map { $0.depth > 0 } ?? false
    depth += 1
    defer { depth -= 1 }
    return try state.run(isInside: isInside, body)
  }
}

/// An object that a module keeps with each stage.
package protocol StageValue: AnyObject {
  /// The first of a thread.
  init()
  /// The one of a stage that is made on the thread while this one's goes on.
  func next() -> Self
}

extension StageValue {
  /// The object of the calling thread's stage, made on first use.
  package static var ofStage: Self {
    let (state, key) = (ThreadState.current, ObjectIdentifier(Self.self))
    if let value = state.values[key] as? Self { return value }
    let value = Self()
    state.values[key] = value
    return value
  }
}

extension ThreadState {
  /// A new state beside this one, with what belongs to the layers of a root.
  fileprivate func makeNext(for root: CALayer?) -> ThreadState {
    let next = ThreadState()
    next.values = values.mapValues { $0.next() }
    guard let root else { return next }
    next.agenda = agenda.takeOut { $0.root === root }
    next.tiledLayers = tiledLayers.filter { $0.layer?.root === root }
    tiledLayers.removeAll { $0.layer?.root === root }
    return next
  }
}

extension CALayer {
  /// The layer above all that are around this one.
  fileprivate var root: CALayer {
    var layer = self
    while let next = layer.container { layer = next }
    return layer
  }
}
