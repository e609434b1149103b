// String forms of movie settings for documents, options and `--set`.

extension MovieSettings.Bloom {
  package init(parsing text: String) throws(ValueMismatchError) {
    var numbers: [Double] = []
    for (index, word) in text.split(whereSeparator: { $0 == " " || $0 == "," }).enumerated() {
      numbers.append(try NumberText.parse(word, unit: index == 0 && text.contains("pt") ? .points : .none))
    }
    try self.init(numbers, text)
  }

  init(_ value: DocumentValue) throws(ValueMismatchError) {
    switch value.content {
    case .string(let text): try self.init(parsing: text)
    case .number(let number): try self.init([number], value.quoted)
    default: throw Self.mismatch(value.quoted)
    }
  }

  private init(_ numbers: [Double], _ text: String) throws(ValueMismatchError) {
    guard (1...2).contains(numbers.count), let intensity = numbers.last, (0...16).contains(intensity) else {
      throw Self.mismatch(text)
    }
    self.init(intensity: intensity)
    guard numbers.count == 2 else { return }
    guard (0...1000).contains(numbers[0]) else { throw Self.mismatch(text) }
    radius = numbers[0]
  }

  private static func mismatch(_ text: String) -> ValueMismatchError {
    ValueMismatchError(
      "expected an intensity from 0 to 16, or a radius in points and an intensity (12 0.6), found \(text.prefix(40))")
  }

  package var text: String { "\(radius.shortText) \(intensity.shortText)" }
}

extension MovieSettings.Loop {
  package static let blendWord = "blend"

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

  package var text: String {
    [length.map { "\($0.shortText)s" }, blends ? Self.blendWord : nil].compactMap { $0 }.joined(separator: " ")
  }
}
