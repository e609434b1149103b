/// Parsers of option values. They return nil for an invalid string.
package enum OptionText {
  package static func frames(_ text: String) -> Range<Int>? {
    guard let match = text.wholeMatch(of: /(\d{1,9})(?:-(\d{1,9}))?/), let first = Int(match.1) else { return nil }
    let last = match.2.flatMap { Int($0) } ?? first
    return first <= last ? first..<last + 1 : nil
  }

  package static func seconds(_ text: String) -> Double? {
    guard let seconds = try? NumberText.parse(text, unit: .seconds), seconds >= 0 else { return nil }
    return seconds
  }

  package static func bytes(_ text: String) -> Int? {
    let units = ["": 1.0, "k": 1e3, "m": 1e6, "g": 1e9, "ki": 1024, "mi": 1_048_576, "gi": 1_073_741_824]
    guard let match = text.lowercased().wholeMatch(of: /([0-9]+(?:\.[0-9]+)?) ?([kmg]?i?)b?/),
      let number = Double(match.1), let unit = units[String(match.2)], number * unit >= 1, number * unit <= 1e15
    else { return nil }
    return Int(number * unit)
  }

  package static func fade(_ text: String) -> (fadeIn: Double, fadeOut: Double)? {
    let parts = text.split(separator: ":").map { Double($0) }
    guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1],
      (0...3600).contains(first), (0...3600).contains(last)
    else { return nil }
    return (first, last)
  }

  package static func soundtrack(_ text: String) -> Soundtrack {
    guard let match = text.wholeMatch(of: /(.+)@(-?[0-9.]+)s?/), let at = Double(match.2) else {
      return Soundtrack(path: text)
    }
    var track = Soundtrack(path: String(match.1))
    track.at = at
    return track
  }

  package static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
    Double(text).flatMap { range.contains($0) ? $0 : nil }
  }

  package static func integer(_ text: String, in range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }
}
