import CStarminePixelKernels
import StarmineScene

/// Rows and coverage bytes of many corner masks in growing memory.
final class CornerRows {
  private let rows = ScratchBuffer<PixelRow>()
  private let bytes = ScratchBuffer<UInt8>()
  private(set) var rowCount = 0
  private var byteCount = 0

  /// The first row; invalid after rows are added.
  var first: UnsafePointer<PixelRow> { UnsafePointer(rows.base) }
  /// Bytes of the rows, with a spare vector at the end; invalid after rows are added.
  var coverage: UnsafePointer<UInt8> { UnsafePointer(bytes.base) }

  func removeAll() { (rowCount, byteCount) = (0, 0) }

  private func roomForRows(_ count: Int) -> UnsafeMutablePointer<PixelRow> {
    rows.reserve(rowCount + count, keeping: rowCount) + rowCount
  }

  /// Includes padding, because kernels read and write whole vectors.
  private func roomForBytes(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    bytes.reserve(byteCount + count + Surface.slack, keeping: byteCount) + byteCount
  }

  /// Adds a row in columns of `coverage`.
  @inline(__always)
  func append(_ row: PixelRow, _ coverage: UnsafePointer<UInt8>) {
    var row = row
    row.bytes = Int32(truncatingIfNeeded: byteCount)
    roomForRows(1).pointee = row
    rowCount += 1
    let place = roomForBytes(row.byteCount)
    let left = Int(row.solid_first - row.first)
    place.update(from: coverage + Int(row.first), count: left)
    (place + left).update(from: coverage + Int(row.solid_last), count: Int(row.last - row.solid_last))
    byteCount += row.byteCount
  }

  /// Adds rows that `body` writes.
  /// - Parameters:
  ///   - most: Largest number of bytes of the rows.
  ///   - body: Returns the number of contiguous bytes written.
  func append(
    _ count: Int, bytes most: Int, _ body: (UnsafeMutablePointer<PixelRow>, UnsafeMutablePointer<UInt8>) -> Int
  ) {
    let rows = roomForRows(count)
    let written = body(rows, roomForBytes(most))
    for index in 0..<count { rows[index].bytes &+= Int32(truncatingIfNeeded: byteCount) }
    rowCount += count
    byteCount += written
  }

  /// Adds rows of another object, whose bytes are contiguous there.
  func append(_ range: Range<Int>, of other: CornerRows) {
    guard let first = range.first, let last = range.last else { return }
    let source = other.rows.base
    let (start, end) = (Int(source[first].bytes), Int(source[last].bytes) + source[last].byteCount)
    let shift = Int32(truncatingIfNeeded: byteCount - start)
    let rows = roomForRows(range.count)
    for index in range {
      rows[index - first] = source[index]
      rows[index - first].bytes &+= shift
    }
    roomForBytes(end - start).update(from: other.bytes.base + start, count: end - start)
    rowCount += range.count
    byteCount += end - start
  }
}

final class CornerMaker {
  private var outline = Outline(frame: .empty)
  private var edges: [Edge] = []
  private let accumulator = EdgeAccumulator()
  private let bytes = ScratchBuffer<UInt8>()

  func begin(frame: DeviceRect) { outline = Outline(frame: frame) }

  func make(
    _ mask: CornerMasks.Mask, _ shape: RoundedRect, _ transform: PlaneTransform, into rows: CornerRows,
    kernels: KernelTable
  ) {
    if let round = PixelRound(shape, transform, mask) { return append(round, mask, to: rows, kernels.roundRows) }
    let (above, _, below) = mask.bounds.cut(atY: mask.straightMinY, mask.straightMaxY)
    edges.removeAll(keepingCapacity: true)
    outline.append(shape, transform, to: &edges)
    append(above, to: rows, kernels.coverage)
    append(below, to: rows, kernels.coverage)
  }

  private func append(
    _ round: PixelRound, _ mask: CornerMasks.Mask, to rows: CornerRows, _ kernel: KernelTable.RoundRows
  ) {
    let (bounds, rowCount) = (mask.bounds, mask.rowCount)
    guard rowCount > 0 else { return }
    let place = { (y: Int) in Int32(truncatingIfNeeded: y - bounds.minY) }
    rows.append(rowCount, bytes: rowCount * bounds.width) { rows, bytes in
      withUnsafePointer(to: round) {
        kernel(rows, bytes, $0, place(mask.straightMinY), place(mask.straightMaxY), place(bounds.maxY))
      }
    }
  }

  private func append(_ clip: DeviceRect, to rows: CornerRows, _ kernels: KernelTable.Coverage) {
    guard clip.minY < clip.maxY else { return }
    accumulator.begin(clip: clip, kernels)
    edges.withUnsafeBufferPointer { accumulator.add($0, minY: clip.minY, maxY: clip.maxY) }
    let bytes = bytes.reserve(clip.width + Surface.slack)
    for y in clip.minY..<clip.maxY { rows.append(PixelRow(accumulator.row(y, bytes: bytes), from: clip.minX), bytes) }
  }
}

extension PixelRound {
  /// A shape whose four corners are parts of ellipses, relative to the first pixel of its mask. Nil for other shapes
  /// and too large corners.
  init?(_ shape: RoundedRect, _ transform: PlaneTransform, _ mask: CornerMasks.Mask) {
    guard shape.hasRoundCorners else { return nil }
    let box = mask.box
    let (x, y) = (Double(mask.bounds.minX), Double(mask.bounds.minY))
    let (left, right) = (Double(box.minX) / 256 - x, Double(box.maxX) / 256 - x)
    let (top, bottom) = (Double(box.minY) / 256 - y, Double(box.maxY) / 256 - y)
    let radii = (
      min(shape.cornerRadius * abs(transform.m11), (right - left) / 2),
      min(shape.cornerRadius * abs(transform.m22), (bottom - top) / 2)
    )
    guard radii.0 > 0, radii.1 > 0, max(radii.0, radii.1) <= Double(PIXEL_MOST_ROUND) else { return nil }
    self.init(left: left, top: top, right: right, bottom: bottom, radius_x: radii.0, radius_y: radii.1)
  }
}
