import CStarminePixelKernels
import StarmineScene

/// A directed side of a polygon in 1/256 device pixel. Limits: coordinates within +-2^29.
typealias Edge = PixelEdge

/// Exact signed-area coverage of polygons by the non-zero winding rule (for shapes that do not overlap themselves).
///
/// Each edge adds, to every pixel cell it crosses, the height it covers there (`cover`) and twice the area to its left
/// within the cell (`area`); summing `cover` from the left gives each pixel's covered area. What edges cover that pass
/// left of the clip is one number for each row. All integers, and every crossing is computed from the edge and the
/// pixel grid alone, so a result does not depend on the clip.
final class EdgeAccumulator {
  // All zero before and after their use.
  private let cells = ScratchBuffer<Int32>()
  private let crossed = ScratchBuffer<UInt64>()
  private let beside = ScratchBuffer<Int32>()
  // Unchecked: a row takes as long to cover as two checks.
  @exclusivity(unchecked) private var memory: PixelCells
  @exclusivity(unchecked) private var kernels: KernelTable.Coverage?

  init() {
    memory = PixelCells(
      cells: cells.base, crossed: crossed.base, beside: beside.base, cells_per_row: 0, words_per_row: 0, min_x: 0,
      min_y: 0, width: 0, height: 0)
  }

  /// Adds the edges of a shape, if it has any.
  func add(
    _ shape: ShapeCoverage, of shapes: UnsafePointer<ShapeTables>, clip: DeviceRect, _ kernels: KernelTable.Coverage
  ) {
    switch shape {
    case .polygon(let range):
      begin(clip: clip, kernels)
      shapes.pointee.edges.forEachPart(of: range, in: clip) { add($0, minY: clip.minY, maxY: clip.maxY) }
    case .roundedBox(_, .outline(let range), let minY, let maxY):
      guard clip.minY < minY || clip.maxY > maxY else { return }
      begin(clip: clip, kernels)
      let corners = UnsafeBufferPointer(rebasing: shapes.pointee.edges.edges[range])
      add(corners, minY: clip.minY, maxY: minY)
      add(corners, minY: max(minY, maxY), maxY: clip.maxY)
    case .box, .roundedBox, .ring, .nothing: break
    }
  }

  /// Starts a shape; everything outside `clip` is left out. All memory is zero here: rows that are read leave it so.
  func begin(clip: DeviceRect, _ kernels: KernelTable.Coverage) {
    self.kernels = kernels
    let group = Int(PIXEL_CELL_GROUP)
    memory.cells_per_row = (clip.width + group - 1) & -group
    memory.words_per_row = (clip.width + group * UInt64.bitWidth - 1) / (group * UInt64.bitWidth)
    memory.cells = cells.reserve(2 * memory.cells_per_row * clip.height)
    memory.crossed = crossed.reserve(memory.words_per_row * clip.height)
    memory.beside = beside.reserve(clip.height)
    (memory.min_x, memory.min_y) = (Int32(truncatingIfNeeded: clip.minX), Int32(truncatingIfNeeded: clip.minY))
    (memory.width, memory.height) = (Int32(truncatingIfNeeded: clip.width), Int32(truncatingIfNeeded: clip.height))
  }

  /// Adds edges to the clip's rows inside `minY..<maxY`.
  func add(_ edges: UnsafeBufferPointer<Edge>, minY: Int, maxY: Int) {
    guard let kernels, let base = edges.baseAddress else { return }
    // Within the clip both ways, because shapes may reach farther than 32 bits do.
    let (first, height) = (Int(memory.min_y), Int(memory.height))
    let (top, bottom) = (min(max(minY - first, 0), height), max(min(maxY - first, height), 0))
    kernels.addEdges(
      &memory, base, edges.count, Int32(truncatingIfNeeded: top << 8), Int32(truncatingIfNeeded: bottom << 8))
  }

  // MARK: Reading

  /// Coverage of one row of the clip; leaves the row's cells zero.
  func row(_ y: Int, bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    guard let kernels else { return .empty }
    var parts = PixelRow()
    kernels.coverRow(&memory, y - Int(memory.min_y), bytes, &parts)
    return CoverageRow(parts, from: Int(memory.min_x))
  }

  /// One colour through the coverage of all rows of the clip, which is drawn over pixels from its first one on; leaves
  /// all cells zero.
  func fill(_ pixels: UnsafeMutableRawPointer, stride: Int, _ color: UInt32) {
    kernels?.fillCells(pixels, stride, &memory, color)
  }

  /// The same with painted pixels instead of a colour, in some rows of the clip.
  func paint(
    _ pixels: UnsafeMutableRawPointer, stride: Int, _ painted: UnsafeRawPointer, stride paintedStride: Int,
    rows: Range<Int>
  ) {
    let first = Int(memory.min_y)
    kernels?.paintCells(
      pixels, stride, &memory, painted, paintedStride, rows.lowerBound - first, rows.upperBound - first)
  }
}
