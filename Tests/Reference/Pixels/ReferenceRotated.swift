import CStarminePixelKernels
import StarmineRaster

// What the kernels for rotated sprites compute, a row at a time.

/// As `referenceSampleBilinear`: the sample of one component, for all four.
let sampleQuads: KernelTable.SampleBilinear = { out, quads, width, height, u, v, coverage, count in
  for i in 0..<count {
    let quad = UInt64(quads[Int(v[i] >> 16) * Int(width) + Int(u[i] >> 16)])
    let (across, down, whole) = (UInt64(u[i] >> 8 & 255), UInt64(v[i] >> 8 & 255), UInt64(coverage[i]))
    let both = (across &* down &* whole) >> 16
    let (onlyAcross, onlyDown) = (((across &* whole) >> 8) &- both, ((down &* whole) >> 8) &- both)
    let neither = whole &- onlyAcross &- onlyDown &- both
    let sample =
      (quad & 255) &* neither &+ (quad >> 8 & 255) &* onlyDown &+ (quad >> 16 & 255) &* onlyAcross &+ (quad >> 24)
      &* both
    out[i] = sample &* 0x0001_0001_0001_0001
  }
  for i in count..<(count + 7) & ~7 { out[i] = 0 }
}

/// Positions, samples and blends each row that the sprite touches.
func drawRotated<P: ReferencePixel>(
  _: P.Type, _ first: UnsafeMutableRawPointer, _ stride: Int, _ texels: UnsafePointer<UInt32>, _ width: Int32,
  _ height: Int32, _ map: PixelRotation, _ tint: UInt32, _ gain: UnsafePointer<Float>, isAdditive: Bool,
  _ sample: KernelTable.SampleBilinear
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
    sample(&samples, texels, width, height, u, v, coverage, last - start)
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
