import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

/// The shapes of one frame, their edges and masks, and their gradients.
final class ShapePlan {
  @exclusivity(unchecked) private var edges: [Edge] = []
  private var blocks: [EdgeBlock] = []
  @exclusivity(unchecked) private var gradients: [PreparedGradient] = []
  @exclusivity(unchecked) private var segments: [PixelSegment] = []
  private let corners = CornerMasks()
  @exclusivity(unchecked) private var rings: [ShapeRing] = []
  private let outlineCache: OutlineCache
  @exclusivity(unchecked) private var sweep = WindingSweep()
  @exclusivity(unchecked) private var outline = Outline(frame: .empty)

  init(outlineCache: OutlineCache) { self.outlineCache = outlineCache }

  var frame: DeviceRect { outline.frame }
  @exclusivity(unchecked) private(set) var form = PixelDepth.words

  func begin(frame: DeviceRect, form: PixelDepth) {
    self.form = form
    edges.removeAll(keepingCapacity: true)
    gradients.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    rings.removeAll(keepingCapacity: true)
    corners.beginFrame()
    outline = Outline(frame: frame)
  }

  func finish(workers: Workers, kernels: KernelTable) {
    corners.finishFrame(workers: workers, frame: outline.frame, kernels: kernels)
    blocks.removeAll(keepingCapacity: true)
    edges.withUnsafeBufferPointer { edges in
      for first in stride(from: 0, to: edges.count, by: EdgeBlock.size) {
        blocks.append(EdgeBlock(edges[first..<min(first + EdgeBlock.size, edges.count)]))
      }
    }
  }

  /// Whether a shape of few edges touches no pixel of a rectangle. The answer may be false for other shapes.
  func misses(_ rect: DeviceRect, _ shape: ShapeCoverage) -> Bool {
    guard case .polygon(let range) = shape, range.count <= EdgeBlock.size else { return false }
    let rows = (top: Double(rect.minY) * 256, bottom: Double(rect.maxY) * 256)
    var (left, right) = (Double.infinity, -Double.infinity)
    for edge in edges[range] where edge.y0 != edge.y1 {
      let (low, high) = (Double(min(edge.y0, edge.y1)), Double(max(edge.y0, edge.y1)))
      guard low < rows.bottom, high > rows.top else { continue }
      let slope = Double(edge.x1 - edge.x0) / Double(edge.y1 - edge.y0)
      for y in [max(low, rows.top), min(high, rows.bottom)] {
        let x = Double(edge.x0) + (y - Double(edge.y0)) * slope
        (left, right) = (min(left, x), max(right, x))
      }
    }
    return left > Double(rect.maxX + 1) * 256 || right < Double(rect.minX - 1) * 256
  }

  /// Calls `body` with the tables that tiles read, after the plan is finished.
  func withTables<Result>(
    _ body: (UnsafePointer<ShapeTables>, UnsafeBufferPointer<PreparedGradient>) -> Result
  ) -> Result {
    edges.withUnsafeBufferPointer { edges in
      blocks.withUnsafeBufferPointer { blocks in
        rings.withUnsafeBufferPointer { rings in
          gradients.withUnsafeBufferPointer { gradients in
            segments.withUnsafeBufferPointer { segments in
              let tables = ShapeTables(
                edges: EdgeList(edges: edges, blocks: blocks), corners: corners.all, rings: rings, segments: segments)
              return withUnsafePointer(to: tables) { body($0, gradients) }
            }
          }
        }
      }
    }
  }

  /// Appends the command of a fill. Does nothing if no pixel changes.
  /// - Parameters:
  ///   - around: Pixels that the enclosing groups can touch.
  ///   - isInGroup: Whether the fill is drawn to a group rather than to the frame.
  func append(
    _ fill: FillCommand, in around: DeviceRect, isInGroup: Bool, to commands: inout [PreparedCommand]
  ) {
    let bounds = fill.bounds.intersection(around)
    if bounds.isEmpty { return }
    guard let color = fill.paint.word(form) else {
      if let command = prepare(gradient: fill, bounds, isInGroup: isInGroup) { commands.append(command) }
      return
    }
    if color == 0 { return }
    let shape = coverage(of: fill)
    if case .nothing = shape { return }
    commands.append(PreparedCommand(filling: shape, color, bounds: bounds, isInGroup: isInGroup))
  }

  private func prepare(
    gradient fill: FillCommand, _ bounds: DeviceRect, isInGroup: Bool
  ) -> PreparedCommand? {
    guard case .gradient(let gradient) = fill.paint else { return nil }
    let shape = coverage(of: fill)
    if case .nothing = shape { return nil }
    guard let index = prepare(gradient, fill.transform, bounds) else { return nil }
    let cover = isInGroup || !gradients[index].isOpaque ? .empty : shape.solid.intersection(bounds)
    return PreparedCommand(work: .gradient(shape, index), bounds: bounds, cover: cover, coverColor: nil)
  }

  /// Returns the index among the frame's gradients, or nil if the plane is seen edge-on.
  func prepare(_ gradient: Gradient, _ transform: PlaneTransform, _ bounds: DeviceRect) -> Int? {
    let prepared = PreparedGradient(gradient, transform, bounds: bounds, form: form, segments: &segments)
    guard let prepared else { return nil }
    gradients.append(prepared)
    return gradients.count - 1
  }

  private func coverage(of fill: FillCommand) -> ShapeCoverage {
    if case .roundedRect(let rect) = fill.shape { return coverage(of: rect, fill.transform) }
    return coverage(of: fill.shape, fill.transform)
  }

  func coverage(of shape: Shape, _ transform: PlaneTransform) -> ShapeCoverage {
    switch shape {
    case .roundedRect(let rect): coverage(of: rect, transform)
    case .path(let path):
      ShapeCoverage(path, transform, outline: &outline, sweep: &sweep, known: outlineCache, edges: &edges)
    case .border(let rect, let width): ring(rect, inner: rect.inset(by: width), transform)
    case .ring(let rect, let inner): ring(rect, inner: inner, transform)
    }
  }

  /// If the rows of both shapes are known, they are subtracted; otherwise both outlines are drawn as one.
  private func ring(_ outer: RoundedRect, inner: RoundedRect, _ transform: PlaneTransform) -> ShapeCoverage {
    if inner.minX >= inner.maxX || inner.minY >= inner.maxY { return coverage(of: outer, transform) }
    guard outer.hasRoundCorners, inner.hasRoundCorners || inner.cornerRadius <= 0 else {
      return ShapeCoverage(ring: outer, inner: inner, transform, outline: &outline, edges: &edges)
    }
    let (start, shapes) = (edges.count, (coverage(of: outer, transform), coverage(of: inner, transform)))
    guard shapes.0.isMasked, shapes.1.isMasked else {
      edges.removeSubrange(start...)
      return ShapeCoverage(ring: outer, inner: inner, transform, outline: &outline, edges: &edges)
    }
    rings.append(shapes)
    return .ring(rings.count - 1)
  }

  func coverage(of rect: RoundedRect, _ transform: PlaneTransform) -> ShapeCoverage {
    coverage(of: rect, transform, UprightCoverage(rect, transform, frame: frame))
  }

  func coverage(of rect: RoundedRect, _ transform: PlaneTransform, _ upright: UprightCoverage) -> ShapeCoverage {
    ShapeCoverage(upright, of: rect, transform, masks: corners, outline: &outline, edges: &edges)
  }
}

extension Paint {
  /// The paint's single colour in a pixel format; nil otherwise. For 8-bit pixels it is clamped.
  fileprivate func word(_ form: PixelDepth) -> UInt32? {
    switch self {
    case .solid(let color): return color
    case .gradient(let gradient):
      guard form == .words, gradient.stops.count == 1, gradient.circles == nil else { return nil }
      let color = gradient.stops[0].color.clamped(lowerBound: .zero, upperBound: .one)
      return premultiplied(red: color.x, green: color.y, blue: color.z, alpha: color.w)
    }
  }
}
