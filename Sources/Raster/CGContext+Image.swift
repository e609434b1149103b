public import StarmineGraphics
public import StarmineScene

// In this module, because only the renderer can draw the recorded commands.
extension CGContext {
  /// A picture of the current drawing, or nil if the context is not a bitmap context. You can continue drawing
  /// afterwards.
  ///
  /// The picture has the same coverage and blending as rendered frames. Identical drawing calls make identical
  /// pictures.
  public func makeImage() -> CGImage? {
    if let memory = memory as? BitmapMemory { return memory.image }
    return displayList.map { CGImage(drawing: $0, bitmapInfo: bitmapInfo) }
  }
}

extension CGImage {
  convenience init(drawing list: DisplayList, bitmapInfo: CGBitmapInfo) {
    var buffer = PixelBuffer(width: list.width, height: list.height)
    Renderer().render(list, into: &buffer)
    self.init(buffer, bitmapInfo: bitmapInfo)
  }

  package convenience init(_ buffer: borrowing PixelBuffer, bitmapInfo: CGBitmapInfo = .ofDrawings) {
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    let pixels = buffer.withPixels { source in
      SharedBuffer<UInt32>(count: width * height) { target in
        for y in 0..<height {
          let row = UnsafeBufferPointer(rebasing: source[y * stride..<y * stride + width])
          _ = UnsafeMutableBufferPointer(rebasing: target[y * width..<(y + 1) * width]).initialize(fromContentsOf: row)
        }
      }
    }
    self.init(width: width, height: height, slab: pixels, bitmapInfo: bitmapInfo)
  }
}

extension PixelBuffer {
  package init(_ image: CGImage) {
    self.init(width: image.width, height: image.height)
    let (width, height, stride) = (image.width, image.height, stride)
    withMutablePixels { target in
      for y in 0..<height { for x in 0..<width { target[y * stride + x] = image.base.pixels[y * width + x] } }
    }
  }
}
