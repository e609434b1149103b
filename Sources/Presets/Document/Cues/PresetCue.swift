/// A moment of a movie with a name: a beat, a drop. Events of the timeline name it instead of seconds: `at: "beat 4"`.
public struct PresetCue: Sendable {
  /// Name; several cues may share one, and are counted then.
  public let name: String
  /// Seconds from the movie's start.
  public let time: Double
  /// Place in the document's list; nil for one of a file or a sound.
  package var index: Int?

  /// A cue at a time, in seconds from the movie's start.
  public init(name: String, time: Double) { (self.name, self.time) = (name, time) }

  /// Name of cues that are given none.
  package static let standardName = "beat"

  /// What is looked for in a sound.
  package enum Search: String, Sendable, CaseIterable {
    /// Moments at which people would clap.
    case beats
    /// Everything that begins.
    case onsets

    /// Name of cues that are given none.
    package var standardName: String { self == .beats ? PresetCue.standardName : "onset" }
  }

  /// Cues of a document.
  package static let most = 10_000
  /// Seconds.
  package static let range = 0.0...86_400

  /// Whether a text may be a cue's name: letters, digits, `_` and `-`, no digit first, and no word of times.
  package static func isName(_ text: some StringProtocol) -> Bool {
    PresetVariable.isName(text) && !["now", "every"].contains(String(text))
  }
}

extension PresetCue: Equatable {
  /// Equal names and times; where they stand does not count.
  public static func == (left: PresetCue, right: PresetCue) -> Bool {
    left.name == right.name && left.time == right.time
  }
}

extension [PresetCue] {
  /// By time; those of one time as they are.
  var inOrder: [PresetCue] {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// Seconds of the cues of each name, in the order of the list.
  var timesByName: [String: [Double]] { Dictionary(grouping: self, by: \.name).mapValues { $0.map(\.time) } }
}
