extension PresetCue {
  package static let standardName = "beat"

  package enum Search: String, Sendable, CaseIterable {
    /// Regular beats.
    case beats
    case onsets

    package var standardName: String { self == .beats ? PresetCue.standardName : "onset" }
  }

  /// Maximum number of cues in a document.
  package static let most = 10_000
  /// Seconds.
  package static let range = 0.0...86_400

  /// Whether a string can be the name of a cue: letters, digits, `_` and `-`, not starting with a digit, and not a
  /// keyword of times.
  package static func isName(_ text: some StringProtocol) -> Bool {
    PresetVariable.isName(text) && !["now", "every"].contains(String(text))
  }
}

extension [PresetCue] {
  var inOrder: [PresetCue] {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// Times of the cues by name, in list order.
  package var timesByName: [String: [Double]] { Dictionary(grouping: self, by: \.name).mapValues { $0.map(\.time) } }
}
