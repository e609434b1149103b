/// The units of text for animators: characters, letters, words and lines.
package struct TextUnits: Sendable {
  /// Index of a character among the units of each kind, in reading order.
  package struct Places: Sendable {
    package var character: Int
    package var letter: Int?
    package var word: Int
    package var line: Int
  }

  /// One per character, without line ends.
  package private(set) var characters: [Places] = []
  package private(set) var counts = Places(character: 0, letter: 0, word: 0, line: 0)
  /// Character index of each byte.
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
    // Each character needs a word and a line, even if there are only spaces or no line was laid out.
    let least = min(1, characters.count)
    counts = Places(
      character: characters.count, letter: letters, word: max(least, words), line: max(least, text.lines.count))
  }

  /// The indices of a glyph's character; nil for a glyph without a character.
  package subscript(glyph: TypesetText.Glyph) -> Places? {
    guard ofByte.indices.contains(glyph.byte), characters.indices.contains(ofByte[glyph.byte]) else { return nil }
    return characters[ofByte[glyph.byte]]
  }
}
