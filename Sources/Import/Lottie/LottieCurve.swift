import Foundation
import StarmineGraphics

/// How a segment between two keys is paced: a cubic curve from (0, 0) to (1, 1).
struct LottieEasing: Equatable {
  /// Control points; x in 0...1, y may leave it.
  var x1 = 0.0
  var y1 = 0.0
  var x2 = 1.0
  var y2 = 1.0

  static let linear = LottieEasing()
  var isLinear: Bool { x1 == y1 && x2 == y2 }

  /// The share of the way at a share of the time.
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

/// The way between two places along a curve, by its length.
struct LottieArc {
  private let curve: LottieCubic
  private static let pieces = 100

  /// Nil for a straight way, whose tangents are both 0.
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

  /// The piece at a share of the length, and the share of it. Measured whenever it is asked: documents have millions of
  /// keys.
  private func piece(at share: Double) -> (start: SIMD2<Double>, way: SIMD2<Double>, part: Double) {
    let points = (0...Self.pieces).map { curve.point(Double($0) / Double(Self.pieces)) }
    let lengths = LottieLengths(points)
    let (index, part) = lengths.piece(at: share * lengths.total)
    return (points[index], points[index + 1] - points[index], part)
  }

  /// The place at a share of the length; beyond the ends it goes on straight.
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

/// A way in straight pieces, by its length.
struct LottieLengths {
  /// From the start to each point.
  private var ends = [0.0]

  var total: Double { ends[ends.count - 1] }
  /// From the start to a point.
  subscript(point: Int) -> Double { ends[point] }

  init(_ points: [SIMD2<Double>]) {
    for (start, end) in zip(points, points.dropFirst()) { ends.append(ends[ends.count - 1] + (end - start).length) }
  }

  /// The piece in which a length ends, and the share of the piece up to there, also beyond the first and the last one.
  ///
  /// - Precondition: two points at least.
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
  /// An element; 0 where there are not as many.
  package subscript(at index: Int) -> Double { indices.contains(index) ? self[index] : 0 }
}
