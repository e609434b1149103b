import CStarminePixelKernels
import StarmineScene

/// A command resolved for one frame: clipped bounds, coverage, image levels.
struct PreparedCommand {
  /// Large values and references are in the frame's tables and are given by index.
  enum Work {
    case fill(ShapeCoverage, color: UInt32)
    case gradient(ShapeCoverage, Int)
    case sprite(PixelSprite, PixelSource, BlendMode)
    case image(Int)
    case particles(bins: Int, sources: Range<Int>, BlendMode)
    case pushGroup
    case cut(Int)
    /// Clamps components of the innermost group, in float.
    case limitLight(Float)
    case popGroup(ShapeCoverage?, alpha: UInt32, CompositingFilter)
    case shadow(Int, color: UInt32)
    case paintedShadow(Int, gradient: Int)
    case offscreen(Int)
    case backdrop(Int, ShapeCoverage, alpha: UInt32)
  }

  var work: Work
  /// Pixels it may change: its own bounds within those of the enclosing groups and the frame.
  var bounds: DeviceRect {
    get { DeviceRect(smallBounds) }
    set { smallBounds = SmallRect(newValue) }
  }
  /// Pixels that it fills with one colour or opaque pixels; empty if unknown.
  var cover: DeviceRect { DeviceRect(smallCover) }
  /// Nil for opaque pixels of several colours.
  let coverColor: UInt32?
  private var smallBounds: SmallRect
  private let smallCover: SmallRect

  init(work: Work, bounds: DeviceRect, cover: DeviceRect = .empty, coverColor: UInt32? = 0) {
    (self.work, self.coverColor) = (work, coverColor)
    (smallBounds, smallCover) = (SmallRect(bounds), SmallRect(cover))
  }

  /// Fills coverage with one colour.
  /// - Parameter isInGroup: Whether it is drawn to a group rather than to the frame.
  @inline(__always)
  init(filling coverage: ShapeCoverage, _ color: UInt32, bounds: DeviceRect, isInGroup: Bool) {
    self.init(
      work: .fill(coverage, color: color), bounds: bounds,
      cover: isInGroup ? .empty : coverage.solid.intersection(bounds), coverColor: color)
  }

  var isOpaqueCover: Bool { coverColor.map { $0 >> 24 == 255 } ?? true }
}

/// A rectangle of pixels or tiles in half the memory: there is one per command, and every tile reads those of the
/// commands that touch it.
struct SmallRect: BitwiseCopyable {
  let minX, minY, maxX, maxY: Int32

  @inline(__always)
  init(_ rect: DeviceRect) {
    (minX, minY) = (Int32(truncatingIfNeeded: rect.minX), Int32(truncatingIfNeeded: rect.minY))
    (maxX, maxY) = (Int32(truncatingIfNeeded: rect.maxX), Int32(truncatingIfNeeded: rect.maxY))
  }
}

extension DeviceRect {
  @inline(__always)
  init(_ rect: SmallRect) {
    self.init(minX: Int(rect.minX), minY: Int(rect.minY), maxX: Int(rect.maxX), maxY: Int(rect.maxY))
  }
}
