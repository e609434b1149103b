public import StarmineGraphics
public import StarmineScene

// Here and not in Scene, because an image is pixels, and only this module makes pixels: the context hands over what it
// has recorded, and the directions between modules stay as they are.
extension CGContext {
  /// The picture drawn so far; nil if the context is not one of a bitmap. Drawing may go on afterwards.
  ///
  /// The same coverage and blending as in frames; the same picture for the same calls.
  public func makeImage() -> CGImage? {
    guard let list = displayList else { return nil }
    var buffer = PixelBuffer(width: list.width, height: list.height)
    Renderer().render(list, into: &buffer)
    return CGImage(buffer)
  }
}

extension CGImage {
  /// A copy of a frame.
  package convenience init(_ buffer: borrowing PixelBuffer) {
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    let pixels = buffer.withPixels { source in
      [UInt32](unsafeUninitializedCapacity: width * height) { target, initialized in
        for y in 0..<height {
          let row = UnsafeBufferPointer(rebasing: source[y * stride..<y * stride + width])
          _ = UnsafeMutableBufferPointer(rebasing: target[y * width..<(y + 1) * width]).initialize(fromContentsOf: row)
        }
        initialized = width * height
      }
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
