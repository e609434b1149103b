import CStarminePixelKernels
import Foundation
import StarmineGraphics
import StarmineScene

/// Converts rounded rectangles under any plane transform to edges.
///
/// Points stay homogeneous until they are clipped to the guard box (the frame and a margin) and to `w > 0`, so nothing
/// overflows with any perspective. Buffers are reused between shapes.
struct Outline {
  /// `(x, y, w)`: the device point is `(x / w, y / w)`.
  private var points: [SIMD3<Double>] = []
  private var clipped: [SIMD3<Double>] = []
  /// Clip planes. Inside, the dot product with a point is not negative.
  private let planes: [SIMD3<Double>]
  /// The guard box.
  private let low: SIMD2<Double>
  private let high: SIMD2<Double>
  let frame: DeviceRect

  /// Margin of the guard box in pixels.
  private static let margin = 16.0
  /// Largest error of flattened corners in pixels.
  private static let tolerance = 0.05
  /// Largest number of chords per quarter turn.
  private static let mostSteps = 64
  /// The smallest `w` that counts as in front of the camera.
  private static let nearestW = 1e-6

  init(frame: DeviceRect) {
    self.frame = frame
    let (left, top) = (Outline.margin - Double(frame.minX), Outline.margin - Double(frame.minY))
    let (right, bottom) = (Double(frame.maxX) + Outline.margin, Double(frame.maxY) + Outline.margin)
    planes = [
      SIMD3(0, 0, 1), SIMD3(1, 0, left), SIMD3(-1, 0, right), SIMD3(0, 1, top), SIMD3(0, -1, bottom),
    ]
    (low, high) = (SIMD2(-left, -top), SIMD2(right, bottom))
  }

  /// Appends the shape's edges, or none if it is behind the camera or has points outside the numeric range.
  /// - Parameter isHole: Reverses the edges, which subtracts the shape from the one around it.
  mutating func append(
    _ shape: RoundedRect, _ transform: PlaneTransform, isHole: Bool = false, to edges: inout [Edge]
  ) {
    guard shape.minX < shape.maxX, shape.minY < shape.maxY else { return }
    if shape.hasHardEdges, let hard = HardOutline(shape, transform) { return append(hard, isHole: isHole, to: &edges) }
    points.removeAll(keepingCapacity: true)
    flatten(shape, transform)
    clipToFrame()
    guard var previous = points.last.flatMap(Self.device) else { return }
    let first = edges.count
    for point in points {
      // An open outline would cover all pixels to its right.
      guard let next = Self.device(point) else { return edges.removeSubrange(first...) }
      let (start, end) = isHole ? (next, previous) : (previous, next)
      if start.y != end.y { edges.append(Edge(x0: start.x, y0: start.y, x1: end.x, y1: end.y)) }
      previous = next
    }
  }

  private func append(_ hard: HardOutline, isHole: Bool, to edges: inout [Edge]) {
    let first = edges.count
    hard.append(rows: -planes[3].z...planes[4].z, columns: -planes[1].z...planes[2].z, to: &edges)
    guard isHole else { return }
    for index in first..<edges.count {
      let edge = edges[index]
      edges[index] = Edge(x0: edge.x1, y0: edge.y1, x1: edge.x0, y1: edge.y0)
    }
  }

  /// Whether a box is within the guard box and needs no clipping, and the transform's shift is within the range of
  /// edges.
  func contains(_ box: CGRect, _ t: PlaneTransform) -> Bool {
    guard t.isAffine, abs(t.m31) < 0x1p20, abs(t.m32) < 0x1p20 else { return false }
    let (x0, y0, x1, y1) = (Double(box.minX), Double(box.minY), Double(box.maxX), Double(box.maxY))
    let corners = (
      SIMD2(t.m11 * x0 + t.m21 * y0, t.m12 * x0 + t.m22 * y0), SIMD2(t.m11 * x1 + t.m21 * y0, t.m12 * x1 + t.m22 * y0),
      SIMD2(t.m11 * x0 + t.m21 * y1, t.m12 * x0 + t.m22 * y1), SIMD2(t.m11 * x1 + t.m21 * y1, t.m12 * x1 + t.m22 * y1)
    )
    func isInside(_ corner: SIMD2<Double>) -> Bool {
      let (x, y) = (corner.x + t.m31, corner.y + t.m32)
      return x >= low.x && x <= high.x && y >= low.y && y <= high.y
    }
    return isInside(corners.0) && isInside(corners.1) && isInside(corners.2) && isInside(corners.3)
  }

  /// Appends the edges of polygons. Skips polygons outside the numeric range.
  mutating func append(
    _ polygons: CGPath.Geometry.Polygons, _ transform: PlaneTransform, isInside: Bool, to edges: EdgeBuffer
  ) {
    if isInside { return Self.append(polygons, affine: transform, to: edges) }
    var start = 0
    for end in polygons.ends {
      points.removeAll(keepingCapacity: true)
      for index in start..<end { append(polygons.points[index].x, polygons.points[index].y, transform) }
      start = end
      clipToFrame()
      guard var previous = points.last.flatMap(Self.device) else { continue }
      let count = edges.count
      for point in points {
        guard let next = Self.device(point) else {
          edges.removeLast(downTo: count)
          break
        }
        if previous.y != next.y { edges.append(Edge(x0: previous.x, y0: previous.y, x1: next.x, y1: next.y)) }
        previous = next
      }
    }
  }

  /// Appends the edges of polygons that need no clipping, by a transform without perspective.
  private static func append(_ polygons: CGPath.Geometry.Polygons, affine t: PlaneTransform, to edges: EdgeBuffer) {
    let (x, y, shift) = (SIMD2(t.m11, t.m12) * 256, SIMD2(t.m21, t.m22) * 256, SIMD2(t.m31, t.m32) * 256)
    polygons.points.withUnsafeBufferPointer { points in
      var start = 0
      for end in polygons.ends {
        defer { start = end }
        let memory = edges.reserve(end - start)
        guard start < end, var previous = nearest(x * points[end - 1].x + y * points[end - 1].y + shift) else {
          continue
        }
        var count = 0
        for point in points[start..<end] {
          guard let next = nearest(x * point.x + y * point.y + shift) else {
            count = 0
            break
          }
          memory[count] = Edge(x0: previous.x, y0: previous.y, x1: next.x, y1: next.y)
          count += previous.y != next.y ? 1 : 0
          previous = next
        }
        edges.take(count)
      }
    }
  }

  private static func device(_ point: SIMD3<Double>) -> (x: Int32, y: Int32)? {
    let scale = point.z == 1 ? point : point / point.z
    return nearest(SIMD2(scale.x, scale.y) * 256)
  }

  /// Returns nil for values outside the range of edges.
  @inline(__always)
  private static func nearest(_ point: SIMD2<Double>) -> (x: Int32, y: Int32)? {
    guard abs(point.x) < 0x1p28, abs(point.y) < 0x1p28 else { return nil }
    return (nearest(point.x), nearest(point.y))
  }

  /// The nearest integer, halves away from zero, for values within +-2^30; `rounded()` would call a library function.
  @inline(__always)
  private static func nearest(_ value: Double) -> Int32 {
    let whole = Int32(value)
    let rest = value - Double(whole)
    return whole &+ (rest >= 0.5 ? 1 : 0) &- (rest <= -0.5 ? 1 : 0)
  }

  /// Corners clockwise from the top left, each an arc of a quarter turn.
  private mutating func flatten(_ shape: RoundedRect, _ transform: PlaneTransform) {
    let radius = min(shape.cornerRadius, (shape.maxX - shape.minX) / 2, (shape.maxY - shape.minY) / 2)
    guard radius > 0 else {
      append(shape.minX, shape.minY, transform)
      append(shape.maxX, shape.minY, transform)
      append(shape.maxX, shape.maxY, transform)
      append(shape.minX, shape.maxY, transform)
      return
    }
    guard shape.curve == .circular, shape.corners == .all else {
      for point in shape.outlinePoints(radius: radius, steps: Self.steps(radius, transform)) {
        append(point.x, point.y, transform)
      }
      return
    }
    let (left, right) = (shape.minX + radius, shape.maxX - radius)
    let (top, bottom) = (shape.minY + radius, shape.maxY - radius)
    let steps = Self.steps(radius, transform)
    let turn = Self.turns[steps]
    append(cornerAt: left, top, from: SIMD2(-1, 0), turn, steps, radius, transform)
    append(cornerAt: right, top, from: SIMD2(0, -1), turn, steps, radius, transform)
    append(cornerAt: right, bottom, from: SIMD2(1, 0), turn, steps, radius, transform)
    append(cornerAt: left, bottom, from: SIMD2(0, 1), turn, steps, radius, transform)
  }

  private mutating func append(
    cornerAt x: Double, _ y: Double, from start: SIMD2<Double>, _ turn: SIMD2<Double>, _ steps: Int, _ radius: Double,
    _ transform: PlaneTransform
  ) {
    var way = start
    for _ in 0...steps {
      append(x + way.x * radius, y + way.y * radius, transform)
      way = SIMD2(way.x * turn.x - way.y * turn.y, way.x * turn.y + way.y * turn.x)
    }
  }

  /// Cosines and sines of the points of a quarter turn, by the number of chords.
  private static let turns = (0...mostSteps).map { steps in
    SIMD2(Double.cos(.pi / 2 / Double(max(steps, 1))), Double.sin(.pi / 2 / Double(max(steps, 1))))
  }

  /// Chords per quarter turn: the sagitta of one is `r (1 - cos(angle / 2))`, about `r angle^2 / 8`.
  private static func steps(_ radius: Double, _ transform: PlaneTransform) -> Int {
    guard transform.isAffine else { return 24 }
    let scale = max(Double.hypot(transform.m11, transform.m12), Double.hypot(transform.m21, transform.m22))
    let steps = (.pi / 2 / (8 * tolerance / max(radius * scale, tolerance)).squareRoot()).rounded(.up)
    return steps.isFinite ? Int(max(1, min(steps, Double(mostSteps)))) : 1
  }

  private mutating func append(_ x: Double, _ y: Double, _ t: PlaneTransform) {
    points.append(SIMD3(t.m11 * x + t.m21 * y + t.m31, t.m12 * x + t.m22 * y + t.m32, t.m13 * x + t.m23 * y + t.m33))
  }

  private mutating func clipToFrame() {
    // Most shapes need no clipping.
    let isInside = points.allSatisfy {
      $0.z == 1 && $0.x >= low.x && $0.x <= high.x && $0.y >= low.y && $0.y <= high.y
    }
    if isInside { return }
    for index in planes.indices { clip(to: planes[index], offset: index == 0 ? Outline.nearestW : 0) }
  }

  /// Clips the polygon to one side of a plane (Sutherland-Hodgman).
  private mutating func clip(to plane: SIMD3<Double>, offset: Double) {
    let distances = { (point: SIMD3<Double>) in (plane * point).sum() - offset }
    guard points.contains(where: { !(distances($0) >= 0) }), var previous = points.last else { return }
    clipped.removeAll(keepingCapacity: true)
    var before = distances(previous)
    for point in points {
      let after = distances(point)
      if (before >= 0) != (after >= 0) { clipped.append(previous + (point - previous) * (before / (before - after))) }
      if after >= 0 { clipped.append(point) }
      (previous, before) = (point, after)
    }
    swap(&points, &clipped)
  }
}
