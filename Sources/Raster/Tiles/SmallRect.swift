import StarmineScene

/// A rectangle of a frame's pixels or tiles, in half of the memory: there is one for each command, and every tile reads
/// those of the commands that touch it.
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
