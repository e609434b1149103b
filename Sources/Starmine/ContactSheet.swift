public import Graphics
import Raster

/// Pictures side by side, row by row, each in a cell of the same size.
public struct ContactSheet {
  public let columns: Int
  public let cell: PixelSize
  private var pixels: [UInt32] = []
  private var count = 0

  /// - Precondition: at least one column; a cell of at least one pixel.
  public init(columns: Int, cell: PixelSize) {
    precondition(columns > 0 && cell.width > 0 && cell.height > 0, "ContactSheet: a sheet has columns and cells")
    self.columns = columns
    self.cell = cell
  }

  /// Puts a picture of the cells' size into the next cell.
  public mutating func append(_ picture: borrowing PixelBuffer) {
    precondition(picture.width == cell.width && picture.height == cell.height, "ContactSheet: picture of another size")
    let width = columns * cell.width
    let (row, column) = (count / columns, count % columns)
    if column == 0 { pixels += [UInt32](repeating: 0xFF00_0000, count: width * cell.height) }
    let stride = picture.stride
    picture.withPixels { source in
      for y in 0..<cell.height {
        let start = (row * cell.height + y) * width + column * cell.width
        pixels.replaceSubrange(start..<start + cell.width, with: source[y * stride..<y * stride + cell.width])
      }
    }
    count += 1
  }

  /// The sheet; nil while it is empty.
  public var image: CGImage? {
    guard count > 0 else { return nil }
    let width = columns * cell.width
    return CGImage(width: width, height: pixels.count / width, pixels: pixels)
  }
}
