import Scene

/// The frame cut into square tiles, row by row.
struct TileGrid {
  let frame: DeviceRect
  let size: Int
  let columns: Int
  let rows: Int

  init(width: Int, height: Int, size: Int, originX: Int = 0, originY: Int = 0) {
    frame = DeviceRect(minX: originX, minY: originY, maxX: originX + width, maxY: originY + height)
    self.size = min(size, max(width, height))
    columns = (width + self.size - 1) / self.size
    rows = (height + self.size - 1) / self.size
  }

  var count: Int { columns * rows }

  func rect(_ tile: Int) -> DeviceRect {
    let (column, row) = (tile % columns, tile / columns)
    return DeviceRect(
      minX: frame.minX + column * size, minY: frame.minY + row * size, maxX: frame.minX + (column + 1) * size,
      maxY: frame.minY + (row + 1) * size
    ).intersection(frame)
  }

  /// The tiles that pixels of the frame touch, in tile coordinates.
  func tiles(_ pixels: DeviceRect) -> DeviceRect {
    if pixels.isEmpty { return .empty }
    return DeviceRect(
      minX: (pixels.minX - frame.minX) / size, minY: (pixels.minY - frame.minY) / size,
      maxX: (pixels.maxX - 1 - frame.minX) / size + 1, maxY: (pixels.maxY - 1 - frame.minY) / size + 1)
  }
}

/// The tile column and row of every pixel column and row of a frame, found without dividing; kept from frame to frame.
final class TileLookup {
  private let columnTable = ScratchBuffer<UInt16>()
  private let rowTable = ScratchBuffer<UInt16>()
  private var known: (frame: DeviceRect, size: Int) = (.empty, 0)

  /// By coordinates of the frame, which need not begin at 0.
  var columns: UnsafePointer<UInt16> { UnsafePointer(columnTable.base) - known.frame.minX }
  var rows: UnsafePointer<UInt16> { UnsafePointer(rowTable.base) - known.frame.minY }

  func update(_ grid: TileGrid) {
    guard known != (grid.frame, grid.size) else { return }
    known = (grid.frame, grid.size)
    fill(columnTable, grid.frame.width, grid.size)
    fill(rowTable, grid.frame.height, grid.size)
  }

  private func fill(_ table: ScratchBuffer<UInt16>, _ pixels: Int, _ size: Int) {
    let entries = table.reserve(pixels)
    for pixel in 0..<pixels { entries[pixel] = UInt16(pixel / size) }
  }
}
