import CStarminePixelKernels
package import StarmineRaster

/// Floats with a glow added, and then with what is bright held back: in linear light, by the largest component, so that
/// a hue stays, and toward white the farther it lies beyond.
package let referenceFinishLight: KernelTable.FinishLight = { out, pixels, glow, light, count in
  let (target, source, light) = (out.pixels(DeepPixel.self), pixels.pixels(DeepPixel.self), light.pointee)
  for x in 0..<(count + 7) & ~7 {
    var pixel = source[x]
    if let glow { pixel = pixel.plusGlow(glow.pixels(DeepPixel.self)[x], light.intensity) }
    let isBright = max(pixel.x, pixel.y, pixel.z) > light.knee
    target[x] = isBright && light.linear != nil ? light.heldBack(pixel) : pixel
  }
}

extension PixelLight {
  fileprivate func heldBack(_ pixel: DeepPixel) -> DeepPixel {
    let linear = { (value: Float) in value > 0 ? LinearLight.of(value) : 0 }
    let light = SIMD3(linear(pixel.x), linear(pixel.y), linear(pixel.z))
    let (most, room) = (light.max(), 1 - linear_knee)
    let shown = linear_knee + room * (1 - 1 / (1 + (most - linear_knee) / room))
    var result = light * (shown / most)
    let white = most > 1 ? (most - 1) / (most + 6) : 0
    result += (shown - result) * white
    return DeepPixel(encodedLight(result.x), encodedLight(result.y), encodedLight(result.z), pixel.w)
  }

  private func encodedLight(_ value: Float) -> Float {
    guard value < 1, let encoded else { return 1 }
    let place = value * Float(PIXEL_LIGHT_STEPS)
    let index = Int(place)
    return encoded[index] + (place - Float(index)) * (encoded[index + 1] - encoded[index])
  }
}
