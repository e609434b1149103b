/// A range selector of a text animator. It works like those of native text animators.
final class LottieSelector {
  /// Start, end, offset, amount, easing high and low: percent.
  let properties: [LottieProperty]
  private var range = TextAnimatorState()
  private let isIndex: Bool
  private let hasEnd: Bool
  /// Characters, characters without spaces, words or lines: an index into a glyph's places.
  let unit: Int
  /// Cached random orders by unit count.
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
  ///   - values: Values of `properties`.
  ///   - index: Index of the unit.
  ///   - count: Number of units.
  func amount(_ values: [[Double]], index: Int, count: Int) -> Double {
    let whole = isIndex ? Double(max(1, count)) : 100
    // Start and end may be swapped.
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

/// A text animator: its selectors and the animated values.
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
      if own.isSet(key) { own.keys.lose(key, "animators cannot change this property") } else { own.keys.pass(key) }
    }
  }

  private static let standard: [String: [Double]] = ["s": [100, 100], "o": [100], "fo": [100], "so": [100]]

  func has(_ key: String) -> Bool { values.contains { $0.key == key } }

  var properties: [LottieProperty] { (selector?.properties ?? []) + values.map(\.property) }
}

struct LottieAnimatorSet {
  private let animators: [LottieAnimator]
  private let glyph: LottieGlyph
  private let line: [LottieGlyph]
  private let text: LottieText
  private let path: LottieTextPath?
  /// The properties of all animators, in order, and of the path.
  let properties: [LottieProperty]

  init(
    _ animators: [LottieAnimator], on path: LottieTextPath?, glyph: LottieGlyph, line: [LottieGlyph],
    _ text: LottieText
  ) {
    (self.animators, self.path, self.glyph, self.line, self.text) = (animators, path, glyph, line, text)
    properties = animators.flatMap(\.properties) + (path?.properties ?? [])
  }

  /// Cost of one time.
  /// - Parameter isPlaced: Whether positions on a path or in the line are needed: tracking sums over the whole line.
  func cost(isPlaced: Bool) -> Int {
    let own = 20 * properties.count
    return isPlaced ? own + (path?.cost ?? 0) + line.count * (1 + 15 * animators.count { $0.has("t") }) : own
  }

  /// The character's position, and its rotation by the path in degrees.
  func spot(_ values: [[Double]]) -> (place: SIMD2<Double>, turn: Double) {
    let moved = sum("p", values)
    let shift = SIMD2(moved[0] + tracking(values) / 1000 * text.size, moved[1])
    guard let path else { return (SIMD2(glyph.x + glyph.advance / 2, glyph.y) + shift, 0) }
    return path.spot(of: glyph, in: line, text, shift: shift, values.suffix(path.properties.count))
  }

  func has(_ keys: String...) -> Bool { animators.contains { keys.contains(where: $0.has) } }

  /// Each animator's value of a key with the amount by which it affects a character.
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

  /// How far tracking of other characters moves the character in its aligned line, in thousandths of the font size.
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

/// The path that the lines of a text follow: a mask of its layer.
struct LottieTextPath {
  /// The mask's path, and the margins at its start and end in points.
  let properties: [LottieProperty]
  /// Whether characters are perpendicular to the path.
  let turns: Bool
  /// Whether each line is stretched from margin to margin.
  let isForced: Bool
  private let isReversed: Bool
  /// The measured path, if it does not move.
  private let still: LottieMeasuredPath?

  /// Reports a missing mask and returns nil.
  init?(_ item: LottieObject, masks: [LottieObject]) {
    let index = item.whole("m", default: -1)
    guard masks.indices.contains(index) else {
      item.keys.lose("m", "the layer lacks the mask that the text follows")
      return nil
    }
    func flag(_ key: String) -> Bool {
      if item.property(key).isMoving { item.keys.lose(key, "its first value is kept") }
      return item.property(key).value[at: 0] != 0
    }
    let path = masks[index].property("pt", default: [1])
    properties = [path, item.property("f"), item.property("l")]
    (turns, isForced, isReversed) = (flag("p"), flag("a"), flag("r"))
    still = path.isMoving ? nil : Self.way(path.value, isReversed)
  }

  private static func way(_ numbers: [Double], _ isReversed: Bool) -> LottieMeasuredPath {
    let path = LottiePath(numbers)
    return LottieMeasuredPath(isReversed ? path.reversed : path)
  }

  /// Cost of a character: a moving path is measured at each time.
  var cost: Int { still == nil ? properties[0].value.count * 100 : 0 }

  /// A character's position and its rotation in degrees.
  ///
  /// Margins work as documented by After Effects: on the side to which a line is aligned, or on both if it is centred.
  /// - Parameters:
  ///   - line: The characters of its line.
  ///   - shift: Offset along the path, and down from it.
  ///   - values: Values of `properties`.
  func spot(
    of glyph: LottieGlyph, in line: [LottieGlyph], _ text: LottieText, shift: SIMD2<Double>,
    _ values: ArraySlice<[Double]>
  ) -> (place: SIMD2<Double>, turn: Double) {
    let own = Array(values)
    let way = still ?? Self.way(own[0], isReversed)
    let (first, room) = (own[1][at: 0], way.length + own[2][at: 0] - own[1][at: 0])
    var along = first + room * glyph.share + glyph.x - text.origin.x + glyph.advance / 2
    if isForced, line.count > 1, let start = line.first, let end = line.last {
      let step = (room - (start.advance + end.advance) / 2) / Double(line.count - 1)
      along = first + start.advance / 2 + step * Double(glyph.places[0] - start.places[0])
    }
    let (point, direction) = way.spot(at: along + shift.x)
    let down = glyph.y - text.origin.y + shift.y
    guard turns else { return (point + SIMD2(0, down), 0) }
    return (
      point + SIMD2(-direction.y, direction.x) * down, Double.atan2(direction.y, direction.x) * 180 / .pi
    )
  }
}

struct LottieMeasuredPath {
  private let curves: [LottieCubic]
  /// Lengths of pieces; a curve has `pieces` of them.
  private let lengths: LottieLengths
  private let isClosed: Bool
  private static let pieces = 32

  var length: Double { lengths.total }

  init(_ path: LottiePath) {
    (curves, isClosed) = ((0..<path.segmentCount).map { path.evenCurve($0) }, path.isClosed)
    let ways = curves.flatMap { curve in
      (1...Self.pieces).map { curve.point(Double($0) / Double(Self.pieces)) }
    }
    lengths = LottieLengths(curves.prefix(1).map(\.a) + ways)
  }

  /// The point and direction at a length. Closed paths repeat; open ones continue straight beyond their ends.
  func spot(at given: Double) -> (point: SIMD2<Double>, direction: SIMD2<Double>) {
    guard length > 0 else { return (curves.first?.a ?? .zero, SIMD2(1, 0)) }
    let distance = isClosed ? given - (given / length).rounded(.down) * length : given
    let inside = max(0, min(length, distance))
    let (index, part) = lengths.piece(at: inside)
    let curve = curves[index / Self.pieces]
    let t = (Double(index % Self.pieces) + part) / Double(Self.pieces)
    let direction = curve.direction(t)
    return (curve.point(t) + direction * (distance - inside), direction)
  }
}

extension LottieCubic {
  /// The unit direction at a parameter; at an end without a tangent, the direction of the adjacent piece.
  func direction(_ t: Double) -> SIMD2<Double> {
    let tangent = slope(t)
    let way = tangent.length > 1e-9 ? tangent : point(min(1, t + 0.01)) - point(max(0, t - 0.01))
    return way.length > 0 ? way / way.length : SIMD2(1, 0)
  }
}
