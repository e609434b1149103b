import CStarminePixelKernels
import StarmineScene

/// The shapes of one frame, their edges and masks, and the gradients that fill them.
final class ShapePlan {
  private var edges: [Edge] = []
  private var blocks: [EdgeBlock] = []
  private(set) var gradients: [PreparedGradient] = []
  /// Colours of all gradients.
  private(set) var segments: [PixelSegment] = []
  let corners = CornerMasks()
  private let outlineCache: OutlineCache
  private var sweep = WindingSweep()
  private var outline = Outline(frame: .empty)

  /// - Parameter outlineCache: outlines that are shared with other plans.
  init(outlineCache: OutlineCache) { self.outlineCache = outlineCache }

  func begin(frame: DeviceRect) {
    edges.removeAll(keepingCapacity: true)
    gradients.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    corners.beginFrame()
    outline = Outline(frame: frame)
  }

  func finish(workers: Workers) {
    corners.finishFrame(workers: workers, frame: outline.frame)
    blocks.removeAll(keepingCapacity: true)
    for first in stride(from: 0, to: edges.count, by: EdgeBlock.size) {
      blocks.append(EdgeBlock(edges[first..<min(first + EdgeBlock.size, edges.count)]))
    }
  }

  /// The edges of all shapes, after the plan is finished.
  func withEdges<Result>(_ body: (EdgeList) -> Result) -> Result {
    edges.withUnsafeBufferPointer { edges in
      blocks.withUnsafeBufferPointer { body(EdgeList(edges: edges, blocks: $0)) }
    }
  }

  /// Nil for what changes no pixel.
  ///
  /// - Parameters:
  ///   - around: pixels that the groups around can touch.
  ///   - isInGroup: the fill is not drawn straight to the frame.
  func prepare(_ fill: FillCommand, in around: DeviceRect, isInGroup: Bool) -> PreparedCommand? {
    let bounds = fill.bounds.intersection(around)
    guard !bounds.isEmpty, fill.paint != .solid(0) else { return nil }
    if case .roundedRect(let rect) = fill.shape, case .solid(let color) = fill.paint,
      let (mask, box) = corners.request(rect, fill.transform, frame: outline.frame)
    {
      let cover = box.solid.cut(atY: corners.mask(mask).straightMinY, corners.mask(mask).straightMaxY).1
      let work = PreparedCommand.Work.roundedFill(box, mask: mask, color: color)
      return PreparedCommand(work, bounds, covers: isInGroup ? .empty : cover, color)
    }
    let shape = coverage(of: fill.shape, fill.transform)
    if case .nothing = shape { return nil }
    switch fill.paint {
    case .solid(let color):
      let cover = isInGroup ? .empty : shape.solid
      return PreparedCommand(.fill(shape, color: color), bounds, covers: cover, color)
    case .gradient(let gradient):
      guard let gradient = PreparedGradient(gradient, fill.transform, bounds: bounds, segments: &segments)
      else { return nil }
      gradients.append(gradient)
      return PreparedCommand(work: .gradient(shape, gradients.count - 1), bounds: bounds)
    }
  }

  func coverage(of shape: Shape, _ transform: PlaneTransform) -> ShapeCoverage {
    switch shape {
    case .roundedRect(let rect): coverage(of: rect, transform)
    case .path(let path):
      ShapeCoverage(path, transform, outline: &outline, sweep: &sweep, known: outlineCache, edges: &edges)
    case .border(let rect, let width):
      ShapeCoverage(ring: rect, inner: rect.inset(by: width), transform, outline: &outline, edges: &edges)
    case .ring(let rect, let inner):
      ShapeCoverage(ring: rect, inner: inner, transform, outline: &outline, edges: &edges)
    }
  }

  func coverage(of rect: RoundedRect, _ transform: PlaneTransform) -> ShapeCoverage {
    ShapeCoverage(rect, transform, outline: &outline, edges: &edges)
  }
}

extension PreparedCommand {
  fileprivate init(_ work: Work, _ bounds: DeviceRect, covers cover: DeviceRect, _ color: UInt32) {
    self.init(work: work, bounds: bounds, cover: cover.intersection(bounds), coverColor: color)
  }
}
