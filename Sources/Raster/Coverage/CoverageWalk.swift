import StarmineScene

/// Computes the coverage of one shape in a clip rectangle, row by row from the top.
struct CoverageWalk {
  let shape: ShapeCoverage
  private let shapes: UnsafePointer<ShapeTables>
  let clip: DeviceRect
  let accumulator: EdgeAccumulator
  let bytes: UnsafeMutablePointer<UInt8>
  /// Memory for a second row.
  private let spare: UnsafeMutablePointer<UInt8>

  /// - Parameter memory: Enlarged to this number of rows of the clip.
  init(
    _ shape: ShapeCoverage, of shapes: UnsafePointer<ShapeTables>, clip: DeviceRect, rows: Int,
    accumulator: EdgeAccumulator, memory: ScratchBuffer<UInt8>, kernels: KernelTable.Coverage
  ) {
    let width = clip.width + Surface.slack
    (self.shape, self.shapes, self.clip, self.accumulator) = (shape, shapes, clip, accumulator)
    bytes = memory.reserve(width * (rows + 1))
    spare = bytes + width * rows
    accumulator.add(shape, of: shapes, clip: clip, kernels)
  }

  func row(_ y: Int) -> CoverageRow { row(y, into: bytes) }

  func row(_ y: Int, into bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    guard case .ring = shape else { return row(of: shape, y, into: bytes) }
    let (row, hole) = ringRow(y, into: bytes)
    if !hole.isEmpty { (bytes + (hole.lowerBound - clip.minX)).update(repeating: 0, count: hole.count) }
    return row
  }

  private func row(of shape: ShapeCoverage, _ y: Int, into bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    switch shape {
    case .nothing, .ring: .empty
    case .box(let box): box.row(y, clip: clip, bytes: bytes)
    case .polygon: accumulator.row(y, bytes: bytes)
    case .roundedBox(let box, let corners, let minY, let maxY):
      if y >= minY && y < maxY {
        box.row(y, clip: clip, bytes: bytes)
      } else if case .mask(let mask) = corners {
        shapes.pointee.corners[mask].row(y, clip: clip, bytes: bytes)
      } else {
        accumulator.row(y, bytes: bytes)
      }
    }
  }

  /// A row of a ring, and its columns without coverage, which have no bytes.
  func ringRow(_ y: Int, into bytes: UnsafeMutablePointer<UInt8>) -> (CoverageRow, hole: Range<Int>) {
    guard case .ring(let index) = shape else { return (.empty, 0..<0) }
    let ring = shapes.pointee.rings[index]
    let outer = row(of: ring.outer, y, into: bytes)
    let inner = row(of: ring.inner, y, into: spare)
    let (first, last) = (max(inner.minX, outer.minX), min(inner.maxX, outer.maxX))
    guard first < last else { return (outer, 0..<0) }
    let start = min(max(first, inner.solidMinX), last)
    let hole = start..<max(start, min(last, inner.solidMaxX))
    // After this point the whole row has bytes, except for the hole.
    for x in outer.solidMinX..<max(outer.solidMinX, min(outer.solidMaxX, start)) { bytes[x - clip.minX] = 255 }
    for x in max(outer.solidMinX, hole.upperBound)..<max(outer.solidMaxX, hole.upperBound, outer.solidMinX) {
      bytes[x - clip.minX] = 255
    }
    for x in first..<start { subtract(x - clip.minX, bytes) }
    for x in hole.upperBound..<last { subtract(x - clip.minX, bytes) }
    return (.partial(outer.minX, outer.maxX), hole)
  }

  private func subtract(_ place: Int, _ bytes: UnsafeMutablePointer<UInt8>) {
    bytes[place] -= min(bytes[place], spare[place])
  }
}
