import CStarminePixelKernels
import StarmineScene

/// A directed side of a polygon in 1/256 device pixel. Coordinates must be within +-2^29.
typealias Edge = PixelEdge

/// Exact signed-area coverage of polygons by the non-zero winding rule (for shapes that do not overlap themselves).
///
/// Each edge adds, to every pixel cell it crosses, the height it covers there (`cover`) and twice the area to its left
/// within the cell (`area`). The sum of `cover` from the left is each pixel's covered area. Edges left of the clip are
/// summed to one number per row. All values are integers, and every crossing depends only on the edge and the pixel
/// grid, so the result does not depend on the clip.
final class EdgeAccumulator {
  // All zero before and after use.
  private let cells = ScratchBuffer<Int32>()
  private let crossed = ScratchBuffer<UInt64>()
  private let beside = ScratchBuffer<Int32>()
  // Unchecked: two checks take as long as a row.
  @exclusivity(unchecked) private var memory: PixelCells
  @exclusivity(unchecked) private var kernels: KernelTable.Coverage?

  init() {
    memory = PixelCells(
      cells: cells.base, crossed: crossed.base, beside: beside.base, cells_per_row: 0, words_per_row: 0, min_x: 0,
      min_y: 0, width: 0, height: 0)
  }

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

  /// Starts a shape, clipped to `clip`. All memory is zero here, because reading a row clears it.
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

  /// Adds edges to the rows of the clip within `minY..<maxY`.
  func add(_ edges: UnsafeBufferPointer<Edge>, minY: Int, maxY: Int) {
    guard let kernels, let base = edges.baseAddress else { return }
    // The bounds are clamped to the clip, because shapes can exceed 32 bits.
    let (first, height) = (Int(memory.min_y), Int(memory.height))
    let (top, bottom) = (min(max(minY - first, 0), height), max(min(maxY - first, height), 0))
    kernels.addEdges(
      &memory, base, edges.count, Int32(truncatingIfNeeded: top << 8), Int32(truncatingIfNeeded: bottom << 8))
  }

  /// Returns the coverage of one row of the clip and clears the row's cells.
  func row(_ y: Int, bytes: UnsafeMutablePointer<UInt8>) -> CoverageRow {
    guard let kernels else { return .empty }
    var parts = PixelRow()
    kernels.coverRow(&memory, y - Int(memory.min_y), bytes, &parts)
    return CoverageRow(parts, from: Int(memory.min_x))
  }

  /// Composites one colour through the coverage of all rows of the clip, and clears all cells. `pixels` is the clip's
  /// first pixel.
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
