/// A named moment of a movie, such as a beat. Timeline events can use it instead of seconds: `at: "beat 4"`.
public struct PresetCue: Sendable {
  /// Name of the cue. Cues with the same name are numbered by time.
  public let name: String
  /// Seconds from the start of the movie.
  public let time: Double
  /// Index in the document's list, or nil for a cue from a file or sound.
  package var index: Int?

  /// Creates a cue at a time in seconds from the start of the movie.
  public init(name: String, time: Double) { (self.name, self.time) = (name, time) }
}

extension PresetCue: Equatable {
  /// Cues with equal names and times are equal.
  public static func == (left: PresetCue, right: PresetCue) -> Bool {
    left.name == right.name && left.time == right.time
  }
}
