import StarmineScene

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
