package import StarmineRaster

/// Pixels of an overlay: 8 bits, or float with HDR.
package protocol OverlayPixel: Pixel, Equatable {
  var deep: DeepPixel { get }
  var word: UInt32 { get }
}

extension UInt32: OverlayPixel {
  package var deep: DeepPixel { DeepPixel(word: self) }
  package var word: UInt32 { self }
}

extension SIMD4<Float>: OverlayPixel {
  package var deep: DeepPixel { self }
}

struct OverlayRows<P: OverlayPixel> {
  let base: UnsafePointer<P>
  /// Pixels from one row to the next.
  let stride: Int
  let width: Int
  let height: Int

  func row(_ y: Int) -> UnsafePointer<P> { base + y * stride }

  func withWords(_ body: (PixelRows) -> Void) {
    if let words = base as Any as? UnsafePointer<UInt32> {
      return body(PixelRows(base: words, stride: stride, width: width, height: height))
    }
    // Kernels may read a vector beyond the end.
    var words = [UInt32](repeating: 0, count: stride * height + 16)
    for y in 0..<height { for x in 0..<width { words[y * stride + x] = row(y)[x].word } }
    words.withUnsafeBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      body(PixelRows(base: base, stride: stride, width: width, height: height))
    }
  }
}
