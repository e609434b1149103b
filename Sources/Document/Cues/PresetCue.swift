extension PresetCue {
  package static let standardName = "beat"

  package enum Search: String, Sendable, CaseIterable {
    /// Moments at which people would clap.
    case beats
    case onsets

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

extension [PresetCue] {
  /// By time; those of one time as they are.
  var inOrder: [PresetCue] {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// Seconds of the cues of each name, in the order of the list.
  package var timesByName: [String: [Double]] { Dictionary(grouping: self, by: \.name).mapValues { $0.map(\.time) } }
}
