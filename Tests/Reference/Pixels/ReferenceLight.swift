package import CStarminePixelKernels
package import StarmineRaster

/// Floats with a glow added, and then with what is bright held back: in linear light, by the largest component, so that
/// a hue stays, and toward white the farther it lies beyond.
package let referenceFinishLight: KernelTable.FinishLight = { out, pixels, light, count in
  let (source, light) = (pixels.pixels(DeepPixel.self), light.pointee)
  for x in 0..<(count + 7) & ~7 {
    let sum = light.glow(x).map { source[x].plus($0) } ?? source[x]
    let pixel = max(sum.x, sum.y, sum.z) > light.knee ? light.heldBack(sum) : sum
    guard let thresholds = light.thresholds else {
      out.pixels(DeepPixel.self)[x] = pixel
      continue
    }
    out.pixels(UInt32.self)[x] = pixel.rounded(thresholds[x & 7])
  }
}

extension DeepPixel {
  /// Alpha goes along as far as the glow outshines it.
  fileprivate func plus(_ glow: DeepPixel) -> DeepPixel {
    let light = DeepPixel(glow.x, glow.y, glow.z, Swift.max(glow.w, glow.x, glow.y, glow.z))
    return pointwiseMin(light + self, DeepPixel(PIXEL_DEEP_LIMIT, PIXEL_DEEP_LIMIT, PIXEL_DEEP_LIMIT, 1))
  }

  fileprivate func rounded(_ threshold: Float) -> UInt32 {
    (0..<4).reduce(0) { word, component in
      word | UInt32(Swift.min(Swift.max(self[component] * 255 + threshold, 0), 255)) << UInt32(8 * component)
    }
  }
}

extension PixelLight {
  fileprivate func glow(_ x: Int) -> DeepPixel? {
    guard let near = near_glow, let far = far_glow else { return nil }
    let (nearShares, farShares) = (
      DeepPixel(near_share, near_share, near_share, near_cover), DeepPixel(far_share, far_share, far_share, far_cover)
    )
    return near.pixels(DeepPixel.self)[x] * nearShares + far.pixels(DeepPixel.self)[x] * farShares
  }

  fileprivate func heldBack(_ pixel: DeepPixel) -> DeepPixel {
    let shown = SIMD3(pixel.x, pixel.y, pixel.z)
    let light = SIMD3(linear(max(shown.x, 0)), linear(max(shown.y, 0)), linear(max(shown.z, 0)))
    let (most, room) = (light.max(), 1 - linear_knee)
    let held = 1 - room * room / (most - linear_knee + room)
    var result = light * (held / most)
    let white = most > 1 ? (most - 1) / (most + 6) : 0
    result += (held - result) * white
    return DeepPixel(encoded(result.x), encoded(result.y), encoded(result.z), pixel.w)
  }

  /// The kernel's polynomials, in its order.
  private func linear(_ value: Float) -> Float {
    let v = min(value, 1)
    var curve = 0.5238452554 + v * (0.6518048644 + v * (-0.2872528136 + v * 0.0783870071))
    curve = 0.0009303106 + v * (0.0322853476 + v * curve)
    return (value < 0.04045 ? value * (1 / 12.92) : curve) + PIXEL_LIGHT_SLOPE * max(value - 1, 0)
  }

  private func encoded(_ light: Float) -> Float {
    let (l, root) = (min(light, 1), min(light, 1).squareRoot().squareRoot())
    var curve = 1.1142443419 + root * (-0.3255676031 + root * 0.0772254616)
    curve = -0.0649553090 + root * (0.1990531534 + root * curve)
    return l < 0.0031308 ? l * 12.92 : min(curve, 1)
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
