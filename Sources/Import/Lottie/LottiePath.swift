/// A subpath in Lottie's representation: vertices with incoming and outgoing tangents.
package struct LottiePath: Equatable {
  struct Vertex: Equatable {
    var point: SIMD2<Double>
    /// Relative to the point.
    var into = SIMD2<Double>()
    var out = SIMD2<Double>()

    var isCorner: Bool { into == .zero && out == .zero }
  }

  var vertices: [Vertex] = []
  var isClosed = true

  init(_ vertices: [Vertex] = [], isClosed: Bool = true) { (self.vertices, self.isClosed) = (vertices, isClosed) }

  init(_ numbers: [Double]) {
    isClosed = numbers[at: 0] != 0
    vertices = (0..<max(0, numbers.count - 1) / 6).map { index in
      let n = numbers[(1 + 6 * index)..<(7 + 6 * index)].map { $0 }
      return Vertex(point: SIMD2(n[0], n[1]), into: SIMD2(n[2], n[3]), out: SIMD2(n[4], n[5]))
    }
  }

  /// Number of curves between vertices.
  var segmentCount: Int { vertices.isEmpty ? 0 : isClosed ? vertices.count : vertices.count - 1 }

  func curve(_ index: Int) -> LottieCubic {
    let (a, b) = (vertices[index], vertices[(index + 1) % vertices.count])
    return LottieCubic(a.point, a.point + a.out, b.point + b.into, b.point)
  }

  /// The same curve; with uniform parameters if it is straight.
  func evenCurve(_ index: Int) -> LottieCubic {
    let curve = curve(index)
    guard curve.b == curve.a, curve.c == curve.d else { return curve }
    let third = (curve.d - curve.a) / 3
    return LottieCubic(curve.a, curve.a + third, curve.d - third, curve.d)
  }

  /// The reversed path, from the same vertex.
  var reversed: LottiePath {
    var list = Array(vertices.reversed().map { Vertex(point: $0.point, into: $0.out, out: $0.into) })
    if isClosed, let last = list.popLast() { list.insert(last, at: 0) }
    return LottiePath(list, isClosed: isClosed)
  }

  func mapped(_ matrix: LottieMatrix) -> LottiePath {
    LottiePath(
      vertices.map {
        Vertex(point: matrix.point($0.point), into: matrix.vector($0.into), out: matrix.vector($0.out))
      }, isClosed: isClosed)
  }

  /// Tangent length of a quarter circle, as drawn by After Effects.
  package static let quarter = 0.5519150244935106

  static func ellipse(center: [Double], size: [Double]) -> LottiePath {
    let (c, r) = (SIMD2(center[at: 0], center[at: 1]), SIMD2(size[at: 0], size[at: 1]) / 2)
    let (x, y) = (SIMD2(r.x, 0), SIMD2(0, r.y))
    let directions = [(-y, x), (x, y), (y, -x), (-x, -y)]
    return LottiePath(
      directions.map { place, way in Vertex(point: c + place, into: -way * quarter, out: way * quarter) })
  }

  static func rectangle(center: [Double], size: [Double], radius: Double) -> LottiePath {
    let (c, h) = (SIMD2(center[at: 0], center[at: 1]), SIMD2(abs(size[at: 0]), abs(size[at: 1])) / 2)
    let corners = [SIMD2(h.x, -h.y), SIMD2(h.x, h.y), SIMD2(-h.x, h.y), SIMD2(-h.x, -h.y)]
    let r = max(0, min(radius, h.x, h.y))
    guard r > 0 else { return LottiePath(corners.map { Vertex(point: c + $0) }) }
    // Clockwise from below the upper right corner.
    let ways = [SIMD2(0.0, 1.0), SIMD2(-1.0, 0.0), SIMD2(0.0, -1.0), SIMD2(1.0, 0.0)]
    var vertices: [Vertex] = []
    for index in 0..<4 {
      let (corner, before, after) = (c + corners[index], ways[(index + 3) % 4], ways[index])
      vertices.append(Vertex(point: corner - before * r, out: before * r * quarter))
      vertices.append(Vertex(point: corner + after * r, into: -after * r * quarter))
    }
    // The first vertex is the one after the upper right corner.
    return LottiePath(Array(vertices[1...]) + [vertices[0]])
  }

  /// - Parameters:
  ///   - inner: Radius and roundness in percent of the inner corners; nil for a polygon.
  static func star(
    center: [Double], points: Double, rotation: Double, outer: (Double, Double), inner: (Double, Double)?
  ) -> LottiePath {
    let all = max(1, min(1000, inner == nil ? points.rounded(.down) : points))
    let count = Int(all)
    let step = Double.pi / all
    func vertex(_ angle: Double, _ radius: Double, _ roundness: Double) -> Vertex {
      let (c, s) = (Double.cos(angle), Double.sin(angle))
      let length = 2 * Double.pi * radius / (4 * all) * roundness / 100
      let way = SIMD2(-s, c) * length
      return Vertex(point: SIMD2(center[at: 0] + radius * c, center[at: 1] + radius * s), into: -way, out: way)
    }
    var (vertices, start) = ([Vertex](), (rotation - 90) * .pi / 180)
    // The first point of a star grows from the line between its neighbours.
    let part = all - Double(count)
    if let inner, part > 1e-3 {
      let radius = inner.0 + (outer.0 - inner.0) * part
      vertices = [
        vertex(start + step * (1 - part), radius, outer.1 * part), vertex(start + step, inner.0, inner.1),
      ]
      start += 2 * step
    }
    for index in 0..<count {
      let angle = start + 2 * step * Double(index)
      vertices.append(vertex(angle, outer.0, outer.1))
      if let inner { vertices.append(vertex(angle + step, inner.0, inner.1)) }
    }
    return LottiePath(vertices)
  }
}

struct LottieCubic {
  var a, b, c, d: SIMD2<Double>

  init(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  func point(_ t: Double) -> SIMD2<Double> {
    let s = 1 - t
    return s * s * s * a + 3 * t * s * s * b + 3 * t * t * s * c + t * t * t * d
  }

  private static let pieces = 16
  private var lengths: LottieLengths {
    LottieLengths((0...Self.pieces).map { point(Double($0) / Double(Self.pieces)) })
  }

  /// Length by straight pieces.
  var length: Double { lengths.total }

  func parameters(at first: Double, _ last: Double) -> (Double, Double) {
    let lengths = lengths
    func parameter(_ length: Double) -> Double {
      let (index, part) = lengths.piece(at: length)
      return min(1, max(0, (Double(index) + part) / Double(Self.pieces)))
    }
    return (first <= 0 ? 0 : parameter(first), last >= lengths.total ? 1 : parameter(last))
  }

  /// Whether equal parameter steps have unequal lengths.
  var isUneven: Bool {
    let lengths = lengths
    return [4, 8, 12].contains { step in
      abs(lengths[step] - lengths.total * Double(step) / Double(Self.pieces)) > lengths.total * 0.01
    }
  }

  /// The part between two parameters.
  func part(_ from: Double, _ to: Double) -> LottieCubic {
    if from == 0, to == 1 { return self }
    let (start, end) = (point(from), point(to))
    let scale = (to - from) / 3
    return LottieCubic(start, start + slope(from) * scale, end - slope(to) * scale, end)
  }

  func slope(_ t: Double) -> SIMD2<Double> {
    let s = 1 - t
    return 3 * (s * s * (b - a) + 2 * s * t * (c - b) + t * t * (d - c))
  }
}

/// An affine map of the plane: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
package struct LottieMatrix: Equatable {
  package var a, b, c, d, tx, ty: Double

  package init(
    a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0
  ) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  package func point(_ p: SIMD2<Double>) -> SIMD2<Double> { vector(p) + SIMD2(tx, ty) }
  package func vector(_ v: SIMD2<Double>) -> SIMD2<Double> { SIMD2(a * v.x + c * v.y, b * v.x + d * v.y) }

  /// This map followed by the other one.
  package func then(_ n: LottieMatrix) -> LottieMatrix {
    LottieMatrix(
      a: a * n.a + b * n.c, b: a * n.b + b * n.d, c: c * n.a + d * n.c, d: c * n.b + d * n.d,
      tx: tx * n.a + ty * n.c + n.tx, ty: tx * n.b + ty * n.d + n.ty)
  }

  static func rotation(_ degrees: Double) -> LottieMatrix {
    let (s, c) = (Double.sin(degrees * .pi / 180), Double.cos(degrees * .pi / 180))
    return LottieMatrix(a: c, b: s, c: -s, d: c)
  }

  /// Scale, skew and rotation of a transform, in this order.
  static func linear(scale: [Double], skew: Double, axis: Double, rotation: Double) -> LottieMatrix {
    var matrix = LottieMatrix(a: scale[at: 0] / 100, d: (scale.count > 1 ? scale[1] : scale[at: 0]) / 100)
    if skew != 0 {
      matrix = matrix.then(.rotation(axis)).then(LottieMatrix(c: Double.tan(-skew * .pi / 180))).then(.rotation(-axis))
    }
    return matrix.then(.rotation(rotation))
  }

  /// 3D rotations viewed from the front: without a camera there is no perspective.
  static func space(x: Double, y: Double, orientation: [Double]) -> LottieMatrix {
    let steps: [(axis: Int, degrees: Double)] = [
      (1, y), (0, x), (2, orientation[at: 2]), (1, orientation[at: 1]), (0, orientation[at: 0]),
    ]
    // The images of the x and y axes.
    var axes = [SIMD3(1.0, 0, 0), SIMD3(0.0, 1, 0)]
    for (axis, degrees) in steps where degrees != 0 {
      let (s, c) = (Double.sin(degrees * .pi / 180), Double.cos(degrees * .pi / 180))
      axes = axes.map { v in
        switch axis {
        case 0: SIMD3(v.x, c * v.y + s * v.z, c * v.z - s * v.y)
        case 1: SIMD3(c * v.x - s * v.z, v.y, c * v.z + s * v.x)
        default: SIMD3(c * v.x - s * v.y, c * v.y + s * v.x, v.z)
        }
      }
    }
    return LottieMatrix(a: axes[0].x, b: axes[0].y, c: axes[1].x, d: axes[1].y)
  }
}

/// The easing of a segment between two keys: a cubic curve from (0, 0) to (1, 1).
struct LottieEasing: Equatable {
  /// Control points; x in 0...1, y unlimited.
  var x1 = 0.0
  var y1 = 0.0
  var x2 = 1.0
  var y2 = 1.0

  static let linear = LottieEasing()
  var isLinear: Bool { x1 == y1 && x2 == y2 }

  /// The eased progress at a share of the time.
  func value(at x: Double) -> Double {
    guard x > 0, x < 1, !isLinear else { return min(1, max(0, x)) }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<32 {
      let middle = (low + high) / 2
      if Self.cubic(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return Self.cubic(y1, y2, (low + high) / 2)
  }

  private static func cubic(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let s = 1 - t
    return 3 * a * t * s * s + 3 * b * t * t * s + t * t * t
  }
}

/// A curved path between two positions, parametrized by length.
struct LottieArc {
  private let curve: LottieCubic
  private static let pieces = 100

  /// Returns nil for a straight path, whose tangents are both 0.
  init?(from start: [Double], to end: [Double], out: [Double], into: [Double]) {
    guard out.contains(where: { $0 != 0 }) || into.contains(where: { $0 != 0 }) else { return nil }
    let (a, d) = (SIMD2(start[at: 0], start[at: 1]), SIMD2(end[at: 0], end[at: 1]))
    let (b, c) = (a + SIMD2(out[at: 0], out[at: 1]), d + SIMD2(into[at: 0], into[at: 1]))
    curve = LottieCubic(a, b, c, d)
  }

  private init(_ curve: LottieCubic) { self.curve = curve }

  var reversed: LottieArc { LottieArc(LottieCubic(curve.d, curve.c, curve.b, curve.a)) }

  func moved(by way: SIMD2<Double>) -> LottieArc {
    LottieArc(LottieCubic(curve.a + way, curve.b + way, curve.c + way, curve.d + way))
  }

  /// The piece at a share of the length, and the position in it. Not cached: documents can have millions of keys.
  private func piece(at share: Double) -> (start: SIMD2<Double>, way: SIMD2<Double>, part: Double) {
    let points = (0...Self.pieces).map { curve.point(Double($0) / Double(Self.pieces)) }
    let lengths = LottieLengths(points)
    let (index, part) = lengths.piece(at: share * lengths.total)
    return (points[index], points[index + 1] - points[index], part)
  }

  /// The position at a share of the length; continues straight beyond the ends.
  func place(at share: Double) -> SIMD2<Double> {
    let piece = piece(at: share)
    return piece.start + piece.way * piece.part
  }

  /// Radians from the x axis towards y.
  func direction(at share: Double) -> Double {
    let way = piece(at: share).way
    return Double.atan2(way.y, way.x)
  }
}

/// A polyline, parametrized by length.
struct LottieLengths {
  private var ends = [0.0]

  var total: Double { ends[ends.count - 1] }
  /// Length from the start to a point.
  subscript(point: Int) -> Double { ends[point] }

  init(_ points: [SIMD2<Double>]) {
    for (start, end) in zip(points, points.dropFirst()) { ends.append(ends[ends.count - 1] + (end - start).length) }
  }

  /// The piece that contains a length, and the position within it, which can be outside 0...1 for the first and last
  /// piece.
  ///
  /// - Precondition: There are at least two points.
  func piece(at length: Double) -> (index: Int, part: Double) {
    var (low, high) = (0, ends.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if ends[middle] <= length { low = middle } else { high = middle }
    }
    let own = ends[low + 1] - ends[low]
    return (low, own > 0 ? (length - ends[low]) / own : 0)
  }
}

extension SIMD2<Double> {
  package var length: Double { (self * self).sum().squareRoot() }
}

extension [Double] {
  /// The element, or 0 if the index is out of range.
  package subscript(at index: Int) -> Double { indices.contains(index) ? self[index] : 0 }
}
