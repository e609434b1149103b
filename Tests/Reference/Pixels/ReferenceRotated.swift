import CStarminePixelKernels
import StarmineRaster

// What the kernels for rotated sprites compute, a row at a time.

/// Positions, samples and blends each row that the sprite touches.
func drawRotated<P: ReferencePixel>(
  _: P.Type, _ first: UnsafeMutableRawPointer, _ stride: Int, _ texels: UnsafePointer<UInt32>, _ width: Int32,
  _ height: Int32, _ map: PixelRotation, _ tint: UInt32, _ gain: UnsafePointer<Float>, isAdditive: Bool
) {
  let pixels = first.pixels(P.self)
  let room = Int(map.last_x - map.first_x) + 8
  guard room > 8 else { return }
  var (u, v) = ([Int32](repeating: 0, count: room), [Int32](repeating: 0, count: room))
  var coverage = [UInt16](repeating: 0, count: room)
  var samples = [UInt64](repeating: 0, count: room)
  for y in Int(map.first_y)..<Int(map.last_y) {
    let (a, b) = (map.across.span(y), map.down.span(y))
    let start = max(Int(map.first_x), a.lowerBound, b.lowerBound)
    let last = min(Int(map.last_x), a.upperBound, b.upperBound)
    guard start < last else { continue }
    var (horizontal, vertical) = (map.across.axis(start, y), map.down.axis(start, y))
    referenceAffinePositions(&u, &v, &coverage, &horizontal, &vertical, last - start)
    referenceSampleBilinear(&samples, texels, width, height, u, v, coverage, last - start)
    let row = pixels + ((y - Int(map.first_y)) * stride + start - Int(map.first_x))
    ReferenceRows<P>.blend(row, samples, samples, 65535, 0, tint, gain, last - start, isAdditive: isAdditive)
  }
}

extension PixelPlane {
  /// The positions along a row from a pixel on, counted from the origin.
  fileprivate func axis(_ x: Int, _ y: Int) -> PixelAxis {
    PixelAxis(
      position: Int32(truncatingIfNeeded: Int(position) + x * Int(step_x) + y * Int(step_y)), step: step_x,
      minimum: minimum, maximum: maximum,
      distance: Int32(truncatingIfNeeded: Int(distance) + x * Int(distance_x) + y * Int(distance_y)),
      distance_step: distance_x, length: length, mask: mask)
  }

  /// Pixels with `-1/2 < distance < length + 1/2` in the row `y` below the origin, up to one too many at either end:
  /// all that the sprite touches, visible or not.
  fileprivate func span(_ y: Int) -> Range<Int> {
    let start = Int(distance) + y * Int(distance_y)
    let (low, high) = (-0x8000 - start, Int(length) + 0x8000 - start)
    if distance_x == 0 { return low < 0 && high > 0 ? -0x4000_0000..<0x4000_0000 : 0..<0 }
    let scale = 1 / Double(distance_x)
    let (a, b) = (Double(low) * scale, Double(high) * scale)
    let first = floorInt(max(-0x1p29, min(a, b)))
    return first..<max(first, floorInt(min(0x1p29, max(a, b))) + 1)
  }
}
