import CStarminePixelKernels
import Foundation
import StarmineGraphics
import StarmineScene

/// The edges of what a path fills, in the path's own space: swept once, drawn wherever the path lies upright.
///
/// Places are whole units, of which the path's longer side has 2^20: not coarser than the 1/256 pixel that they become,
/// up to 4,096 pixels, so crossings are no worse than if they were looked for among pixels. Level edges are missing,
/// which a turn would show.
struct FilledArea {
  /// Time and memory of a sweep grow with it.
  private static let units = 0x1p20

  private var edges: [Edge] = []
  /// Whether the polygons are their own outline, and then under every transform without perspective.
  private(set) var isSimple = false
  private let origin: SIMD2<Double>
  /// Points of the path.
  private let unit: Double

  /// Nil where numbers do not reach.
  init?(_ shape: PathShape, _ sweep: inout WindingSweep) {
    let box = shape.area.boundingBox
    unit = max(Double(box.width), Double(box.height)) / Self.units
    origin = SIMD2(Double(box.minX), Double(box.minY))
    guard unit.isNormal, (1 / unit).isNormal, origin.x.isFinite, origin.y.isFinite else { return nil }
    let given = sweep.begin()
    var start = 0
    for end in shape.polygons.ends {
      guard start < end else { continue }
      var previous = place(shape.polygons.points[end - 1])
      for index in start..<end {
        let next = place(shape.polygons.points[index])
        if previous.y != next.y { given.append(Edge(x0: previous.x, y0: previous.y, x1: next.x, y1: next.y)) }
        previous = next
      }
      start = end
    }
    isSimple = sweep.finish(shape.rule, into: &edges)
  }

  private func place(_ point: CGPoint) -> SIMD2<Int32> {
    // What is not a number goes to the near side; there are paths of all kinds.
    let place = { (value: Double, start: Double) in
      let units = ((value - start) / unit).rounded()
      return Int32(units > 0 ? min(units, Self.units) : 0)
    }
    return SIMD2(place(Double(point.x), origin.x), place(Double(point.y), origin.y))
  }

  var byteCount: Int { edges.count * MemoryLayout<Edge>.stride }

  /// Appends the edges in device space.
  ///
  /// - Parameter t: upright, and with the whole path inside of what edges hold.
  func append(_ t: PlaneTransform, to result: inout [Edge]) {
    let (scaleX, scaleY) = (t.m11 * unit * 256, t.m22 * unit * 256)
    let (x, y) = ((t.m11 * origin.x + t.m31) * 256, (t.m22 * origin.y + t.m32) * 256)
    let (scale, start) = (SIMD4(scaleX, scaleY, scaleX, scaleY), SIMD4(x, y, x, y))
    // The sum's last bits are the nearest whole number, halves to the even one; `rounded()` calls a library.
    let shift = SIMD4<Double>(repeating: 0x1.8p52)
    for edge in edges {
      let ends = SIMD4<Double>(SIMD4(edge.x0, edge.y0, edge.x1, edge.y1)) * scale + start + shift
      let bits = SIMD4<Int32>(truncatingIfNeeded: unsafeBitCast(ends, to: SIMD4<Int64>.self))
      if bits.y != bits.w { result.append(Edge(x0: bits.x, y0: bits.y, x1: bits.z, y1: bits.w)) }
    }
  }
}
