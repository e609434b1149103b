import StarmineScene

/// A final rectangle of a frame. Its pixels are valid only until the function that is given the tile returns.
package struct PixelTile<P: Pixel> {
  /// Pixels of the frame: left and top side, and size.
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// Row by row, premultiplied. Up to 15 more behind the last row may be read.
  package let pixels: UnsafePointer<P>
  /// Pixels from one row to the next.
  package let stride: Int

  /// - Precondition: the pixels fill the rectangle.
  package init(x: Int, y: Int, width: Int, height: Int, pixels: UnsafePointer<P>, stride: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    (self.pixels, self.stride) = (pixels, stride)
  }

  init(_ surface: Surface, in frame: DeviceRect) {
    self.init(
      x: surface.bounds.minX - frame.minX, y: surface.bounds.minY - frame.minY, width: surface.bounds.width,
      height: surface.bounds.height, pixels: UnsafePointer(surface.base.assumingMemoryBound(to: P.self)),
      stride: surface.stride)
  }
}

/// Of words.
package typealias DrawnTile = PixelTile<UInt32>
/// Of floats.
package typealias DeepTile = PixelTile<DeepPixel>
