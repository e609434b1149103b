import CStarminePixelKernels
import Foundation
import StarmineGraphics
import StarmineScene

/// The outline of a path's fill in the path's own space: computed once and used wherever the transform is axis-aligned.
///
/// The path's longer side has 2^20 units, at least the resolution of 1/256 pixel up to 4,096 pixels, so crossings are
/// as precise as if they were computed in device space. Horizontal edges are omitted, which is wrong for rotations.
final class FilledArea: Sendable {
  private let edges: [Edge]
  /// Whether the polygons are their own outline, which then applies to every transform without perspective.
  let isSimple: Bool
  let polygons: CGPath.Geometry.Polygons
  private let grid: UnitGrid

  /// Returns nil if coordinates exceed the numeric range.
  init?(_ shape: PathShape, _ sweep: inout WindingSweep) {
    guard let grid = UnitGrid(shape.area.boundingBox) else { return nil }
    let given = sweep.begin()
    polygons = shape.polygons
    var start = 0
    for end in polygons.ends {
      guard start < end else { continue }
      var previous = grid.place(polygons.points[end - 1])
      for index in start..<end {
        let next = grid.place(polygons.points[index])
        if previous.y != next.y { given.append(Edge(x0: previous.x, y0: previous.y, x1: next.x, y1: next.y)) }
        previous = next
      }
      start = end
    }
    var edges: [Edge] = []
    isSimple = sweep.finish(shape.rule, into: &edges)
    (self.edges, self.grid) = (edges, grid)
  }

  /// The cached area of a retained shape; nil if coordinates exceed the numeric range.
  static func known(
    _ shape: PathShape, _ sweep: inout WindingSweep, _ cache: OutlineCache
  ) -> Unmanaged<FilledArea>? {
    if let address = shape.area.fact(shape.rule) { return .fromOpaque(address) }
    guard let made = FilledArea(shape, &sweep) else { return nil }
    cache.countSweep()
    return .fromOpaque(shape.area.keep(made, shape.rule))
  }

  /// Appends the edges in device space.
  /// - Parameter t: An axis-aligned transform that keeps the whole path within the range of edges.
  func append(_ t: PlaneTransform, to result: inout [Edge]) {
    let (scaleX, scaleY) = (t.m11 * grid.unit * 256, t.m22 * grid.unit * 256)
    let (x, y) = ((t.m11 * grid.origin.x + t.m31) * 256, (t.m22 * grid.origin.y + t.m32) * 256)
    let (scale, start) = (SIMD4(scaleX, scaleY, scaleX, scaleY), SIMD4(x, y, x, y))
    // Adding this constant rounds to the nearest integer (ties to even) in the last bits; `rounded()` would call a
    // library function.
    let shift = SIMD4<Double>(repeating: 0x1.8p52)
    for edge in edges {
      let ends = SIMD4<Double>(SIMD4(edge.x0, edge.y0, edge.x1, edge.y1)) * scale + start + shift
      let bits = SIMD4<Int32>(truncatingIfNeeded: unsafeBitCast(ends, to: SIMD4<Int64>.self))
      if bits.y != bits.w { result.append(Edge(x0: bits.x, y0: bits.y, x1: bits.z, y1: bits.w)) }
    }
  }
}

private struct UnitGrid {
  /// Limits the time and memory of a sweep.
  private static let count = 0x1p20

  let origin: SIMD2<Double>
  /// Size of a unit in the path's coordinates.
  let unit: Double

  /// Returns nil if coordinates exceed the numeric range.
  init?(_ box: CGRect) {
    unit = max(Double(box.width), Double(box.height)) / Self.count
    origin = SIMD2(Double(box.minX), Double(box.minY))
    guard unit.isNormal, (1 / unit).isNormal, origin.x.isFinite, origin.y.isFinite else { return nil }
  }

  func place(_ point: CGPoint) -> SIMD2<Int32> {
    // NaN is clamped to the near side. Paths may come from untrusted documents.
    let place = { (value: Double, start: Double) in
      let units = ((value - start) / unit).rounded()
      return Int32(units > 0 ? min(units, Self.count) : 0)
    }
    return SIMD2(place(Double(point.x), origin.x), place(Double(point.y), origin.y))
  }
}
