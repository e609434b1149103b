/// What animators take text apart into: its characters, letters, words and lines.
package struct TextUnits: Sendable {
  /// Places that a character has among the units of each kind, in the order in which text is read.
  package struct Places: Sendable {
    package var character: Int
    /// Nil for spaces.
    package var letter: Int?
    package var word: Int
    package var line: Int
  }

  /// One for each character; ends of lines are none.
  package private(set) var characters: [Places] = []
  /// How many units of each kind there are.
  package private(set) var counts = Places(character: 0, letter: 0, word: 0, line: 0)
  /// For each byte of the text, the character that it belongs to.
  private var ofByte: [Int] = []

  package init(_ text: TypesetText) {
    let bytes = text.bytes
    ofByte.reserveCapacity(bytes.count)
    var (letters, words, line, isInWord) = (0, 0, 0, false)
    for character in String(decoding: bytes, as: UTF8.self) {
      let isSpace = character.isWhitespace
      if !isSpace { words += isInWord ? 0 : 1 }
      isInWord = !isSpace
      while line + 1 < text.lines.count, ofByte.count >= text.lines[line + 1].bytes.lowerBound { line += 1 }
      ofByte += repeatElement(characters.count, count: character.utf8.count)
      if character.isNewline { continue }
      characters.append(
        Places(character: characters.count, letter: isSpace ? nil : letters, word: max(0, words - 1), line: line))
      letters += isSpace ? 0 : 1
    }
    // Each character has a word and a line, where there are only spaces and where no line was set too.
    let least = min(1, characters.count)
    counts = Places(
      character: characters.count, letter: letters, word: max(least, words), line: max(least, text.lines.count))
  }

  /// The places of a glyph's character; nil for one that shows no character of the text.
  package subscript(glyph: TypesetText.Glyph) -> Places? {
    guard ofByte.indices.contains(glyph.byte), characters.indices.contains(ofByte[glyph.byte]) else { return nil }
    return characters[ofByte[glyph.byte]]
  }
}
