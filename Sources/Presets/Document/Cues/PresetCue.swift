/// A moment of a movie with a name: a beat, a drop. Events of the timeline name it instead of seconds: `at: "beat 4"`.
public struct PresetCue: Sendable, Equatable {
  /// Name; several cues may share one, and are counted then.
  public let name: String
  /// Seconds from the movie's start.
  public let time: Double

  /// A cue at a time, in seconds from the movie's start.
  public init(name: String, time: Double) { (self.name, self.time) = (name, time) }

  /// Name of cues that are given none.
  package static let standardName = "beat"
  /// Cues of a document.
  static let most = 10_000
  /// Seconds.
  static let range = 0.0...86_400

  /// Whether a text may be a cue's name: letters, digits, `_` and `-`, no digit first, and no word of times.
  static func isName(_ text: some StringProtocol) -> Bool {
    PresetVariable.isName(text) && !["now", "every"].contains(String(text))
  }
}
