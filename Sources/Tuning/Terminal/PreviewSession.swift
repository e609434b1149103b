/// State of a terminal preview and its keys, independent of terminal and clock.
package struct PreviewSession {
  package let movie: Movie
  /// Seconds from the start.
  package private(set) var time = 0.0
  package private(set) var isPaused = false

  package init(_ movie: Movie) { self.movie = movie }

  /// Advances the time. The movie restarts at its end.
  package mutating func advance(by seconds: Double) {
    guard !isPaused, movie.duration > 0 else { return }
    time = (time + seconds * movie.speed).truncatingRemainder(dividingBy: movie.duration)
  }

  /// Returns false for keys that quit.
  package mutating func press(_ key: PreviewKey) -> Bool {
    switch key {
    case .character("q"), .character("\u{3}"): return false
    case .character(" "): isPaused.toggle()
    case .left: seek(-movie.duration / 20)
    case .right: seek(movie.duration / 20)
    case .down: seek(-movie.speed / movie.framesPerSecond)
    case .up: seek(movie.speed / movie.framesPerSecond)
    case .character: break
    }
    return true
  }

  private mutating func seek(_ seconds: Double) {
    time = min(max(0, time + seconds), max(0, movie.duration - movie.speed / movie.framesPerSecond))
  }

  package func status(framesPerSecond: Double, particles: Int, width: Int) -> String {
    let state = isPaused ? "paused" : String(format: "%.1f fps", framesPerSecond)
    let clock = String(format: "%.2f/%.2f s", time / movie.speed, movie.duration / movie.speed)
    return String(" \(clock)  \(state)  \(particles) particles  seed \(movie.seed)".prefix(max(0, width)))
  }
}

package enum PreviewKey: Sendable, Equatable {
  case character(Character)
  case left, right, up, down

  /// Extracts keys from terminal input. Other sequences, such as late replies, are dropped.
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
      index += 2
      while index < bytes.count, bytes[index] < 0x40 { index += 1 }
      let arrows: [UInt8: PreviewKey] = [0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left]
      if index < bytes.count, let key = arrows[bytes[index]] { keys.append(key) }
      index += 1
    }
    return keys
  }
}
