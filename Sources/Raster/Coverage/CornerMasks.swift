import CStarminePixelKernels
import StarmineScene

/// How upright rounded rectangles cover the rows of their corners, found once per frame, before any tile is drawn.
///
/// Those of one frame are kept for the next: a shape that is there again, in the same place to the bit, takes its mask
/// along. A mask depends on nothing but the shape and its transform, so keeping it changes no pixel.
final class CornerMasks {
  struct Mask {
    let straightMinY: Int
    let straightMaxY: Int
    fileprivate let box: BoxCoverage
    fileprivate var arena = 0
    fileprivate var firstRow = 0

    /// The shape's pixels; rows between the two heights are those of its box.
    var bounds: DeviceRect { box.bounds }
    var rowCount: Int { straightMinY - bounds.minY + bounds.maxY - straightMaxY }
    /// The place of a corner row among the mask's rows.
    func index(ofRow y: Int) -> Int {
      y < straightMinY ? y - bounds.minY : y - straightMaxY + straightMinY - bounds.minY
    }
  }

  /// Everything that a mask depends on.
  private struct Key: Equatable {
    var shape: RoundedRect
    var transform: PlaneTransform
  }

  /// Rows and coverage bytes of many masks.
  fileprivate struct Arena {
    var rows: [PixelRow] = []
    var bytes: [UInt8] = []
  }

  /// The masks of one frame.
  private struct Frame {
    var keys: [Key] = []
    var masks: [Mask] = []
    var arenas = [Arena()]
    var table = HashTable()
  }

  /// One worker's tools to draw masks.
  fileprivate final class Maker {
    var outline = Outline(frame: .empty)
    var edges: [Edge] = []
    let accumulator = EdgeAccumulator()
    let bytes = ScratchBuffer<UInt8>()
    let rows = ScratchBuffer<PixelRow>()
  }

  private var current = Frame()
  private var previous = Frame()
  private var missing: [Int] = []
  private var makers: [Maker] = []

  /// Pixels; the tiles find the edges of wider or higher corners.
  private static let largestArea = 1 << 16
  /// The same for round ones, of whose rows little is kept.
  private static let largestRoundArea = 1 << 22

  func beginFrame() {
    swap(&current, &previous)
    current.keys.removeAll(keepingCapacity: true)
    current.masks.removeAll(keepingCapacity: true)
    for index in current.arenas.indices {
      current.arenas[index].rows.removeAll(keepingCapacity: true)
      current.arenas[index].bytes.removeAll(keepingCapacity: true)
    }
    current.table.removeAll()
    missing.removeAll(keepingCapacity: true)
  }

  /// The number of an upright shape's mask in this frame, and its rows between the corners. Nil where it has no
  /// corners, where these are too large, and where it needs an outline and is not wholly in the frame.
  func request(
    _ shape: RoundedRect, _ transform: PlaneTransform, _ box: BoxCoverage, frame: DeviceRect
  ) -> (index: Int, straight: Range<Int>)? {
    guard shape.cornerRadius > 0, shape.minX < shape.maxX, shape.minY < shape.maxY else { return nil }
    let mask = Mask(shape, transform, box)
    let area = mask.bounds.width * mask.rowCount
    guard area <= Self.largestRoundArea,
      PixelRound(shape, transform, mask) != nil || (area <= Self.largestArea && frame.contains(mask.bounds))
    else { return nil }
    let straight = mask.straightMinY..<mask.straightMaxY
    let key = Key(shape: shape, transform: transform)
    let (index, hash) = (current.keys.count, shape.mixedBits(with: transform))
    if let same = current.table.first(hash, where: { current.keys[$0] == key }) { return (same, straight) }
    current.keys.append(key)
    current.table.insert(index, hash)
    if let old = previous.table.first(hash, where: { previous.keys[$0] == key }) {
      current.masks.append(kept(previous.masks[old]))
    } else {
      current.masks.append(mask)
      missing.append(index)
    }
    return (index, straight)
  }

  /// Copies a mask of the last frame into this one.
  private func kept(_ mask: Mask) -> Mask {
    var moved = mask
    (moved.arena, moved.firstRow) = (0, current.arenas[0].rows.count)
    current.arenas[0].append(mask.firstRow..<mask.firstRow + mask.rowCount, of: previous.arenas[mask.arena])
    return moved
  }

  /// Makes the masks that were not there.
  func finishFrame(workers: Workers, frame: DeviceRect, kernels: KernelTable) {
    while makers.count < workers.count { makers.append(Maker()) }
    while current.arenas.count < workers.count { current.arenas.append(Arena()) }
    for maker in makers { maker.outline = Outline(frame: frame) }
    let perUnit = 64
    // Taken out, because both change at a time.
    var (arenas, masks): ([Arena], [Mask]) = ([], [])
    swap(&arenas, &current.arenas)
    swap(&masks, &current.masks)
    defer { (current.arenas, current.masks) = (arenas, masks) }
    arenas.withUnsafeMutableBufferPointer { arenas in
      masks.withUnsafeMutableBufferPointer { masks in
        // Each worker has its own maker and arena, and every mask is made once.
        nonisolated(unsafe) let (arenas, masks, makers) = (arenas, masks, makers)
        let (missing, keys) = (missing, current.keys)
        workers.run(count: (missing.count + perUnit - 1) / perUnit) { unit, worker in
          for place in unit * perUnit..<min(missing.count, (unit + 1) * perUnit) {
            let index = missing[place]
            (masks[index].arena, masks[index].firstRow) = (worker, arenas[worker].rows.count)
            makers[worker].make(
              masks[index], keys[index].shape, keys[index].transform, into: &arenas[worker], kernels: kernels)
          }
        }
      }
    }
    // Kernels read whole vectors.
    for index in arenas.indices { arenas[index].bytes += repeatElement(0, count: TileScratch.slack) }
  }

  func mask(_ index: Int) -> Mask { current.masks[index] }

  /// A row of a corner within a clip.
  func row(_ index: Int, _ y: Int, clip: DeviceRect, bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    let mask = current.masks[index]
    guard y >= mask.bounds.minY, y < mask.bounds.maxY else { return .empty }
    return withRows(mask, from: y) { rows, coverage in
      let row = rows[0]
      let column = { (place: Int32) in min(max(mask.bounds.minX + Int(place), clip.minX), clip.maxX) }
      let found = CoverageRow(
        minX: column(row.first), solidMinX: column(row.solid_first), solidMaxX: column(row.solid_last),
        maxX: column(row.last))
      guard found.minX < found.maxX else { return .empty }
      // Where the first column would have its byte.
      let left = coverage + (Int(row.bytes) - Int(row.first) - mask.bounds.minX)
      let right = left + Int(row.solid_first &- row.solid_last)
      (bytes + (found.minX - clip.minX)).update(from: left + found.minX, count: found.solidMinX - found.minX)
      (bytes + (found.solidMaxX - clip.minX)).update(from: right + found.solidMaxX, count: found.maxX - found.solidMaxX)
      return found
    }
  }

  /// Rows of a mask from one on, their columns counted from the mask's first, and the bytes that they refer to.
  func withRows<Result>(
    _ mask: Mask, from y: Int, _ body: (UnsafePointer<PixelRow>, UnsafePointer<UInt8>) -> Result
  ) -> Result {
    current.arenas[mask.arena].rows.withUnsafeBufferPointer { rows in
      current.arenas[mask.arena].bytes.withUnsafeBufferPointer { bytes in
        body(rows.baseAddress! + (mask.firstRow + mask.index(ofRow: y)), bytes.baseAddress!)
      }
    }
  }
}

extension CornerMasks.Mask {
  fileprivate init(_ shape: RoundedRect, _ transform: PlaneTransform, _ box: BoxCoverage) {
    self.box = box
    let ((low, high), end) = (box.straightRows(shape, transform), box.bounds.maxY)
    straightMinY = min(low, end)
    straightMaxY = min(max(high, straightMinY), end)
  }
}

extension CornerMasks.Arena {
  /// Adds a row in columns of `coverage`.
  @inline(__always)
  fileprivate mutating func append(_ row: PixelRow, _ coverage: UnsafePointer<UInt8>) {
    var row = row
    row.bytes = Int32(truncatingIfNeeded: bytes.count)
    rows.append(row)
    bytes += UnsafeBufferPointer(start: coverage + Int(row.first), count: Int(row.solid_first - row.first))
    bytes += UnsafeBufferPointer(start: coverage + Int(row.solid_last), count: Int(row.last - row.solid_last))
  }

  /// Adds rows whose bytes lie side by side.
  fileprivate mutating func append(
    _ found: UnsafeMutableBufferPointer<PixelRow>, _ coverage: UnsafeBufferPointer<UInt8>
  ) {
    for index in found.indices { found[index].bytes &+= Int32(truncatingIfNeeded: bytes.count) }
    rows += found
    bytes += coverage
  }

  /// Adds rows of another arena; their bytes lie side by side there.
  fileprivate mutating func append(_ range: Range<Int>, of other: CornerMasks.Arena) {
    guard let first = range.first, let last = range.last else { return }
    let (start, end) = (Int(other.rows[first].bytes), Int(other.rows[last].bytes) + other.rows[last].byteCount)
    let shift = Int32(truncatingIfNeeded: bytes.count - start)
    for index in range {
      var row = other.rows[index]
      row.bytes &+= shift
      rows.append(row)
    }
    bytes += other.bytes[start..<end]
  }
}

extension CornerMasks.Maker {
  fileprivate func make(
    _ mask: CornerMasks.Mask, _ shape: RoundedRect, _ transform: PlaneTransform, into arena: inout CornerMasks.Arena,
    kernels: KernelTable
  ) {
    if let round = PixelRound(shape, transform, mask) {
      return append(round, mask, to: &arena, kernels.roundRows)
    }
    let (above, _, below) = mask.bounds.cut(atY: mask.straightMinY, mask.straightMaxY)
    edges.removeAll(keepingCapacity: true)
    outline.append(shape, transform, to: &edges)
    append(above, to: &arena, kernels.coverage)
    append(below, to: &arena, kernels.coverage)
  }

  /// Rows of a shape with round corners.
  private func append(
    _ round: PixelRound, _ mask: CornerMasks.Mask, to arena: inout CornerMasks.Arena, _ kernel: KernelTable.RoundRows
  ) {
    let (bounds, rowCount) = (mask.bounds, mask.rowCount)
    guard rowCount > 0 else { return }
    let rows = rows.reserve(rowCount)
    let bytes = bytes.reserve(rowCount * bounds.width + TileScratch.slack)
    let place = { (y: Int) in Int32(truncatingIfNeeded: y - bounds.minY) }
    let count = withUnsafePointer(to: round) {
      kernel(rows, bytes, $0, place(mask.straightMinY), place(mask.straightMaxY), place(bounds.maxY))
    }
    arena.append(
      UnsafeMutableBufferPointer(start: rows, count: rowCount), UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Rows of any other shape, by its outline.
  private func append(
    _ clip: DeviceRect, to arena: inout CornerMasks.Arena, _ kernels: KernelTable.Coverage
  ) {
    guard clip.minY < clip.maxY else { return }
    accumulator.begin(clip: clip, kernels)
    edges.withUnsafeBufferPointer { accumulator.add($0, minY: clip.minY, maxY: clip.maxY) }
    let bytes = bytes.reserve(clip.width + TileScratch.slack)
    for y in clip.minY..<clip.maxY {
      arena.append(PixelRow(accumulator.row(y, bytes: bytes), from: clip.minX), bytes)
    }
  }
}

extension PixelRound {
  /// A shape whose four corners are all parts of ellipses, counted from its mask's first pixel; nil for any other, and
  /// where a corner is too large.
  fileprivate init?(_ shape: RoundedRect, _ transform: PlaneTransform, _ mask: CornerMasks.Mask) {
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

extension RoundedRect {
  /// A hash of the numbers that tell shapes of one scene apart.
  fileprivate func mixedBits(with transform: PlaneTransform) -> Int {
    var hash: UInt64 = 0
    for value in [minX, minY, maxX, maxY, cornerRadius, transform.m11, transform.m22, transform.m31, transform.m32] {
      hash = (hash ^ value.bitPattern) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return Int(truncatingIfNeeded: hash >> 8)
  }
}

/// Numbers by hash, open addressing; equal hashes lie side by side.
private struct HashTable {
  private var slots: [(hash: Int, index: Int)] = []
  private var count = 0

  mutating func removeAll() {
    count = 0
    for slot in slots.indices { slots[slot].index = -1 }
  }

  mutating func insert(_ index: Int, _ hash: Int) {
    if 2 * (count + 1) > slots.count {
      let old = slots
      slots = Array(repeating: (0, -1), count: max(64, old.count * 2))
      for slot in old where slot.index >= 0 { place(slot.index, slot.hash) }
    }
    place(index, hash)
    count += 1
  }

  private mutating func place(_ index: Int, _ hash: Int) {
    var slot = hash & (slots.count - 1)
    while slots[slot].index >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = (hash, index)
  }

  /// The first number with that hash for which the test holds.
  func first(_ hash: Int, where isWanted: (Int) -> Bool) -> Int? {
    guard count > 0 else { return nil }
    var slot = hash & (slots.count - 1)
    while slots[slot].index >= 0 {
      if slots[slot].hash == hash, isWanted(slots[slot].index) { return slots[slot].index }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }
}
