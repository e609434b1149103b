import CStarminePixelKernels

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
