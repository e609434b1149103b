package import CStarminePixelKernels
package import StarmineRaster

// Twins of the kernels that turn floats into what files hold, one pixel at a time.

/// Twin of `pixel_words_of_deep`.
package func referenceWordsOfDeep(
  _ words: UnsafeMutablePointer<UInt32>, _ pixels: UnsafePointer<DeepPixel>, _ thresholds: UnsafePointer<Float>,
  _ count: Int
) {
  for i in 0..<(count + 7) & ~7 {
    let value = (pixels[i] * 255 + thresholds[i & 7]).limited(to: 255)
    let bytes = SIMD4<UInt32>(UInt32(value.x), UInt32(value.y), UInt32(value.z), UInt32(value.w))
    words[i] = bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24
  }
}

/// Twin of `pixel_deep_luma`.
package func referenceDeepLuma(
  _ out: UnsafeMutablePointer<UInt16>, _ pixels: UnsafePointer<DeepPixel>, _ weights: PixelDeepComponent, _ count: Int
) {
  for i in 0..<(count + 15) & ~15 { out[i] = weights.sample(pixels[i].limited(to: 1)) }
}

/// Twin of `pixel_deep_chroma`.
package func referenceDeepChroma(
  _ u: UnsafeMutablePointer<UInt16>, _ v: UnsafeMutablePointer<UInt16>, _ upper: UnsafePointer<DeepPixel>,
  _ lower: UnsafePointer<DeepPixel>, _ weights: [PixelDeepComponent], _ count: Int
) {
  for i in 0..<(count + 7) & ~7 {
    let above = upper[2 * i].limited(to: 1) + upper[2 * i + 1].limited(to: 1)
    let sum = above + (lower[2 * i].limited(to: 1) + lower[2 * i + 1].limited(to: 1))
    (u[i], v[i]) = (weights[0].sample(sum), weights[1].sample(sum))
  }
}

extension PixelDeepComponent {
  func sample(_ pixel: DeepPixel) -> UInt16 {
    UInt16(truncatingIfNeeded: Int32(pixel.x * blue + pixel.y * green + pixel.z * red + offset))
  }
}

extension DeepPixel {
  fileprivate func limited(to most: Float) -> DeepPixel {
    let value = replacing(with: most, where: self .>= DeepPixel(repeating: most))
    return value.replacing(with: 0, where: value .<= .zero)
  }
}
