import CStarminePixelKernels
import StarmineScene

/// How an upright rounded rectangle covers the rows of its corners; what is between them are rows of its box.
///
/// Memory of the frame, without references: several workers would count them against each other.
struct CornerMask: BitwiseCopyable {
  fileprivate let mask: CornerMasks.Mask
  fileprivate let rows: UnsafePointer<PixelRow>
  /// Bytes that the rows refer to.
  let coverage: UnsafePointer<UInt8>

  /// The shape's pixels.
  var bounds: DeviceRect { mask.bounds }

  /// Rows from a corner's one on, their columns counted from the shape's first.
  func rows(from y: Int) -> UnsafePointer<PixelRow> {
    rows + ((y < mask.straightMinY ? y : y - mask.straightMaxY + mask.straightMinY) - bounds.minY)
  }

  /// A row of a corner within a clip.
  func row(_ y: Int, clip: DeviceRect, bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    guard y >= bounds.minY, y < bounds.maxY else { return .empty }
    let row = rows(from: y)[0]
    let column = { (place: Int32) in min(max(bounds.minX + Int(place), clip.minX), clip.maxX) }
    let found = CoverageRow(
      minX: column(row.first), solidMinX: column(row.solid_first), solidMaxX: column(row.solid_last),
      maxX: column(row.last))
    guard found.minX < found.maxX else { return .empty }
    // Where the first column would have its byte.
    let left = coverage + (Int(row.bytes) - Int(row.first) - bounds.minX)
    let right = left + Int(row.solid_first &- row.solid_last)
    (bytes + (found.minX - clip.minX)).update(from: left + found.minX, count: found.solidMinX - found.minX)
    (bytes + (found.solidMaxX - clip.minX)).update(from: right + found.solidMaxX, count: found.maxX - found.solidMaxX)
    return found
  }
}

/// The corners of all upright rounded rectangles of a frame, found once, before any tile is drawn.
///
/// Those of one frame are kept for the next: a shape that is there again, in the same place to the bit, takes its mask
/// along. A mask depends on nothing but the shape and its transform, so keeping it changes no pixel. Shapes are looked
/// for where they stood in the order of the last frame: to look for each by its hash took as long as to draw a tenth of
/// them.
final class CornerMasks {
  /// A shape whose rows are known, or will be.
  struct Mask: BitwiseCopyable {
    let box: BoxCoverage
    let straightMinY: Int
    let straightMaxY: Int
    /// Which rows it has, and of which worker.
    fileprivate var arena = 0
    fileprivate var firstRow = 0

    var bounds: DeviceRect { box.bounds }
    var rowCount: Int { straightMinY - bounds.minY + bounds.maxY - straightMaxY }
  }

  /// Everything that a mask depends on.
  private struct Key {
    var shape: RoundedRect
    var transform: PlaneTransform

    /// Asks first for what shapes differ in most.
    @inline(__always)
    func isSame(as other: Key) -> Bool {
      transform.m31 == other.transform.m31 && transform.m32 == other.transform.m32 && shape == other.shape
        && transform == other.transform
    }
  }

  /// The masks of one frame.
  private struct Frame {
    var keys: [Key] = []
    let masks = ScratchBuffer<Mask>()
    var arenas = [CornerRows()]
  }

  // Unchecked, as in all plans.
  @exclusivity(unchecked) private var current = Frame()
  @exclusivity(unchecked) private var previous = Frame()
  @exclusivity(unchecked) private var missing: [Int] = []
  /// How many places further on the shapes of this frame stood in the last one.
  @exclusivity(unchecked) private var offset = 0
  private var makers: [CornerMaker] = []
  private let found = ScratchBuffer<CornerMask>()

  /// Pixels; the tiles find the edges of wider or higher corners.
  private static let largestArea = 1 << 16
  /// The same for round ones, of whose rows little is kept.
  private static let largestRoundArea = 1 << 22
  /// Shapes before a new one that may be the same: a background, its border, its clip.
  private static let nearby = 4

  /// By number, from `finishFrame` to the next frame.
  var all: UnsafePointer<CornerMask> { UnsafePointer(found.base) }

  func beginFrame() {
    swap(&current, &previous)
    current.keys.removeAll(keepingCapacity: true)
    for arena in current.arenas { arena.removeAll() }
    missing.removeAll(keepingCapacity: true)
    offset = 0
  }

  /// The mask of an upright shape, without its number and its rows. Nil where it has no corners, where these are too
  /// large, and where it needs an outline and is not wholly in the frame.
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

  /// The number of a shape's mask in this frame.
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

  /// The number of a shape in the last frame: what it has in this one, unless one was put in or taken out since.
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

  /// Copies the rows of a mask of the last frame into this one.
  private func keep(_ old: Mask, as mask: inout Mask) {
    (mask.arena, mask.firstRow) = (0, current.arenas[0].rowCount)
    current.arenas[0].append(old.firstRow..<old.firstRow + old.rowCount, of: previous.arenas[old.arena])
  }

  /// Makes the masks that were not there.
  func finishFrame(workers: Workers, frame: DeviceRect, kernels: KernelTable) {
    while makers.count < workers.count { makers.append(CornerMaker()) }
    while current.arenas.count < workers.count { current.arenas.append(CornerRows()) }
    for maker in makers { maker.begin(frame: frame) }
    missing.withUnsafeBufferPointer { missing in
      current.keys.withUnsafeBufferPointer { make(missing, $0, workers, kernels) }
    }
    // Only now do the rows stay where they are.
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
