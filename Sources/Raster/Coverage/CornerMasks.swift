import CStarminePixelKernels
import StarmineScene

/// Coverage of the corner rows of an axis-aligned rounded rectangle. Rows between the corners are those of its box.
///
/// Memory of the frame, without references: reference counting by several workers would contend.
struct CornerMask: BitwiseCopyable {
  fileprivate let mask: CornerMasks.Mask
  fileprivate let rows: UnsafePointer<PixelRow>
  let coverage: UnsafePointer<UInt8>

  var bounds: DeviceRect { mask.bounds }

  /// Rows of a corner from row `y` on. Columns are relative to the shape's first one.
  func rows(from y: Int) -> UnsafePointer<PixelRow> {
    rows + ((y < mask.straightMinY ? y : y - mask.straightMaxY + mask.straightMinY) - bounds.minY)
  }

  func row(_ y: Int, clip: DeviceRect, bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    guard y >= bounds.minY, y < bounds.maxY else { return .empty }
    let row = rows(from: y)[0]
    let column = { (place: Int32) in min(max(bounds.minX + Int(place), clip.minX), clip.maxX) }
    let found = CoverageRow(
      minX: column(row.first), solidMinX: column(row.solid_first), solidMaxX: column(row.solid_last),
      maxX: column(row.last))
    guard found.minX < found.maxX else { return .empty }
    // The virtual address of the first column's byte.
    let left = coverage + (Int(row.bytes) - Int(row.first) - bounds.minX)
    let right = left + Int(row.solid_first &- row.solid_last)
    (bytes + (found.minX - clip.minX)).update(from: left + found.minX, count: found.solidMinX - found.minX)
    (bytes + (found.solidMaxX - clip.minX)).update(from: right + found.solidMaxX, count: found.maxX - found.solidMaxX)
    return found
  }
}

/// Corner masks of all axis-aligned rounded rectangles of a frame, computed before any tile is drawn.
///
/// Masks are kept for the next frame, in which a shape with identical geometry reuses its mask. A mask depends only on
/// the shape and its transform, so reuse changes no pixel. Shapes are matched by their order in the last frame: looking
/// each one up by its hash took as long as drawing a tenth of them.
final class CornerMasks {
  /// A shape whose rows are known or pending.
  struct Mask: BitwiseCopyable {
    let box: BoxCoverage
    let straightMinY: Int
    let straightMaxY: Int
    /// The rows' arena, one per worker.
    fileprivate var arena = 0
    fileprivate var firstRow = 0

    var bounds: DeviceRect { box.bounds }
    var rowCount: Int { straightMinY - bounds.minY + bounds.maxY - straightMaxY }
  }

  /// All inputs of a mask.
  private struct Key {
    var shape: RoundedRect
    var transform: PlaneTransform

    /// Compares the most selective inputs first.
    @inline(__always)
    func isSame(as other: Key) -> Bool {
      transform.m31 == other.transform.m31 && transform.m32 == other.transform.m32 && shape == other.shape
        && transform == other.transform
    }
  }

  private struct Frame {
    var keys: [Key] = []
    let masks = ScratchBuffer<Mask>()
    var arenas = [CornerRows()]
  }

  // Without exclusivity checks, as in all plans (see `FramePlan`).
  @exclusivity(unchecked) private var current = Frame()
  @exclusivity(unchecked) private var previous = Frame()
  @exclusivity(unchecked) private var missing: [Int] = []
  /// Difference between the index of a shape in the last frame and in this one.
  @exclusivity(unchecked) private var offset = 0
  private var makers: [CornerMaker] = []
  private let found = ScratchBuffer<CornerMask>()

  /// Radius in pixels. Tiles compute the edges of larger corners.
  private static let largestArea = 1 << 16
  /// The same limit for circular corners, whose rows need little memory.
  private static let largestRoundArea = 1 << 22
  /// Number of preceding shapes that are compared: a background, its border and its clip often have equal masks.
  private static let nearby = 4

  /// By index, valid between `finishFrame` and the next frame.
  var all: UnsafePointer<CornerMask> { UnsafePointer(found.base) }

  func beginFrame() {
    swap(&current, &previous)
    current.keys.removeAll(keepingCapacity: true)
    for arena in current.arenas { arena.removeAll() }
    missing.removeAll(keepingCapacity: true)
    offset = 0
  }

  /// The mask of an axis-aligned shape, without index and rows. Nil if it has no corners, the corners are too large, or
  /// it needs an outline and is partly outside the frame.
  static func mask(
    of shape: RoundedRect, _ transform: PlaneTransform, _ box: BoxCoverage, frame: DeviceRect
  ) -> Mask? {
    guard shape.cornerRadius > 0, shape.minX < shape.maxX, shape.minY < shape.maxY else { return nil }
    let mask = Mask(shape, transform, box)
    let area = mask.bounds.width * mask.rowCount
    guard area <= Self.largestRoundArea,
      PixelRound(shape, transform, mask) != nil || (area <= Self.largestArea && frame.contains(mask.bounds))
    else { return nil }
    return mask
  }

  func request(_ mask: Mask, of shape: RoundedRect, _ transform: PlaneTransform) -> Int {
    let key = Key(shape: shape, transform: transform)
    let index = current.keys.count
    for near in max(0, index - Self.nearby)..<index where current.keys[near].isSame(as: key) { return near }
    current.keys.append(key)
    current.masks.reserve(index + 1, keeping: index)[index] = mask
    if let old = earlier(key, index) {
      keep(previous.masks.base[old], as: &current.masks.base[index])
    } else {
      missing.append(index)
    }
    return index
  }

  /// The index of an equal shape in the last frame: at the current offset, unless shapes were inserted or removed.
  private func earlier(_ key: Key, _ index: Int) -> Int? {
    let guess = index + offset
    if isEarlier(key, guess) { return guess }
    let shift = isEarlier(key, guess + 1) ? 1 : isEarlier(key, guess - 1) ? -1 : 0
    if shift == 0 { return nil }
    offset += shift
    return guess + shift
  }

  private func isEarlier(_ key: Key, _ place: Int) -> Bool {
    place >= 0 && place < previous.keys.count && previous.keys[place].isSame(as: key)
  }

  private func keep(_ old: Mask, as mask: inout Mask) {
    (mask.arena, mask.firstRow) = (0, current.arenas[0].rowCount)
    current.arenas[0].append(old.firstRow..<old.firstRow + old.rowCount, of: previous.arenas[old.arena])
  }

  /// Computes the masks that were not reused.
  func finishFrame(workers: Workers, frame: DeviceRect, kernels: KernelTable) {
    while makers.count < workers.count { makers.append(CornerMaker()) }
    while current.arenas.count < workers.count { current.arenas.append(CornerRows()) }
    for maker in makers { maker.begin(frame: frame) }
    missing.withUnsafeBufferPointer { missing in
      current.keys.withUnsafeBufferPointer { make(missing, $0, workers, kernels) }
    }
    // Rows do not move after this point.
    let places = current.arenas.map { ($0.first, $0.coverage) }
    let (masks, found) = (current.masks.base, found.reserve(current.keys.count))
    for index in current.keys.indices {
      let mask = masks[index]
      let (rows, coverage) = places[mask.arena]
      found[index] = CornerMask(mask: mask, rows: rows + mask.firstRow, coverage: coverage)
    }
  }

  private func make(
    _ missing: UnsafeBufferPointer<Int>, _ keys: UnsafeBufferPointer<Key>, _ workers: Workers, _ kernels: KernelTable
  ) {
    let perUnit = 64
    // Each worker has its own maker and arena, and every mask is made once.
    nonisolated(unsafe) let (missing, keys, makers, arenas, masks) = (
      missing, keys, makers, current.arenas, current.masks.base
    )
    workers.run(count: (missing.count + perUnit - 1) / perUnit) { unit, worker in
      let (maker, arena) = (makers[worker], arenas[worker])
      for place in unit * perUnit..<min(missing.count, (unit + 1) * perUnit) {
        let index = missing[place]
        (masks[index].arena, masks[index].firstRow) = (worker, arena.rowCount)
        maker.make(masks[index], keys[index].shape, keys[index].transform, into: arena, kernels: kernels)
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
