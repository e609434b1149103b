import Foundation
package import Starmine
package import StarminePresets

/// A key of an interactive preview.
package enum PreviewKey: Sendable, Equatable {
  case character(Character)
  case left, right, up, down

  /// Takes the keys out of what a terminal sent. Sequences that are no key, such as late answers, are dropped.
  package static func keys(in bytes: [UInt8]) -> [PreviewKey] {
    var keys: [PreviewKey] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == 0x1B else {
        keys.append(.character(Character(UnicodeScalar(bytes[index]))))
        index += 1
        continue
      }
      let isSequence = index + 1 < bytes.count && (bytes[index + 1] == 0x5B || bytes[index + 1] == 0x4F)
      guard isSequence else {
        index += 1
        continue
      }
      // Parameters, then one final byte.
      index += 2
      while index < bytes.count, bytes[index] < 0x40 { index += 1 }
      let arrows: [UInt8: PreviewKey] = [0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left]
      if index < bytes.count, let key = arrows[bytes[index]] { keys.append(key) }
      index += 1
    }
    return keys
  }
}

/// State of an interactive preview, and how keys change it; knows no terminal and no clock.
package struct PreviewSession {
  /// Request to the caller after a key.
  package enum Request: Sendable, Equatable {
    case nothing, quit, save
  }

  private let load: ([PropertyOverride]) throws -> PresetScene
  package private(set) var movie: Movie
  package private(set) var knobs: [Knob]
  package private(set) var selected = 0
  /// Changes to everything that was turned, in the order of turning.
  package private(set) var changes: [PropertyOverride] = []
  /// Nil until it was changed.
  package private(set) var newSeed: UInt32?
  /// Seconds from the start.
  package private(set) var time = 0.0
  package private(set) var isPaused = false
  /// Last event, for the status line.
  package var message = ""

  /// - Parameter load: makes the scene with changes; errors are thrown on, later ones shown.
  package init(_ load: @escaping ([PropertyOverride]) throws -> PresetScene) throws {
    self.load = load
    let scene = try load([])
    (movie, knobs) = (Movie(scene), scene.knobs)
  }

  /// Lets time pass; the movie starts again at its end.
  package mutating func advance(by seconds: Double) {
    guard !isPaused, movie.duration > 0 else { return }
    time = (time + seconds).truncatingRemainder(dividingBy: movie.duration)
  }

  /// Ctrl-C and q quit, space pauses, arrows seek, brackets choose, plus and minus turn, s saves, r draws other
  /// numbers.
  package mutating func press(_ key: PreviewKey) -> Request {
    message = ""
    switch key {
    case .character("q"), .character("\u{3}"): return .quit
    case .character("s"): return .save
    case .character(" "): isPaused.toggle()
    case .character("["): select(-1)
    case .character("]"): select(1)
    case .character("+"), .character("="): turn(up: true)
    case .character("-"), .character("_"): turn(up: false)
    case .character("r"): reseed()
    case .left: seek(-movie.duration / 20)
    case .right: seek(movie.duration / 20)
    case .down: seek(-1 / movie.framesPerSecond)
    case .up: seek(1 / movie.framesPerSecond)
    case .character: break
    }
    return .nothing
  }

  private mutating func seek(_ seconds: Double) {
    time = min(max(0, time + seconds), max(0, movie.duration - 1 / movie.framesPerSecond))
  }

  private mutating func select(_ step: Int) {
    guard !knobs.isEmpty else { return }
    selected = (selected + step + knobs.count) % knobs.count
  }

  private mutating func turn(up: Bool) {
    guard knobs.indices.contains(selected) else { return }
    let change = knobs[selected].turned(up: up)
    rebuild(changes.filter { $0.path != change.path } + [change])
  }

  private mutating func reseed() {
    newSeed = movie.seed &+ 1
    rebuild(changes)
  }

  /// Keeps time and pause; what cannot be built leaves everything as it is.
  private mutating func rebuild(_ changes: [PropertyOverride]) {
    do {
      let path = knobs.indices.contains(selected) ? knobs[selected].path : ""
      var scene = try load(changes)
      if let newSeed { scene.seed = newSeed }
      let knobs = scene.knobs
      (movie, self.knobs, self.changes) = (Movie(scene), knobs, changes)
      selected = knobs.firstIndex { $0.path == path } ?? 0
    } catch {
      message = "\(error)"
    }
  }

  /// One line of at most `width` characters.
  package func status(framesPerSecond: Double, particles: Int, width: Int) -> String {
    let state = isPaused ? "paused" : String(format: "%.1f fps", framesPerSecond)
    let knob = knobs.indices.contains(selected) ? knobs[selected].text : "nothing to turn"
    let clock = String(format: "%.2f/%.2f s", time, movie.duration)
    let news = message.isEmpty ? "\(knob)  space [ ] - + arrows s r q" : message
    let text = " \(clock)  \(state)  \(particles) particles  seed \(movie.seed)  \(news)"
    return String(text.prefix(max(0, width)))
  }
}
