/// A frame of premultiplied, sRGB-encoded BGRA pixels. Sole owner of its memory; moves from the renderer to the writer.
package struct PixelFrame<P: Pixel>: ~Copyable, Sendable {
  /// Pixels.
  package let width: Int
  package let height: Int
  /// Pixels from one row to the next; rows start on 64-byte boundaries.
  package let stride: Int
  private nonisolated(unsafe) let base: UnsafeMutablePointer<P>  // The memory of this value. Use it only inside `with`.

  /// Creates a transparent frame. Precondition: both sides are at least 1.
  package init(width: Int, height: Int) {
    self.init(unfilledWidth: width, height: height)
    // Transparent pixels are zeros. Filling them as a generic type takes fourteen instructions each.
    UnsafeMutableRawPointer(base).initializeMemory(
      as: UInt8.self, repeating: 0, count: (stride * height + Surface.slack) * MemoryLayout<P>.stride)
  }

  init(copying other: borrowing PixelFrame) {
    self.init(unfilledWidth: other.width, height: other.height)
    base.initialize(from: other.base, count: stride * height + Surface.slack)
  }

  /// A frame without initial values. All pixels must be written before they are read.
  init(unfilledWidth width: Int, height: Int) {
    precondition(width > 0 && height > 0, "PixelBuffer: a frame has at least one pixel")
    self.width = width
    self.height = height
    stride = (width + 15) & ~15
    // Kernels process whole vectors.
    let count = stride * height + Surface.slack
    base = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<P>.stride, alignment: 64)
      .bindMemory(to: P.self, capacity: count)
  }

  deinit {
    UnsafeMutableRawPointer(base).deallocate()
  }

  /// Calls `body` with all pixels: `stride * height`, row by row.
  package func withPixels<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeBufferPointer<P>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: base, count: stride * height))
  }

  package mutating func withMutablePixels<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableBufferPointer<P>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeMutableBufferPointer(start: base, count: stride * height))
  }

  package subscript(x: Int, y: Int) -> P {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "PixelBuffer: outside the frame")
    return base[y * stride + x]
  }
}

/// A frame with 8 bits per component.
package typealias PixelBuffer = PixelFrame<UInt32>
/// A frame of float pixels.
package typealias DeepBuffer = PixelFrame<DeepPixel>
