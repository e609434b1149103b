import Foundation
import StarmineDocument

/// An item of a `begin` or `end` list.
enum SVGInstance {
  /// Seconds.
  case offset(Double)
  /// Seconds after the begin, the end or a repetition of another animation.
  case sync(id: String, event: Substring, count: Double, offset: Double)

  /// Nil for an event, a key or a time of day.
  init?(_ text: String) {
    if let offset = Self.offset(text[...]) {
      self = .offset(offset)
      return
    }
    let pattern = /(.+)\.(begin|end|repeat)(?:\((\d{1,9})\))?\s*([-+].*)?/
    guard let match = text.wholeMatch(of: pattern), let offset = Self.offset(match.4 ?? "0") else { return nil }
    let count = match.3.flatMap { Double($0) } ?? 0
    self = .sync(id: String(match.1).replacing("\\", with: ""), event: match.2, count: count, offset: offset)
  }

  private static func offset(_ text: Substring) -> Double? {
    guard let match = text.wholeMatch(of: /\s*([-+]?)\s*(\d.*|\..*)/) else { return nil }
    return clock(match.2).map { match.1 == "-" ? -$0 : $0 }
  }

  private static let units: [Substring: Double] = ["h": 3600, "min": 60, "s": 1, "": 1, "ms": 0.001]

  /// Seconds of `2.5`, `300ms`, `0.1min` or `01:02:03.5`; nil for another text.
  static func clock(_ text: some StringProtocol) -> Double? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.wholeMatch(of: /(?:\d{1,6}:)?[0-5]\d:[0-5]\d(?:\.\d+)?/) != nil {
      return text.split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? 0) }
    }
    guard let match = text.wholeMatch(of: /(\d+(?:\.\d*)?|\.\d+)(h|min|s|ms)?/), let number = Double(match.1),
      number < 1e9
    else { return nil }
    return number * (units[match.2 ?? ""] ?? 1)
  }
}

/// When an animation runs.
struct SVGTiming {
  struct Interval: Equatable {
    let begin: Double
    let end: Double
    /// Where the animation stops to move: before the end if `min` lengthens it.
    let stop: Double
  }

  var begins: [SVGInstance] = [.offset(0)]
  var ends: [SVGInstance] = []
  /// Whether an event could end it.
  var endsByEvent = false
  /// Seconds of one repetition; infinite without `dur`.
  var simple = Double.infinity
  /// Seconds of all repetitions.
  var whole = Double.infinity
  var minimum = 0.0
  var maximum = Double.infinity
  var restart = "always"
  private(set) var intervals: [Interval] = []

  /// Intervals of an animation that are computed.
  static let most = 200

  /// The interval that begins and ends, by the rules of SMIL 3.0, section 5.4.5.
  private func interval(from begin: Double, to end: Double) -> Interval {
    let played = min(whole, end - begin)
    let length = minimum > maximum ? played : min(maximum, max(minimum, played))
    return Interval(begin: begin, end: begin + length, stop: begin + min(played, length))
  }

  /// Computes the intervals from the times in the lists; true where they change.
  mutating func resolve(begins: [Double], ends: [Double]) -> Bool {
    let (begins, ends) = (begins.sorted(), ends.sorted())
    var result: [Interval] = []
    for begin in begins where result.count < Self.most {
      if let last = result.last {
        if restart == "never" { break }
        guard begin > last.begin, begin >= last.end || restart == "always" else { continue }
        if begin < last.end {
          result[result.count - 1] = Interval(begin: last.begin, end: begin, stop: min(begin, last.stop))
        }
      }
      let end = ends.first { $0 > begin || ($0 == begin && result.last?.end != begin) }
      guard end != nil || ends.isEmpty || endsByEvent else { break }
      let next = interval(from: begin, to: end ?? .infinity)
      // What is over when the document begins is not played.
      if next.end > 0 || begin == 0 { result.append(next) }
    }
    defer { intervals = result }
    return result != intervals
  }

  /// Seconds after which an animation begins again that waits for its own end; nil for others.
  var period: Double? {
    guard intervals.count > Self.most / 2 else { return nil }
    let last = intervals.suffix(3).map(\.begin)
    return abs(last[0] + last[2] - 2 * last[1]) < 1e-6 ? last[2] - last[1] : nil
  }

  func times(of event: Substring, _ count: Double) -> [Double] {
    switch event {
    case "begin": intervals.map(\.begin)
    case "end": intervals.map(\.end).filter(\.isFinite)
    default:
      intervals.map { $0.begin + count * simple }.filter { time in
        count > 0 && intervals.contains { $0.begin < time && time < $0.stop }
      }
    }
  }
}
