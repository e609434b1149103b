/// A time that refers to cues: `drop`, `beat 4`, `drop - 200ms`, `every beat`, `every 4th beat + 0.1s`.
struct CueMoment: Equatable {
  let name: String
  /// Number of the cue with the name, from 1; nil: the first.
  private(set) var number: Int?
  /// Every n-th cue with the name; nil: a single cue.
  private(set) var step: Int?
  /// Seconds after the cue.
  private(set) var offset = 0.0

  /// Whether a string is a cue time: it begins with a letter and is not `now`.
  static func isMeant(by text: String) -> Bool {
    guard let first = text.first(where: { $0 != " " }), first.isLetter || first == "_" else { return false }
    return !["now", "CACurrentMediaTime"].contains(where: text.hasPrefix) && !text.contains("(")
      && !text.contains("stage.")
  }

  init(_ text: String) throws(ValueMismatchError) {
    let pattern =
      #/
        \s* (?:(every)\s+ (?:(\d{1,4})(?:st|nd|rd|th)?\s+)?)?
        ([\p{L}_][\p{L}\p{N}_-]*) (?:\s+(\d{1,5}))?
        (?:(\s+-|\s*\+) \s*([\d.]+\s*\w*))? \s*
      /#
    let mismatch = ValueMismatchError(
      "expected seconds or a cue such as \"drop\", \"beat 4\", \"every beat\" or \"drop - 0.2s\", found "
        + "\"\(text.excerpt())\"")
    guard text.utf8.count <= 200, let match = try? pattern.wholeMatch(in: text) else { throw mismatch }
    name = String(match.3)
    number = match.4.flatMap { Int($0) }
    if match.1 != nil { step = match.2.flatMap { Int($0) } ?? 1 }
    guard step.map({ $0 > 0 && number == nil }) ?? true, number.map({ $0 > 0 }) ?? true else { throw mismatch }
    if let sign = match.5, let time = match.6 {
      offset = try NumberText.parse(String(time), unit: .seconds) * (sign.hasSuffix("-") ? -1 : 1)
    }
  }

  /// Times in seconds from the start of the movie. Errors: a missing cue.
  /// - Parameter cues: seconds by name, in order.
  func times(among cues: [String: [Double]]) throws(ValueMismatchError) -> [Double] {
    guard let found = cues[name] else {
      let hint =
        cues.isEmpty
        ? "; the document has no cues (--cues adds them)" : name.alternatives(among: cues.keys.sorted())
      throw ValueMismatchError("no cue is called \"\(name.excerpt())\"\(hint)")
    }
    if let step { return stride(from: 0, to: found.count, by: step).map { found[$0] + offset }.filter { $0 >= 0 } }
    let number = number ?? 1
    guard number <= found.count else {
      throw ValueMismatchError("there is no cue \(number) called \(name); the document has \(found.count)")
    }
    guard found[number - 1] + offset >= 0 else {
      throw ValueMismatchError("the time is before the start of the movie")
    }
    return [found[number - 1] + offset]
  }
}
