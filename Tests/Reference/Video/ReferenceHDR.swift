package import CStarminePixelKernels
package import StarmineRaster

// Twins of the kernels that make frames of high dynamic range, one pixel at a time.

/// Twin of `pixel_hdr_row`.
package func referenceHDRRow(
  _ out: UnsafeMutablePointer<DeepPixel>, _ pixels: UnsafePointer<DeepPixel>, _ hdr: PixelHDR,
  _ levels: inout PixelLevels, _ count: Int
) {
  for x in 0..<count {
    let (pixel, level) = hdr.told(pixels[x])
    out[x] = pixel
    levels.sum += UInt64(level)
    levels.most = max(levels.most, level)
  }
}

extension PixelHDR {
  fileprivate func told(_ pixel: DeepPixel) -> (DeepPixel, UInt32) {
    var light = wide(light(pixel.z), light(pixel.y), light(pixel.x))
    var most = light.max()
    if most > peak {
      light = heldBelowPeak(light, most)
      most = light.max()
    }
    let level = UInt32(most * self.level + 0.5)
    light *= white
    if let gain { light *= value(gain, 0.0593 * light.z + 0.6780 * light.y + 0.2627 * light.x) }
    return (DeepPixel(value(curve, light.z), value(curve, light.y), value(curve, light.x), pixel.w), level)
  }

  /// The light of a component: sRGB's curve to 0.00015 of a light, then its tangent.
  private func light(_ value: Float) -> Float {
    let size = value.isNaN ? 0 : min(abs(value), 1e6)
    let light: Float
    if size >= 1 {
      light = 1 + PIXEL_LIGHT_SLOPE * (size - 1)
    } else if size <= 0.04045 {
      light = size * (1 / 12.92)
    } else {
      let square = size * size
      let low: Float = 0.99914193 + 0.9641031 * size
      let high: Float = (0.4727063 - 0.33327338 * size) + square * (0.2852237 - 0.11662045 * size)
      light = 1 - (1 - size) * (low + square * high)
    }
    return value < 0 ? -light : light
  }

  /// Red, green and blue in the primaries of BT.2020.
  private func wide(_ red: Float, _ green: Float, _ blue: Float) -> SIMD3<Float> {
    SIMD3(
      max(0, 0.627404 * red + 0.329283 * green + 0.043313 * blue),
      max(0, 0.069097 * red + 0.919540 * green + 0.011363 * blue),
      max(0, 0.016391 * red + 0.088013 * green + 0.895596 * blue))
  }

  private func heldBelowPeak(_ light: SIMD3<Float>, _ most: Float) -> SIMD3<Float> {
    let held = light * (peak / most)
    return held + (peak - held) * ((most - peak) / (most + 6 * peak))
  }

  private func value(_ table: UnsafePointer<Float>, _ light: Float) -> Float {
    let bits = min(1, max(Float(sign: .plus, exponent: -Int(PIXEL_CURVE_OCTAVES), significand: 1), light)).bitPattern
    let index = Int(bits >> 16) - Int((127 - PIXEL_CURVE_OCTAVES) * PIXEL_CURVE_STEPS)
    let share = Float(bits & 0xFFFF) * (1 / 65536)
    return table[index] + share * (table[index + 1] - table[index])
  }
}

/// Twin of `pixel_sited_chroma`.
package func referenceSitedChroma(
  _ u: UnsafeMutablePointer<UInt16>, _ v: UnsafeMutablePointer<UInt16>, _ above: UnsafePointer<DeepPixel>,
  _ row: UnsafePointer<DeepPixel>, _ below: UnsafePointer<DeepPixel>, _ weights: [PixelDeepComponent], _ count: Int
) {
  let column = { (x: Int) in above[x] + (row[x] + row[x]) + below[x] }
  for i in 0..<(count + 7) & ~7 {
    let sum = (column(2 * i - 1) + column(2 * i)) + (column(2 * i) + column(2 * i + 1))
    (u[i], v[i]) = (weights[0].sample(sum), weights[1].sample(sum))
  }
}
