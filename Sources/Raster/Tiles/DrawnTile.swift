import StarmineScene

/// A final rectangle of a frame. Its pixels are valid only until the function that receives the tile returns.
package struct PixelTile<P: Pixel> {
  /// Left and top side, and size, in pixels of the frame.
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// Row by row, premultiplied. Up to 15 more pixels after the last row may be read.
  package let pixels: UnsafePointer<P>
  /// Pixels from one row to the next.
  package let stride: Int

  /// - Precondition: The pixels fill the rectangle.
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

/// A tile of 8-bit pixels.
package typealias DrawnTile = PixelTile<UInt32>
/// A tile of float pixels.
package typealias DeepTile = PixelTile<DeepPixel>
