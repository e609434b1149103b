package import CStarminePixelKernels
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

/// Floats with their straight colours looked up in a table of colours, linearly or tetrahedrally.
package let referenceApplyLUT:
  @convention(c) (
    UnsafeMutableRawPointer, UnsafeRawPointer, UnsafePointer<PixelLUT>, Int
  ) -> Void = { out, pixels, lut, count in
    let (target, source, lut) = (out.pixels(DeepPixel.self), pixels.pixels(DeepPixel.self), lut.pointee)
    for x in 0..<(count + 7) & ~7 { target[x] = lut.lookedUp(source[x]) }
  }

extension PixelLUT {
  fileprivate func lookedUp(_ pixel: DeepPixel) -> DeepPixel {
    let cover = max(pixel.w, min(max(pixel.x, pixel.y, pixel.z), 1), 0x1p-20)
    let straight = [pixel.z, pixel.y, pixel.x].map { $0 * (1 / cover) }
    let (lows, scales) = ([low.0, low.1, low.2], [scale.0, scale.1, scale.2])
    let places = (0..<3).map { part in
      let place = min(max((straight[part] - lows[part]) * scales[part], 0), Float(size - 1))
      let index = Int(min(place, Float(size - 2)))
      return (index: index, share: place - Float(index))
    }
    let factor = cover > 0x1p-20 ? cover : 0
    guard is_cube != 0 else {
      let found = (0..<3).map { part in
        let (first, share) = (Int(size) * part + places[part].index, places[part].share)
        return (values[first] + share * (values[first + 1] - values[first])) * factor
      }
      return DeepPixel(found[2], found[1], found[0], pixel.w)
    }
    return cubed(places, factor, alpha: pixel.w)
  }

  private func cubed(_ places: [(index: Int, share: Float)], _ factor: Float, alpha: Float) -> DeepPixel {
    let side = Int(size)
    // From the largest share to the smallest, each a step of the walk along the edges of a cube.
    let steps = zip([1, side, side * side], places).map { (stride: $0, share: $1.share, index: $1.index) }
    var entry = steps.reduce(0) { $0 + $1.stride * $1.index }
    let walk = steps.sorted { $0.share > $1.share }
    let bounds = [1] + walk.map(\.share) + [0]
    let parts = (0..<4).map { step in
      let color = DeepPixel(values[4 * entry], values[4 * entry + 1], values[4 * entry + 2], 0)
      if step < 3 { entry += walk[step].stride }
      return color * ((bounds[step] - bounds[step + 1]) * factor)
    }
    var sum = (parts[0] + parts[1]) + (parts[2] + parts[3])
    sum.w = alpha
    return sum
  }
}
