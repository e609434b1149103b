import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

/// The coverage of one shape of a frame, prepared once for all tiles.
enum ShapeCoverage {
  case box(BoxCoverage)
  /// Edges by index into the frame's edges.
  case polygon(Range<Int>)
  /// An axis-aligned rounded rectangle. Rows between the corners are those of its box.
  case roundedBox(BoxCoverage, corners: Corners, straightMinY: Int, straightMaxY: Int)
  /// An axis-aligned shape minus another one inside it, by index into the frame's rings.
  case ring(Int)
  case nothing

  enum Corners {
    /// Edges by index into the frame's edges.
    case outline(Range<Int>)
    /// A corner mask by its index.
    case mask(Int)
  }

  /// Appends the shape's edges, if it needs any, to `edges`.
  init(
    _ upright: UprightCoverage, of shape: RoundedRect, _ transform: PlaneTransform, masks: CornerMasks,
    outline: inout Outline, edges: inout [Edge]
  ) {
    if case .box(let box) = upright {
      self = .box(box)
      return
    }
    if case .masked(let mask) = upright {
      let corners = Corners.mask(masks.request(mask, of: shape, transform))
      self = .roundedBox(mask.box, corners: corners, straightMinY: mask.straightMinY, straightMaxY: mask.straightMaxY)
      return
    }
    let start = edges.count
    outline.append(shape, transform, to: &edges)
    let range = start..<edges.count
    if range.isEmpty {
      self = .nothing
    } else if case .outlined(let box) = upright {
      let (minY, maxY) = box.straightRows(shape, transform)
      self = .roundedBox(box, corners: .outline(range), straightMinY: minY, straightMaxY: maxY)
    } else {
      self = .polygon(range)
    }
  }

  init(
    ring outer: RoundedRect, inner: RoundedRect, _ transform: PlaneTransform, outline: inout Outline,
    edges: inout [Edge]
  ) {
    let start = edges.count
    outline.append(outer, transform, to: &edges)
    outline.append(inner, transform, isHole: true, to: &edges)
    self = edges.count == start ? .nothing : .polygon(start..<edges.count)
  }
}

/// How the coverage of a rounded rectangle is computed, as far as it depends only on the shape.
enum UprightCoverage {
  case box(BoxCoverage)
  case masked(CornerMasks.Mask)
  case outlined(BoxCoverage)
  case turned

  @inline(__always)
  init(_ shape: RoundedRect, _ transform: PlaneTransform, frame: DeviceRect) {
    guard transform.isAxisAligned, let box = BoxCoverage(shape, transform) else {
      self = .turned
      return
    }
    if shape.cornerRadius <= 0 {
      self = .box(box)
    } else if let mask = CornerMasks.mask(of: shape, transform, box, frame: frame) {
      self = .masked(mask)
    } else {
      self = .outlined(box)
    }
  }
}

extension ShapeCoverage {
  /// Appends the outline of a path's area to `edges`. Areas that wind in one direction, such as strokes, keep all
  /// edges: where they overlap, a pixel's coverage is capped at its whole area.
  ///
  /// An area within the guard box is moved to within a pixel of its own origin, and the result is moved by whole
  /// pixels, so that it looks the same after each whole-pixel move. A retained area is swept once in its own space if
  /// its transform is axis-aligned or it is simple. Others are swept in device space.
  init(
    _ shape: PathShape, _ transform: PlaneTransform, outline: inout Outline, sweep: inout WindingSweep,
    known: OutlineCache, edges: inout [Edge]
  ) {
    let start = edges.count
    var (place, shift) = (transform, (x: Int32(0), y: Int32(0)))
    let isInside = outline.contains(shape.area.boundingBox, transform)
    if isInside {
      let (x, y) = (transform.m31.rounded(.down), transform.m32.rounded(.down))
      (place.m31, place.m32) = (transform.m31 - x, transform.m32 - y)
      shift = (Int32(x), Int32(y))
    }
    if shape.area.turnsOneWay, shape.area.pointCount < Self.mostWindings {
      outline.append(shape.polygons, place, isInside: isInside, to: sweep.begin())
      sweep.finishSimple(into: &edges)
      edges.move(from: start, by: shift)
      self = edges.count > start ? .polygon(start..<edges.count) : .nothing
      return
    }
    let filled = isInside && shape.area.isKept ? FilledArea.known(shape, &sweep, known) : nil
    if let filled, Self.append(filled, place, outline: &outline, sweep: &sweep, edges: &edges) {
      edges.move(from: start, by: shift)
    } else {
      let key = OutlineCache.Key(
        area: ObjectIdentifier(shape.area), rule: shape.rule, transform: place, frame: isInside ? nil : outline.frame)
      if !shape.area.isKept || !known.append(key, movedBy: shift, to: &edges) {
        outline.append(shape.polygons, place, isInside: isInside, to: sweep.begin())
        sweep.finish(shape.rule, into: &edges)
        known.remember(key, of: shape.area, edges[start...])
        edges.move(from: start, by: shift)
      }
    }
    self = edges.count > start ? .polygon(start..<edges.count) : .nothing
  }

  /// Largest number of stroke points for which cells can hold all windings, each twice the area of a pixel. Larger
  /// strokes are swept.
  private static let mostWindings = 1 << 14

  /// Appends an area whose outline is known. Returns false, without appending, if it must be swept in device space.
  @inline(__always)
  private static func append(
    _ filled: Unmanaged<FilledArea>, _ place: PlaneTransform, outline: inout Outline, sweep: inout WindingSweep,
    edges: inout [Edge]
  ) -> Bool {
    filled._withUnsafeGuaranteedRef { filled in
      if place.isAxisAligned {
        filled.append(place, to: &edges)
        return true
      }
      guard filled.isSimple else { return false }
      outline.append(filled.polygons, place, isInside: true, to: sweep.begin())
      sweep.finishSimple(into: &edges)
      return true
    }
  }
}

extension BoxCoverage {
  /// The rows (half open) in which a rounded rectangle has the coverage of its box.
  func straightRows(_ shape: RoundedRect, _ transform: PlaneTransform) -> (Int, Int) {
    let asked = min(shape.cornerRadius * shape.curve.expansion, (shape.maxY - shape.minY) / 2) * abs(transform.m22)
    // The box is clipped far outside the frame, but its corners may extend farther.
    let height = Double(maxY - minY) / 256
    let inset = asked < height ? asked : height
    let low = Int((Double(minY) / 256 + inset).rounded(.up)) + 1
    let high = Int((Double(maxY) / 256 - inset).rounded(.down)) - 1
    return (low, max(low, high))
  }

  /// Device sides of an axis-aligned rectangle; nil if they are out of range. Sides far outside the frame are moved
  /// closer, which changes no pixel.
  init?(_ shape: RoundedRect, _ transform: PlaneTransform) {
    var x = (shape.minX * transform.m11 + transform.m31, shape.maxX * transform.m11 + transform.m31)
    var y = (shape.minY * transform.m22 + transform.m32, shape.maxY * transform.m22 + transform.m32)
    if shape.hasHardEdges {
      if !shape.smoothEdges.contains(.layerLeftEdge) { x.0 = Self.hard(x.0) }
      if !shape.smoothEdges.contains(.layerRightEdge) { x.1 = Self.hard(x.1) }
      if !shape.smoothEdges.contains(.layerBottomEdge) { y.0 = Self.hard(y.0) }
      if !shape.smoothEdges.contains(.layerTopEdge) { y.1 = Self.hard(y.1) }
    }
    guard x.0.isFinite, x.1.isFinite, y.0.isFinite, y.1.isFinite else { return nil }
    minX = Self.fixed(min(x.0, x.1))
    maxX = Self.fixed(max(x.0, x.1))
    minY = Self.fixed(min(y.0, y.1))
    maxY = Self.fixed(max(y.0, y.1))
  }

  @inline(__always)
  private static func fixed(_ value: Double) -> Int32 { rounded(max(-0x1p20, min(0x1p20, value)) * 256) }
}

/// The nearest integer, halves away from 0, for values in range. Avoids a library call, which would take longer than
/// the rest of a box.
@inline(__always)
private func rounded(_ value: Double) -> Int32 {
  let whole = Int32(value)
  let rest = value - Double(whole)
  return whole &+ (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0)
}

/// The shapes of a frame as read by the tiles, after the plan is finished. Memory without references: reference
/// counting by several workers would contend for every shape.
struct ShapeTables {
  let edges: EdgeList
  let corners: UnsafePointer<CornerMask>
  let rings: UnsafeBufferPointer<ShapeRing>
  let segments: UnsafeBufferPointer<PixelSegment>
}

/// A shape, and the shape inside it that is subtracted.
typealias ShapeRing = (outer: ShapeCoverage, inner: ShapeCoverage)
