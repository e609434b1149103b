public import StarmineGraphics
public import StarmineScene

// Here and not in Scene, because an image is pixels, and only this module makes pixels: the context hands over what it
// has recorded, and the directions between modules stay as they are.
extension CGContext {
  /// The picture drawn so far; nil if the context is not one of a bitmap. Drawing may go on afterwards.
  ///
  /// The same coverage and blending as in frames; the same picture for the same calls.
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

  /// A copy of a frame.
  package convenience init(_ buffer: borrowing PixelBuffer, bitmapInfo: CGBitmapInfo = .ofDrawings) {
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    let pixels = buffer.withPixels { source in
      Slab<UInt32>(count: width * height) { target in
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
  /// A frame of an image's pixels.
  package init(_ image: CGImage) {
    self.init(width: image.width, height: image.height)
    let (width, height, stride) = (image.width, image.height, stride)
    withMutablePixels { target in
      for y in 0..<height {
        for x in 0..<width { target[y * stride + x] = image.base.pixels[y * width + x] }
      }
    }
  }
}
