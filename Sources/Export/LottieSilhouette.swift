/// The outline of a sharp, single-colour picture: closed polygons, with holes in the opposite direction. Unlike
/// pictures, shapes can take the colours of particles.
struct LottieSilhouette {
  /// Relative to the picture's size, from its centre.
  private(set) var lines: [[SIMD2<Double>]] = []

  /// The largest number of points, because every particle repeats them.
  private static let mostPoints = 160
  /// Pixels by which a line may pass a point that is left out.
  private static let tolerance = 0.15

  /// Returns nil for soft edges and too many points.
  /// - Parameter alphas: Row by row, 0...1.
  init?(_ alphas: [Double], _ width: Int, _ height: Int) {
    let grid = Grid(alphas, width, height)
    guard grid.isSharp else { return nil }
    let outlines = grid.loops.map { Self.simplified($0) }.filter { $0.count > 2 }
    let area = outlines.reduce(0) { $0 + Self.area($1) }
    let covered = alphas.reduce(0, +)
    guard !outlines.isEmpty, outlines.reduce(0, { $0 + $1.count }) <= Self.mostPoints,
      abs(area - covered) <= 0.015 * covered + 0.5
    else { return nil }
    let (size, middle) = (SIMD2(Double(width), Double(height)), SIMD2(repeating: 0.5))
    lines = outlines.map { line in line.map { $0 / size - middle } }
  }

  private static func area(_ line: [SIMD2<Double>]) -> Double {
    line.indices.reduce(0) { sum, index in
      let (a, b) = (line[index], line[(index + 1) % line.count])
      return sum + (a.x * b.y - a.y * b.x) / 2
    }
  }

  /// Removes points close to the line between their neighbours.
  private static func simplified(_ loop: [SIMD2<Double>]) -> [SIMD2<Double>] {
    guard let start = loop.first,
      let far = loop.indices.max(by: { (loop[$0] - start).length < (loop[$1] - start).length }), far > 0
    else { return [] }
    // Splits the loop at the point farthest from its start.
    var (kept, pending) = (Set([0, far]), [(0, far), (far, loop.count)])
    while let (first, last) = pending.popLast() {
      let (a, b) = (loop[first], loop[last % loop.count])
      let way = b - a
      func distance(_ index: Int) -> Double {
        let rest = loop[index] - a
        return way.length > 0 ? abs(way.x * rest.y - way.y * rest.x) / way.length : rest.length
      }
      guard let worst = (first + 1..<max(first + 1, last)).max(by: { distance($0) < distance($1) }),
        distance(worst) > tolerance
      else { continue }
      kept.insert(worst)
      pending += [(first, worst), (worst, last)]
    }
    return kept.sorted().map { loop[$0] }
  }
}

extension LottieSilhouette {
  /// Opacities with a one-pixel transparent border.
  fileprivate struct Grid {
    let width: Int
    let height: Int
    private var alphas: [Double]

    init(_ inner: [Double], _ innerWidth: Int, _ innerHeight: Int) {
      (width, height) = (innerWidth + 2, innerHeight + 2)
      alphas = [Double](repeating: 0, count: width * height)
      for y in 0..<innerHeight {
        for x in 0..<innerWidth { alphas[(y + 1) * width + x + 1] = inner[y * innerWidth + x] }
      }
    }

    /// Whether partly transparent pixels occur only between transparent and opaque ones.
    var isSharp: Bool {
      var (soft, inside) = (0, 0)
      for y in 1..<height - 1 {
        for x in 1..<width - 1 {
          let own = alphas[y * width + x]
          if own > 0.5 { inside += 1 }
          guard own > 0.06, own < 0.94 else { continue }
          var (low, high) = (1.0, 0.0)
          for row in y - 1...y + 1 {
            for column in x - 1...x + 1 {
              (low, high) = (min(low, alphas[row * width + column]), max(high, alphas[row * width + column]))
            }
          }
          if low > 0.06 || high < 0.94 { soft += 1 }
        }
      }
      return inside > 0 && Double(soft) <= 2 + 0.02 * Double(inside)
    }

    /// The contours at half opacity, in picture pixels, with the inside to their right.
    var loops: [[SIMD2<Double>]] {
      var next: [Int: Int] = [:]
      for y in 0..<height - 1 {
        for x in 0..<width - 1 {
          let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
          let bits = corners.enumerated().reduce(0) { bits, corner in
            bits | (alphas[corner.element.1 * width + corner.element.0] > 0.5 ? 1 << corner.offset : 0)
          }
          for (from, to) in Self.steps[bits] { next[edge(from, x, y)] = edge(to, x, y) }
        }
      }
      var loops: [[SIMD2<Double>]] = []
      for start in next.keys.sorted() where next[start] != nil {
        var (loop, place) = ([SIMD2<Double>](), start)
        while let following = next.removeValue(forKey: place) {
          loop.append(point(place))
          place = following
        }
        loops.append(loop)
      }
      return loops
    }

    /// Marching squares: for each combination of corners above one half, the sides that a segment joins (above, right,
    /// below, left).
    private static let steps: [[(Int, Int)]] = [
      [], [(0, 3)], [(1, 0)], [(1, 3)], [(2, 1)], [(0, 3), (2, 1)], [(2, 0)], [(2, 3)], [(3, 2)], [(0, 2)],
      [(1, 0), (3, 2)], [(1, 2)], [(3, 1)], [(0, 1)], [(3, 0)], [],
    ]

    private func edge(_ side: Int, _ x: Int, _ y: Int) -> Int {
      switch side {
      case 0: 2 * (y * width + x)
      case 1: 2 * (y * width + x + 1) + 1
      case 2: 2 * ((y + 1) * width + x)
      default: 2 * (y * width + x) + 1
      }
    }

    /// The position of the edge between two pixels, from their combined coverage.
    private func point(_ edge: Int) -> SIMD2<Double> {
      let first = edge / 2
      let isUpright = edge % 2 == 1
      let (a, b) = (alphas[first], alphas[first + (isUpright ? width : 1)])
      let share = a > b ? max(0, min(1, a + b - 0.5)) : max(0, min(1, 1.5 - a - b))
      // The centre of the first pixel, without the border.
      let place = SIMD2(Double(first % width) - 0.5, Double(first / width) - 0.5)
      return place + (isUpright ? SIMD2(0, share) : SIMD2(share, 0))
    }
  }
}
