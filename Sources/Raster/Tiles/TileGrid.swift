import StarmineScene

struct TileGrid {
  let frame: DeviceRect
  let tileWidth: Int
  let tileHeight: Int
  let columns: Int
  let rows: Int

  init(_ frame: DeviceRect, size: Int) {
    let size = max(1, min(size, max(frame.width, frame.height)))
    self.init(frame, tileWidth: size, tileHeight: size)
  }

  init(_ frame: DeviceRect, tileWidth: Int, tileHeight: Int) {
    (self.frame, self.tileWidth, self.tileHeight) = (frame, tileWidth, tileHeight)
    columns = (frame.width + tileWidth - 1) / tileWidth
    rows = (frame.height + tileHeight - 1) / tileHeight
  }

  var count: Int { columns * rows }

  func rect(_ tile: Int) -> DeviceRect {
    let (column, row) = (tile % columns, tile / columns)
    return DeviceRect(
      minX: frame.minX + column * tileWidth, minY: frame.minY + row * tileHeight,
      maxX: frame.minX + (column + 1) * tileWidth, maxY: frame.minY + (row + 1) * tileHeight
    ).intersection(frame)
  }

  /// The tiles that pixels of the frame touch, in tile coordinates.
  func tiles(_ pixels: DeviceRect) -> DeviceRect {
    if pixels.isEmpty { return .empty }
    return DeviceRect(
      minX: (pixels.minX - frame.minX) / tileWidth, minY: (pixels.minY - frame.minY) / tileHeight,
      maxX: (pixels.maxX - 1 - frame.minX) / tileWidth + 1, maxY: (pixels.maxY - 1 - frame.minY) / tileHeight + 1)
  }
}
