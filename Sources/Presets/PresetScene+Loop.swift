import StarmineLayers

extension PresetScene {
  /// How a scene goes on after its end: `6s`, `blend`, `6s blend`.
  public struct Loop: Equatable, Sendable {
    /// Seconds of a round; nil: as long as the movie.
    public var length: Double?
    /// Fades from the end over into the beginning, instead of letting emitters go round.
    public var blends: Bool

    /// A loop of a length in seconds.
    public init(length: Double? = nil, blends: Bool = false) { (self.length, self.blends) = (length, blends) }

    /// The word for cross-fading.
    package static let blendWord = "blend"

    /// Reads a length, the word `blend`, or both.
    package init(parsing text: String) throws(ValueMismatchError) {
      self.init()
      let words = text.split { $0 == " " || $0 == "," }
      guard (1...2).contains(words.count) else { throw Self.mismatch(text) }
      for word in words {
        if word == Self.blendWord, !blends {
          blends = true
        } else if length == nil {
          length = try Self.length(word)
        } else {
          throw Self.mismatch(text)
        }
      }
    }

    init(_ value: DocumentValue) throws(ValueMismatchError) {
      switch value.content {
      case .string(let text): try self.init(parsing: text)
      case .number(let number):
        guard number > 0, number <= 86_400 else { throw Self.mismatch(value.quoted) }
        self.init(length: number)
      default: throw Self.mismatch(value.quoted)
      }
    }

    private static func length(_ word: Substring) throws(ValueMismatchError) -> Double {
      let number = try NumberText.parse(word, unit: .seconds)
      guard number > 0, number <= 86_400 else { throw mismatch(String(word)) }
      return number
    }

    private static func mismatch(_ text: String) -> ValueMismatchError {
      ValueMismatchError("expected a length such as 6s, the word blend, or both, found \(text.prefix(40))")
    }

    /// As `--loop` takes it.
    package var option: String { text.replacing(" ", with: ",") }

    /// As documents spell it.
    package var text: String {
      [length.map { "\($0.shortText)s" }, blends ? Self.blendWord : nil].compactMap { $0 }.joined(separator: " ")
    }
  }
}
