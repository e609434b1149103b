import StarmineGraphics

/// Writes the light level into a finished HEVC stream. The encoder has written placeholders, because the stream
/// contains the level at every key frame, including the first.
enum LightLevelPatch {
  /// The SEI message header of the encoder: a separate unit with a light level of four bytes.
  private static let head: [UInt8] = [0x4E, 0x01, 0x90, 0x04]
  private static let tail: UInt8 = 0x80

  private static func bytes(_ words: (most: UInt16, mean: UInt16)) -> [UInt8] {
    [UInt8(words.most >> 8), UInt8(words.most & 255), UInt8(words.mean >> 8), UInt8(words.mean & 255)]
  }

  /// Errors: `notAsWritten` if there is no such message.
  static func apply(_ level: LightLevel, to file: inout OutputFile) throws(VideoError) {
    let places: [Int]
    do throws(FileError) { places = try find(try file.written()) } catch { throw .file(error) }
    guard !places.isEmpty else {
      throw .notAsWritten(path: file.target, reason: "the stream has no content light level")
    }
    for place in places {
      let failure = file.write(bytes(level.words), at: place)
      if failure != 0 { throw .file(FileError(path: file.target, number: failure)) }
    }
  }

  /// Offsets of the four bytes.
  private static func find(_ content: FileContent) throws(FileError) -> [Int] {
    let pattern = head + bytes(MasteringDisplay.unknownLevel) + [tail]
    var (places, start, rest): ([Int], Int, [UInt8]) = ([], 0, [])
    try content.forEachPart { part in
      // Includes the end of the previous part, where a message may begin.
      let joined = rest + part
      for place in matches(of: pattern, in: joined) { places.append(start + place + head.count) }
      let kept = min(joined.count, pattern.count - 1)
      start += joined.count - kept
      rest = Array(joined.suffix(kept))
    }
    return places
  }

  private static func matches(of pattern: [UInt8], in bytes: [UInt8]) -> [Int] {
    var (places, start): ([Int], Int) = ([], 0)
    while start + pattern.count <= bytes.count,
      let place = bytes[start...(bytes.count - pattern.count)].firstIndex(of: pattern[0])
    {
      if bytes[place..<place + pattern.count].elementsEqual(pattern) { places.append(place) }
      start = place + 1
    }
    return places
  }
}
