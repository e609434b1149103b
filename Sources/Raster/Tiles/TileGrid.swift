import Scene

/// The frame cut into square tiles, row by row.
struct TileGrid {
  let frame: DeviceRect
  let size: Int
  let columns: Int
  let rows: Int

  init(width: Int, height: Int, size: Int) {
    frame = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
    self.size = min(size, max(width, height))
    columns = (width + self.size - 1) / self.size
    rows = (height + self.size - 1) / self.size
  }

  var count: Int { columns * rows }

  func rect(_ tile: Int) -> DeviceRect {
    let (column, row) = (tile % columns, tile / columns)
    return DeviceRect(
      minX: column * size, minY: row * size, maxX: (column + 1) * size, maxY: (row + 1) * size
    ).intersection(frame)
  }

  /// The tiles that pixels touch, in tile coordinates.
  func tiles(_ pixels: DeviceRect) -> DeviceRect {
    if pixels.isEmpty { return .empty }
    return DeviceRect(
      minX: pixels.minX / size, minY: pixels.minY / size, maxX: (pixels.maxX - 1) / size + 1,
      maxY: (pixels.maxY - 1) / size + 1)
  }
}
