import CStarminePixelKernels
import Foundation
import StarmineScene

/// A gradient under any plane transform, resolved for one frame.
struct PreparedGradient {
  let gradient: Gradient
  /// From device pixels to units of the gradient's rectangle.
  let inverse: PlaneTransform

  /// Nil where the plane is seen edge on.
  init?(_ gradient: Gradient, _ transform: PlaneTransform) {
    let rect = gradient.rect
    let area = RoundedRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY)
    guard let inverse = transform.inverse?.scaledToUnit(area) else { return nil }
    (self.gradient, self.inverse) = (gradient, inverse)
  }

  /// Premultiplied pixels of a row, from pixel `x` on.
  ///
  /// Every pixel is computed from its own centre, so a row may start anywhere. There is no table: a component differs
  /// from the exact one by its rounding to 8 bits alone, half a step.
  func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int, _ ramp: KernelTable.Ramp) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: max(count, 1)) { parameters in
      guard let places = parameters.baseAddress else { return }
      locate(places, x: x, y: y, count: count)
      gradient.stops.withUnsafeBytes { stops in
        guard let first = stops.baseAddress else { return }
        // The kernel's stops are laid out as these (tested).
        ramp(row, places, first.assumingMemoryBound(to: PixelStop.self), gradient.stops.count, count)
      }
    }
  }

  /// Where the pixels lie along the gradient: `Gradient.parameter`, with what they share taken out (1,000 gradients
  /// take a quarter longer with a call for each pixel).
  private func locate(_ places: UnsafeMutablePointer<Double>, x: Int, y: Int, count: Int) {
    let start = gradient.start
    let (ex, ey) = (gradient.end.x - start.x, gradient.end.y - start.y)
    switch (gradient.kind, gradient.circles) {
    case (.axial, _):
      let length = ex * ex + ey * ey
      guard length > 0 else { return places.update(repeating: 0, count: count) }
      forEachPlace(x: x, y: y, count: count) { places[$0] = (($1 - start.x) * ex + ($2 - start.y) * ey) / length }
    case (.radial, nil):
      forEachPlace(x: x, y: y, count: count) { index, u, v in
        let (a, b) = ((u - start.x) / ex, (v - start.y) / ey)
        places[index] = (a * a + b * b).squareRoot()
      }
    case (.conic, _):
      let first = atan2(ey, ex)
      forEachPlace(x: x, y: y, count: count) { index, u, v in
        let turn = (atan2(v - start.y, u - start.x) - first) / (2 * .pi)
        places[index] = turn < 0 ? turn + 1 : turn
      }
    case (.radial, _):
      forEachPlace(x: x, y: y, count: count) { places[$0] = gradient.parameter($1, $2) }
    }
  }

  /// - Parameter body: gets the index of a pixel and its centre in units of the gradient's rectangle.
  @inline(__always)
  private func forEachPlace(x: Int, y: Int, count: Int, _ body: (Int, Double, Double) -> Void) {
    let (t, middle) = (inverse, Double(y) + 0.5)
    guard t.isAffine else {
      for index in 0..<count {
        let (u, v, _) = t.apply(Double(x + index) + 0.5, middle)
        body(index, u, v)
      }
      return
    }
    // `apply`, with 32 bits, which vectors convert.
    let first = Int32(truncatingIfNeeded: x)
    for index in 0..<count {
      let x = Double(first &+ Int32(truncatingIfNeeded: index)) + 0.5
      body(index, t.m11 * x + t.m21 * middle + t.m31, t.m12 * x + t.m22 * middle + t.m32)
    }
  }
}

/// Colours between stops; beyond the first and the last their colours go on.
let referenceRamp: KernelTable.Ramp = { out, parameters, stops, stopCount, count in
  for index in 0..<count {
    let parameter = parameters[index]
    var upper = 0
    while upper < stopCount, !(stops[upper].location > parameter) { upper += 1 }
    var color = stops[max(upper - 1, 0)].color
    if upper > 0, upper < stopCount {
      let (low, high) = (stops[upper - 1], stops[upper])
      color += (high.color - low.color) * Float((parameter - low.location) / (high.location - low.location))
    }
    out[index] = parameter.isNaN ? 0 : rampPixel(color)
  }
}

extension PixelStop {
  fileprivate var color: SIMD4<Float> { SIMD4(red, green, blue, alpha) }
}

/// Straight red, green, blue, alpha as `0xAARRGGBB`, in the order of the kernel's operations.
@inline(__always)
private func rampPixel(_ color: SIMD4<Float>) -> UInt32 {
  let alpha = color.w * 255
  let byte = { (value: Float) in UInt32(max(0, min(255, value + 0.5))) }
  return byte(alpha) << 24 | byte(color.x * alpha) << 16 | byte(color.y * alpha) << 8 | byte(color.z * alpha)
}
