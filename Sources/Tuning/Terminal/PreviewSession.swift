package import StarmineRendering
import Foundation
package import StarmineCore
package import StarminePresets

/// State of an interactive preview, and how keys change it; knows no terminal and no clock.
package struct PreviewSession {
  /// Request to the caller after a key.
  package enum Request: Sendable, Equatable {
    case nothing, quit, save
    /// Save, and quit if that went well.
    case saveAndQuit
  }

  /// Keys turned at one moment.
  private struct State {
    var changes: [PropertyOverride] = []
    var seed: UInt32?
  }

  private let load: ([PropertyOverride]) throws -> PresetScene
  package private(set) var movie: Movie
  package private(set) var knobs: [Knob]
  package private(set) var selected = 0
  private var state = State()
  private var saved = State()
  private var undone: [State] = []
  private var done: [State] = []
  /// Seconds from the start.
  package private(set) var time = 0.0
  package private(set) var isPaused = false
  /// Whether the keys are listed.
  package private(set) var showsHelp = false
  /// Whether the next key answers what becomes of unsaved changes.
  package private(set) var isAsking = false
  /// Last event, for the status line.
  package var message = ""

  /// Changes to everything that was turned, in the order of turning.
  package var changes: [PropertyOverride] { state.changes }
  /// Nil until it was changed.
  package var newSeed: UInt32? { state.seed }
  /// Whether something was turned since the last saving.
  package var hasUnsavedChanges: Bool { state.changes != saved.changes || state.seed != saved.seed }

  /// - Parameter load: makes the scene with changes; errors are thrown on, later ones shown.
  package init(_ load: @escaping ([PropertyOverride]) throws -> PresetScene) throws {
    self.load = load
    let scene = try load([])
    (movie, knobs) = (Movie(scene), scene.knobs)
  }

  /// Lets time pass; the movie starts again at its end.
  package mutating func advance(by seconds: Double) {
    guard !isPaused, movie.duration > 0 else { return }
    time = (time + seconds * movie.speed).truncatingRemainder(dividingBy: movie.duration)
  }

  /// Says that the present state is in a file.
  package mutating func noteSaved() { saved = state }

  /// Effects of keys, one row each: the program prints it.
  package static let help: [(keys: String, meaning: String)] = [
    ("space", "pause, go on"), ("left right", "seek"), ("up down", "a frame forward, back"),
    ("[ ]", "the parameter before, after"), ("{ }", "the cell before, after"), ("- +", "turn the parameter"),
    ("0", "the parameter as it was"), ("x", "everything as it was"), ("u U", "undo, redo"), ("r", "another seed"),
    ("s", "save the document"), ("?", "these keys"), ("q", "quit"),
  ]

  package mutating func press(_ key: PreviewKey) -> Request {
    message = ""
    if isAsking { return answer(key) }
    if showsHelp {
      showsHelp = false
      if key == .character("?") { return .nothing }
    }
    switch key {
    case .character("q"), .character("\u{3}"): return quit()
    case .character("s"): return .save
    case .character("?"): showsHelp = true
    case .character(" "): isPaused.toggle()
    case .left: seek(-movie.duration / 20)
    case .right: seek(movie.duration / 20)
    case .down: seek(-movie.speed / movie.framesPerSecond)
    case .up: seek(movie.speed / movie.framesPerSecond)
    case .character(let character): turn(character)
    }
    return .nothing
  }

  private mutating func turn(_ character: Character) {
    switch character {
    case "[": select(-1)
    case "]": select(1)
    case "{": selectOwner(-1)
    case "}": selectOwner(1)
    case "+", "=": turn(up: true)
    case "-", "_": turn(up: false)
    case "0": reset()
    case "x": change(to: State())
    case "u": undo()
    case "U": redo()
    case "r": change(to: State(changes: state.changes, seed: movie.seed &+ 1))
    default: break
    }
  }

  private mutating func quit() -> Request {
    guard hasUnsavedChanges else { return .quit }
    isAsking = true
    message = "unsaved changes: s saves and quits, q quits, any other key stays"
    return .nothing
  }

  private mutating func answer(_ key: PreviewKey) -> Request {
    isAsking = false
    switch key {
    case .character("q"), .character("\u{3}"), .character("y"): return .quit
    case .character("s"): return .saveAndQuit
    default: return .nothing
    }
  }

  private mutating func seek(_ seconds: Double) {
    time = min(max(0, time + seconds), max(0, movie.duration - movie.speed / movie.framesPerSecond))
  }

  // MARK: Parameters

  private mutating func select(_ step: Int) {
    guard !knobs.isEmpty else { return }
    selected = (selected + step + knobs.count) % knobs.count
  }

  /// The first parameter of the next cell or layer, or of the one before.
  private mutating func selectOwner(_ step: Int) {
    guard knobs.indices.contains(selected) else { return }
    let owners = knobs.reduce(into: [String]()) { if $0.last != $1.owner { $0.append($1.owner) } }
    guard let place = owners.firstIndex(of: knobs[selected].owner) else { return }
    let next = owners[(place + step + owners.count) % owners.count]
    selected = knobs.firstIndex { $0.owner == next } ?? selected
  }

  private mutating func turn(up: Bool) {
    guard knobs.indices.contains(selected) else { return }
    let change = knobs[selected].turned(up: up)
    self.change(to: State(changes: state.changes.filter { $0.path != change.path } + [change], seed: state.seed))
  }

  private mutating func reset() {
    guard knobs.indices.contains(selected) else { return }
    let path = knobs[selected].path
    change(to: State(changes: state.changes.filter { $0.path != path }, seed: state.seed))
  }

  private mutating func undo() {
    guard let last = done.popLast() else {
      message = "nothing to undo"
      return
    }
    undone.append(state)
    rebuild(last)
  }

  private mutating func redo() {
    guard let next = undone.popLast() else {
      message = "nothing to redo"
      return
    }
    done.append(state)
    rebuild(next)
  }

  private mutating func change(to next: State) {
    let before = state
    guard rebuild(next) else { return }
    done.append(before)
    undone = []
  }

  /// Keeps time and pause; what cannot be built leaves everything as it is.
  @discardableResult
  private mutating func rebuild(_ next: State) -> Bool {
    do {
      let path = knobs.indices.contains(selected) ? knobs[selected].path : ""
      var scene = try load(next.changes)
      if let seed = next.seed { scene.seed = seed }
      let knobs = scene.knobs
      (movie, self.knobs, state) = (Movie(scene), knobs, next)
      selected = knobs.firstIndex { $0.path == path } ?? min(selected, max(0, knobs.count - 1))
      return true
    } catch {
      message = "\(error)"
      return false
    }
  }

  // MARK: Status

  /// Two lines of at most `width` characters: the parameter with its value, and the clock.
  package func status(framesPerSecond: Double, particles: Int, width: Int) -> [String] {
    let state = isPaused ? "paused" : String(format: "%.1f fps", framesPerSecond)
    let clock = String(format: "%.2f/%.2f s", time / movie.speed, movie.duration / movie.speed)
    let unsaved = hasUnsavedChanges ? "  changed" : ""
    let rest = "\(clock)  \(state)  \(particles) particles  seed \(movie.seed)\(unsaved)  ? keys"
    return [message.isEmpty ? parameter : message, rest].map { String(" \($0)".prefix(max(0, width))) }
  }

  private var parameter: String {
    guard knobs.indices.contains(selected) else { return "nothing to turn" }
    return "\(knobs[selected].text)  (\(selected + 1) of \(knobs.count))"
  }
}
