/// The per-thread state of Core Animation that belongs to a movie: media clock, pending animations, frame ticks,
/// transactions, display links, and the state of views and POP. With it, a movie renders correctly from any thread, one
/// thread at a time, and can alternate with other movies.
///
/// A new movie takes the state of the thread, with everything built on it. If that state belongs to a movie that still
/// exists, the new movie gets a separate state and takes the animations of its layers along.
package final class ScriptStage {
  private let state: ThreadState
  /// Nesting depth of `run`.
  private var depth = 0

  /// Takes the state of the thread, or the part of it that belongs to the layers of `root`.
  package init(root: CALayer) {
    let present = ThreadState.current
    guard let other = present.stage else {
      state = present
      state.stage = self
      return
    }
    state = present.makeNext(for: root)
    state.stage = self
    // Inside another movie's script, that script continues.
    if other.depth == 0 { state.stay() }
  }

  /// Creates a stage for what the first call of `run` builds.
  package init() {
    state = ThreadState.current.makeNext(for: nil)
    state.stage = self
  }

  /// The next movie of the thread does not inherit the warnings.
  deinit { state.remarks = ScriptRemarks() }

  /// Runs part of the movie's script with this stage as the state of the thread.
  package func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = ThreadState.current.stage
    let isInside = outer.map { $0.depth > 0 } ?? false
    depth += 1
    defer { depth -= 1 }
    return try state.run(isInside: isInside, body)
  }
}

/// An object that a module stores in each stage.
package protocol StageValue: AnyObject {
  /// Creates the first value of a thread.
  init()
  /// Returns the value of a new stage on the thread while this stage continues.
  func next() -> Self
}

extension StageValue {
  /// The object of the calling thread's stage, created on first use.
  package static var ofStage: Self {
    let (state, key) = (ThreadState.current, ObjectIdentifier(Self.self))
    if let value = state.values[key] as? Self { return value }
    let value = Self()
    state.values[key] = value
    return value
  }
}

extension ThreadState {
  /// Creates a second state with the parts that belong to the layers of a root.
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
  fileprivate var root: CALayer {
    var layer = self
    while let next = layer.container { layer = next }
    return layer
  }
}
