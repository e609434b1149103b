import CStarminePixelKernels
package import StarmineRaster

// Twins of the kernels for files with alpha, one pixel at a time.

package func referenceDeepFormatRow(
  _ out: UnsafeMutablePointer<DeepPixel>, _ pixels: UnsafePointer<DeepPixel>, _ format: Int32, _ count: Int
) -> Bool {
  var isOpaque = true
  for x in 0..<(count + 7) & ~7 {
    var pixel = pixels[x]
    if Int(format) & PixelOverBlack != 0 { pixel.w = 1 }
    if Int(format) & PixelRaised != 0 { pixel.w = min(1, max(pixel.x, pixel.y, pixel.z, pixel.w)) }
    let alpha = pixel.w
    if Int(format) & PixelStraight != 0, alpha > 0, alpha < 1 {
      pixel /= alpha
      pixel.w = alpha
    }
    out[x] = pixel
    if x < count, alpha < 1 { isOpaque = false }
  }
  return isOpaque
}

package func referenceDeepAlpha(
  _ out: UnsafeMutablePointer<UInt16>, _ pixels: UnsafePointer<DeepPixel>, _ most: Float, _ count: Int
) {
  for x in 0..<(count + 15) & ~15 { out[x] = UInt16(max(0, min(1, pixels[x].w)) * most + 0.5) }
}

package func referenceFillClear(
  _ samples: UnsafeMutablePointer<UInt16>, _ filled: UnsafePointer<UInt16>, _ alphas: UnsafePointer<UInt16>,
  _ count: Int
) {
  for x in 0..<count where alphas[x] == 0 { samples[x] = filled[x] }
}

package func referenceFaintSums(
  _ cells: UnsafeMutablePointer<SIMD4<Float>>, _ row: UnsafePointer<UInt32>, _ count: Int
) {
  for x in 0..<count {
    var light = components(row[x]) * Float(row[x] >> 24)
    light.w = Float(row[x] >> 24)
    cells[x / 4] += light
  }
}

package func referenceFaintRow(
  _ row: UnsafeMutablePointer<UInt32>, _ upper: UnsafePointer<SIMD4<Float>>, _ lower: UnsafePointer<SIMD4<Float>>,
  _ part: Float, _ columns: Int, _ count: Int
) {
  for x in 0..<count where row[x] >> 24 <= UInt32(PIXEL_FAINTEST) {
    let after = (x + 2) / 4
    let across = Float(2 * x + 5 - 8 * after) / 8
    let sides = [max(after - 1, 0), min(after, columns - 1)].map { upper[$0] + (lower[$0] - upper[$0]) * part }
    row[x] = near(sides[0] + (sides[1] - sides[0]) * across, row[x])
  }
}

/// A pixel with a colour, as far as it may have it.
private func near(_ color: SIMD4<Float>, _ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  var color = color
  if alpha > 0 {
    // Straight colours whose products with alpha differ by less than 1.
    let (own, reach) = (components(pixel), 254 / Float(alpha))
    color = color.clamped(lowerBound: own - reach, upperBound: own + reach)
  }
  color.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
  color += 0.5
  return alpha << 24 | UInt32(color.z) << 16 | UInt32(color.y) << 8 | UInt32(color.x)
}

/// Blue, green, red and alpha.
private func components(_ pixel: UInt32) -> SIMD4<Float> {
  SIMD4(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24))
}
