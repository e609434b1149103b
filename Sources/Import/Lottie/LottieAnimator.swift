import Foundation
import StarmineScene

/// How much an animator of a text acts on each of its units: as animators of our own texts do.
final class LottieSelector {
  /// Start, end, offset, amount, easing high and low: percent.
  let properties: [LottieProperty]
  private var range = TextAnimatorState()
  private let isIndex: Bool
  private let hasEnd: Bool
  /// Characters, those without spaces, words or lines: an index into a glyph's places.
  let unit: Int
  /// The random orders of the counts of units that were asked for.
  private var orders: [Int: [Int]] = [:]

  private static let shapes: [Int: TextRangeShape] = [
    2: .rampUp, 3: .rampDown, 4: .triangle, 5: .round, 6: .smooth,
  ]

  init(_ item: LottieObject) {
    properties = [
      item.property("s"), item.property("e", default: [100]), item.property("o"), item.property("a", default: [100]),
      item.property("xe"), item.property("ne"),
    ]
    (isIndex, hasEnd) = (item.number("r", default: 1) == 2, item.has("e"))
    unit = max(0, min(3, item.whole("b", default: 1) - 1))
    (range.shape, range.isRandom) = (Self.shapes[item.whole("sh", default: 1)] ?? .square, item.flag("rn"))
    item.keys.pass("sm")
    if item.number("t") == 1 { item.keys.lose("t", "expressions of selectors are not supported") }
  }

  /// - Parameters:
  ///   - values: of the properties.
  ///   - index: of the unit.
  ///   - count: of all units.
  func amount(_ values: [[Double]], index: Int, count: Int) -> Double {
    let whole = isIndex ? Double(max(1, count)) : 100
    // Either end may come first.
    let ends = [values[0][at: 0] / whole, isIndex && !hasEnd ? 1 : values[1][at: 0] / whole].sorted()
    (range.start, range.end) = (ends[0], ends[1])
    range.offset = values[2][at: 0] / whole
    (range.amount, range.easeHigh, range.easeLow) = (
      values[3][at: 0] / 100, values[4][at: 0] / 100, values[5][at: 0] / 100
    )
    guard range.isRandom else { return range.amount(at: index, of: count) }
    let order = orders[count] ?? range.order(of: count)
    orders[count] = order
    return order.indices.contains(index) ? range.amount(at: order[index], of: count) : 0
  }
}

/// One animator of a text: whom it selects, and what these become.
struct LottieAnimator {
  let selector: LottieSelector?
  package let values: [(key: String, property: LottieProperty)]

  private static let kept = ["p", "a", "s", "r", "sk", "sa", "o", "fo", "so", "fc", "sc", "sw", "t", "bl"]
  private static let lost = ["fh", "fs", "fb", "sh", "ss", "sb", "ls", "rx", "ry"]

  init(_ item: LottieObject) {
    selector = item.object("s").map { LottieSelector($0) }
    guard let own = item.object("a") else {
      values = []
      return
    }
    values = Self.kept.filter(own.has).map { ($0, own.property($0, default: Self.standard[$0] ?? [0])) }
    for key in Self.lost where own.has(key) {
      if own.isSet(key) { own.keys.lose(key, "animators do not change this") } else { own.keys.pass(key) }
    }
  }

  private static let standard: [String: [Double]] = ["s": [100, 100], "o": [100], "fo": [100], "so": [100]]

  func has(_ key: String) -> Bool { values.contains { $0.key == key } }

  var properties: [LottieProperty] { (selector?.properties ?? []) + values.map(\.property) }
}

/// Animators as they act on one character.
struct LottieAnimatorSet {
  private let animators: [LottieAnimator]
  private let glyph: LottieGlyph
  private let line: [LottieGlyph]
  private let text: LottieText
  private let path: LottieTextPath?
  /// Those of all animators, one after the other, and of the path.
  let properties: [LottieProperty]

  init(
    _ animators: [LottieAnimator], on path: LottieTextPath?, glyph: LottieGlyph, line: [LottieGlyph],
    _ text: LottieText
  ) {
    (self.animators, self.path, self.glyph, self.line, self.text) = (animators, path, glyph, line, text)
    properties = animators.flatMap(\.properties) + (path?.properties ?? [])
  }

  /// What a moment costs.
  ///
  /// - Parameter isPlaced: whether it asks for the place on a path or in the line: tracking adds up all of the line.
  func cost(isPlaced: Bool) -> Int {
    let own = 20 * properties.count
    return isPlaced ? own + (path?.cost ?? 0) + line.count * (1 + 15 * animators.count { $0.has("t") }) : own
  }

  /// Where the character stands, and how far the path turns it, degrees.
  func spot(_ values: [[Double]]) -> (place: SIMD2<Double>, turn: Double) {
    let moved = sum("p", values)
    let shift = SIMD2(moved[0] + tracking(values) / 1000 * text.size, moved[1])
    guard let path else { return (SIMD2(glyph.x + glyph.advance / 2, glyph.y) + shift, 0) }
    return path.spot(of: glyph, in: line, text, shift: shift, values.suffix(path.properties.count))
  }

  func has(_ keys: String...) -> Bool { animators.contains { keys.contains(where: $0.has) } }

  /// Each animator's value of a key with the amount by which it acts on a character.
  private func parts(
    _ key: String, _ values: [[Double]], on glyph: LottieGlyph
  ) -> [(value: [Double], amount: Double)] {
    var (result, first): ([([Double], Double)], Int) = ([], 0)
    for animator in animators {
      let count = animator.selector?.properties.count ?? 0
      defer { first += count + animator.values.count }
      guard let index = animator.values.firstIndex(where: { $0.key == key }) else { continue }
      let amount = animator.selector.map {
        $0.amount(Array(values[first..<first + count]), index: glyph.places[$0.unit], count: text.counts[$0.unit])
      }
      result.append((values[first + count + index], amount ?? 1))
    }
    return result
  }

  package func sum(_ key: String, _ values: [[Double]]) -> [Double] { sum(key, values, on: glyph) }

  private func sum(_ key: String, _ values: [[Double]], on glyph: LottieGlyph) -> [Double] {
    parts(key, values, on: glyph).reduce([0, 0]) { sum, part in
      [sum[0] + part.value[at: 0] * part.amount, sum[1] + part.value[at: 1] * part.amount]
    }
  }

  func mixed(_ key: String, _ start: [Double], _ values: [[Double]]) -> [Double] {
    parts(key, values, on: glyph).reduce(start) { value, part in
      value.enumerated().map { $1 + (part.value[at: $0] - $1) * part.amount }
    }
  }

  /// How far the character is moved by what is added behind others of its line, which stays aligned; thousandths of the
  /// size.
  private func tracking(_ values: [[Double]]) -> Double {
    guard has("t") else { return 0 }
    var (before, all) = (0.0, 0.0)
    for other in line.dropLast() {
      let way = sum("t", values, on: other)[0]
      if other.places[0] < glyph.places[0] { before += way }
      all += way
    }
    return before - all * glyph.share
  }
}
