/// Paths that are computed from properties, for styles to paint.
struct LottieOutline {
  struct Trim {
    let start: LottieProperty
    let end: LottieProperty
    let offset: LottieProperty
    /// Whether all paths are trimmed as one, one after the other.
    let isInSequence: Bool
    let source: ObjectIdentifier

    var properties: [LottieProperty] { [start, end, offset] }
    /// Whether nothing is ever trimmed.
    var isWhole: Bool { !start.isMoving && !end.isMoving && start.value[at: 0] == 0 && end.value[at: 0] == 100 }

    /// Start and end in 0...1 and an offset in 0..<1.
    static func range(_ start: [Double], _ end: [Double], _ offset: [Double]) -> (Double, Double, Double) {
      let (a, b) = (max(0, min(1, start[at: 0] / 100)), max(0, min(1, end[at: 0] / 100)))
      let turns = offset[at: 0] / 360
      return (min(a, b), max(a, b), turns - turns.rounded(.down))
    }
  }

  var properties: [LottieProperty]
  /// Whether points depend linearly on a moving property.
  var isLinear: Bool
  var make: ([[Double]]) -> [LottiePath]
  var trim: Trim?
  /// Merge mode by which earlier paths are combined with later ones; nil to add them.
  var merge: Int?
  var parts: [LottieOutline] = []
  /// The group of the paths: together they are one operand of a merge.
  var group: ObjectIdentifier?
  /// Number of chained modifiers, each of which is a nested call.
  private(set) var depth = 0
  private var measures = 0

  init(properties: [LottieProperty], isLinear: Bool, make: @escaping ([[Double]]) -> [LottiePath]) {
    (self.properties, self.isLinear, self.make) = (properties, isLinear, make)
  }

  /// Approximate number of evaluations of each number of a path.
  var weight: Int { 1 + depth + 20 * measures }

  /// Approximate number of evaluations for the paths at one time.
  var cost: Int { weight * properties.reduce(properties.count) { $0 + $1.value.count } }

  var isMoving: Bool { properties.contains(where: \.isMoving) }

  func paths(at frame: Double) -> [LottiePath] { make(properties.map { $0.value(at: frame) }) }

  func changed(
    by other: [LottieProperty], isLinear: Bool = false, _ body: @escaping ([LottiePath], [[Double]]) -> [LottiePath]
  )
    -> LottieOutline
  {
    let (count, make) = (properties.count, self.make)
    var result = LottieOutline(properties: properties + other, isLinear: self.isLinear && isLinear) { values in
      body(make(Array(values[..<count])), Array(values[count...]))
    }
    (result.trim, result.merge, result.group) = (trim, merge, group)
    (result.depth, result.measures) = (depth + 1, measures)
    result.parts = parts.map { $0.changed(by: other, isLinear: isLinear, body) }
    return result
  }

  static func joined(_ outlines: [LottieOutline]) -> LottieOutline {
    if outlines.count == 1 { return outlines[0] }
    let makes = outlines.map { (count: $0.properties.count, make: $0.make) }
    var joined = LottieOutline(
      properties: outlines.flatMap(\.properties), isLinear: outlines.allSatisfy(\.isLinear)
    ) { values in
      var (result, first) = ([LottiePath](), 0)
      for (count, make) in makes {
        result += make(Array(values[first..<first + count]))
        first += count
      }
      return result
    }
    joined.depth = 1 + (outlines.map(\.depth).max() ?? 0)
    joined.measures = outlines.map(\.measures).max() ?? 0
    return joined
  }

  /// The paths with the trim applied to them.
  var cut: LottieOutline {
    guard let trim else { return self }
    var plain = self
    plain.trim = nil
    plain.measures += 1
    let isInSequence = trim.isInSequence
    return plain.changed(by: trim.properties) { paths, values in
      let (start, end, offset) = Trim.range(values[0], values[1], values[2])
      return isInSequence
        ? paths.trimmed(from: start, to: end, offset: offset)
        : paths.flatMap { [$0].trimmed(from: start, to: end, offset: offset) }
    }
  }

  static func path(_ item: LottieObject) -> LottieOutline? {
    let isReversed = item.number("d") == 3
    func outline(
      _ properties: [LottieProperty], isLinear: Bool, _ make: @escaping ([[Double]]) -> LottiePath
    ) -> LottieOutline {
      LottieOutline(properties: properties, isLinear: isLinear) { values in
        [isReversed ? make(values).reversed : make(values)]
      }
    }
    switch item.text("ty") {
    case "sh": return outline([item.property("ks", default: [1])], isLinear: true) { LottiePath($0[0]) }
    case "el":
      let properties = [item.property("p", default: [0, 0]), item.property("s", default: [0, 0])]
      return outline(properties, isLinear: true) { LottiePath.ellipse(center: $0[0], size: $0[1]) }
    case "rc":
      let radius = item.property("r")
      let properties = [item.property("p", default: [0, 0]), item.property("s", default: [0, 0]), radius]
      // A radius as large as the sides depends on them.
      return outline(properties, isLinear: !radius.isMoving && radius.value[at: 0] <= 0) {
        LottiePath.rectangle(center: $0[0], size: $0[1], radius: $0[2][at: 0])
      }
    case "sr":
      let isStar = item.number("sy", default: 1) == 1
      let properties = [
        item.property("p", default: [0, 0]), item.property("pt", default: [5]), item.property("r"),
        item.property("or"), item.property("os"), item.property("ir"), item.property("is"),
      ]
      return outline(properties, isLinear: false) { v in
        LottiePath.star(
          center: v[0], points: v[1][at: 0], rotation: v[2][at: 0], outer: (v[3][at: 0], v[4][at: 0]),
          inner: isStar ? (v[5][at: 0], v[6][at: 0]) : nil)
      }
    default: return nil
    }
  }
}

extension [LottiePath] {
  /// The part between two shares of the total length, shifted by an offset.
  func trimmed(from start: Double, to end: Double, offset: Double) -> [LottiePath] {
    if start <= 0, end >= 1 { return self }
    let curves = map { path in (0..<path.segmentCount).map { path.evenCurve($0) } }
    let lengths = curves.map { $0.map(\.length) }
    let total = lengths.joined().reduce(0, +)
    var parts: [[[LottieCubic]]] = []
    for (low, high) in [(start + offset, Swift.min(end + offset, 1)), (start + offset - 1, end + offset - 1)] {
      let (first, last) = (Swift.max(0, low) * total, high * total)
      var before = 0.0
      parts.append(
        zip(curves, lengths).compactMap { curves, lengths in
          defer { before += lengths.reduce(0, +) }
          return LottieCubic.parts(of: curves, lengths, from: first - before, to: last - before)
        })
    }
    // A closed path continues over its start.
    if count == 1, self[0].isClosed, let end = parts[0].first, let start = parts[1].first {
      return [LottiePath(open: end + start)]
    }
    return parts.joined().map { LottiePath(open: $0) }
  }
}

extension LottieCubic {
  /// The part between two lengths of consecutive curves; nil if it is empty. The number of curves is the same for any
  /// lengths, with empty curves at the ends, so that results can be interpolated.
  fileprivate static func parts(
    of curves: [LottieCubic], _ lengths: [Double], from start: Double, to end: Double
  ) -> [LottieCubic]? {
    var (before, kept) = (0.0, [LottieCubic?]())
    for (curve, length) in zip(curves, lengths) {
      let (first, last) = (max(0, start - before), min(length, end - before))
      let ends = curve.parameters(at: first, last)
      kept.append(last > first ? curve.part(ends.0, ends.1) : nil)
      before += length
    }
    guard let first = kept.firstIndex(where: { $0 != nil }), let start = kept[first]?.a else { return nil }
    var place = start
    return kept.map { curve in
      place = curve?.d ?? place
      return curve ?? LottieCubic(place, place, place, place)
    }
  }
}

extension LottieOutline {
  /// The same paths with curves of nearly uniform parameters: Lottie trims strokes by length, the engine by the
  /// parameter within a curve (Documentation/behavior.md 1.6).
  var even: LottieOutline {
    let times = properties.flatMap { property in property.keys.map(\.time) }
    let frames: [Double] = [0] + times.prefix(8)
    let isUneven = frames.contains { frame in
      paths(at: frame).contains { path in (0..<path.segmentCount).contains { path.evenCurve($0).isUneven } }
    }
    return isUneven ? changed(by: [], isLinear: true) { paths, _ in paths.map(\.divided) } : self
  }
}

extension LottiePath {
  /// Splits each segment into eight pieces.
  fileprivate var divided: LottiePath {
    let pieces = 8
    let curves = (0..<segmentCount).flatMap { index in
      let curve = evenCurve(index)
      return (0..<pieces).map { curve.part(Double($0) / Double(pieces), Double($0 + 1) / Double(pieces)) }
    }
    guard !curves.isEmpty else { return self }
    var path = LottiePath(open: curves)
    guard isClosed, let last = path.vertices.popLast() else { return path }
    path.vertices[0].into = last.into
    path.isClosed = true
    return path
  }

  /// Creates an open path of consecutive curves.
  init(open curves: [LottieCubic]) {
    var vertices = [Vertex(point: curves[0].a)]
    for curve in curves {
      vertices[vertices.count - 1].out = curve.b - curve.a
      vertices.append(Vertex(point: curve.d, into: curve.c - curve.d))
    }
    self.init(vertices, isClosed: false)
  }

  /// Corners without tangents become approximate arcs.
  func rounded(radius: Double) -> LottiePath {
    guard radius > 0, vertices.count > 1 else { return self }
    var result: [Vertex] = []
    for (index, vertex) in vertices.enumerated() {
      let isEnd = !isClosed && (index == 0 || index == vertices.count - 1)
      guard vertex.isCorner, !isEnd else {
        result.append(vertex)
        continue
      }
      let before = vertices[(index + vertices.count - 1) % vertices.count].point
      let after = vertices[(index + 1) % vertices.count].point
      for (other, isFirst) in [(before, true), (after, false)] {
        let way = other - vertex.point
        let share = way.length > 0 ? Swift.min(radius, way.length / 2) / way.length : 0
        let tangent = -way * share * Self.quarter
        result.append(
          Vertex(
            point: vertex.point + way * share, into: isFirst ? .zero : tangent, out: isFirst ? tangent : .zero))
      }
    }
    return LottiePath(result, isClosed: isClosed)
  }

  /// Moves vertices toward the centre by a share, and tangent ends away from it.
  func puckered(by share: Double) -> LottiePath {
    guard share != 0, !vertices.isEmpty else { return self }
    let middle = vertices.reduce(SIMD2<Double>()) { $0 + $1.point } / Double(vertices.count)
    return LottiePath(
      vertices.map { vertex in
        let point = vertex.point + (middle - vertex.point) * share
        func tangent(_ way: SIMD2<Double>) -> SIMD2<Double> {
          let end = vertex.point + way
          return end - (middle - end) * share - point
        }
        return Vertex(point: point, into: tangent(vertex.into), out: tangent(vertex.out))
      }, isClosed: isClosed)
  }

  private static let mostVertices = 50_000

  /// Replaces each segment by a zigzag line to both sides.
  func zigzag(size: Double, ridges: Double, isSmooth: Bool) -> LottiePath {
    let count = max(1, min(200, Int(ridges.rounded()) + 1))
    // Several in sequence would multiply the vertices.
    guard segmentCount * count <= Self.mostVertices else { return self }
    var (result, sign) = ([Vertex](), 1.0)
    for index in 0..<segmentCount {
      let curve = evenCurve(index)
      for step in 0..<count {
        let t = (Double(step) + 0.5) / Double(count)
        let way = curve.point(min(1, t + 0.01)) - curve.point(max(0, t - 0.01))
        let unit = way.length > 0 ? way / way.length : SIMD2(1, 0)
        let handle = isSmooth ? unit * curve.length / Double(count) / 2 : .zero
        let place = curve.point(t) + SIMD2(-unit.y, unit.x) * size * sign
        result.append(Vertex(point: place, into: -handle, out: handle))
        sign = -sign
      }
    }
    if !isClosed, let first = vertices.first, let last = vertices.last {
      result = [Vertex(point: first.point)] + result + [Vertex(point: last.point)]
    }
    return LottiePath(result, isClosed: isClosed)
  }
}
