import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

/// The coverage of one shape of a frame, prepared once and used in every tile.
enum ShapeCoverage {
  case box(BoxCoverage)
  /// Edges by index into the frame's edges.
  case polygon(Range<Int>)
  /// An upright rounded rectangle: rows between the corners are those of its box.
  case roundedBox(BoxCoverage, corners: Corners, straightMinY: Int, straightMaxY: Int)
  /// All that one upright shape covers and another inside of it does not; by index into the frame's rings.
  case ring(Int)
  case nothing

  /// How the corners' rows are known.
  enum Corners {
    /// Edges by index into the frame's edges.
    case outline(Range<Int>)
    /// Rows that were found before, by their number.
    case mask(Int)
  }

  /// Adds the shape's edges, if it needs any, to `edges`.
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
      self = .roundedBox(
        mask.box, corners: corners, straightMinY: mask.straightMinY, straightMaxY: mask.straightMaxY)
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

  /// The ring between two outlines.
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

/// How the coverage of a rounded rectangle is found: all that follows from the shape alone.
enum UprightCoverage {
  case box(BoxCoverage)
  case masked(CornerMasks.Mask)
  /// A box with corners that need an outline.
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
  /// Adds the outline of a path's area to `edges`; of what turns one way, as a stroke does, all edges as they are:
  /// where parts of it overlap, cells count no more than the whole of a pixel.
  ///
  /// An area wholly inside the guard box is brought to where it lies less than a pixel from its own place and then
  /// moved by whole pixels, so that it looks alike wherever it goes in such steps. One that stays is swept once in its
  /// own space: that is enough where it lies upright or is simple. Any other one is swept in device space.
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

  /// Points of a stroke up to which cells hold all its windings, each twice the area of a pixel; any more are swept.
  private static let mostWindings = 1 << 14

  /// Appends an area that is swept already; false, and nothing is appended, if it has to be swept as it lies there.
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
  /// The rows, half open, in which a rounded rectangle covers what its box covers.
  func straightRows(_ shape: RoundedRect, _ transform: PlaneTransform) -> (Int, Int) {
    let asked = min(shape.cornerRadius * shape.curve.expansion, (shape.maxY - shape.minY) / 2) * abs(transform.m22)
    // The box is cut off far outside the frame, its corners may reach farther.
    let height = Double(maxY - minY) / 256
    let inset = asked < height ? asked : height
    let low = Int((Double(minY) / 256 + inset).rounded(.up)) + 1
    let high = Int((Double(maxY) / 256 - inset).rounded(.down)) - 1
    return (low, max(low, high))
  }

  /// An upright rectangle's device sides; nil if they are out of range. Sides far outside move nearer, which no pixel
  /// of a frame can tell.
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

/// The nearest whole number, halves away from 0: without a call of the system's library, which takes longer than the
/// rest of a box. For numbers that fit.
@inline(__always)
private func rounded(_ value: Double) -> Int32 {
  let whole = Int32(value)
  let rest = value - Double(whole)
  return whole &+ (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0)
}

/// The shapes of a frame as tiles read them, after their plan is finished: memory without references, because several
/// workers would count them against each other for every shape.
struct ShapeTables {
  let edges: EdgeList
  let corners: UnsafePointer<CornerMask>
  let rings: UnsafeBufferPointer<ShapeRing>
  let gradients: UnsafeBufferPointer<PreparedGradient>
  /// Colours of all gradients.
  let segments: UnsafeBufferPointer<PixelSegment>
}

/// One shape, and another inside of it that is left out.
typealias ShapeRing = (outer: ShapeCoverage, inner: ShapeCoverage)
