/// A named moment of a movie: a beat, a drop. Events of a timeline refer to it instead of seconds: `at: "beat 4"`.
public struct PresetCue: Sendable {
  /// Name; cues that share one are numbered by time.
  public let name: String
  /// Seconds from the movie's start.
  public let time: Double
  /// Index in the document's list; nil for a cue of a file or a sound.
  package var index: Int?

  /// A cue at a time, in seconds from the movie's start.
  public init(name: String, time: Double) { (self.name, self.time) = (name, time) }
}

extension PresetCue: Equatable {
  /// Equal names and times.
  public static func == (left: PresetCue, right: PresetCue) -> Bool {
    left.name == right.name && left.time == right.time
  }
}
