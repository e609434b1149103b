import CStarminePixelKernels
package import StarmineRaster

// What the kernels for rotated sprites compute, a row at a time.

/// Positions, samples and blends each row that the sprite touches.
package let referenceDrawRotatedOver: KernelTable.DrawRotated = { pixels, stride, texels, width, height, map, tint in
  drawRotated(
    pixels, stride, texels, width, height, map.pointee, tint, referenceBlendOver, referenceSampleBilinear)
}

/// As `referenceDrawRotatedOver`, added to the pixels.
package let referenceDrawRotatedAdd: KernelTable.DrawRotated = { pixels, stride, texels, width, height, map, tint in
  drawRotated(
    pixels, stride, texels, width, height, map.pointee, tint, referenceBlendAdd, referenceSampleBilinear)
}

/// As `referenceDrawRotatedOver`, from quads.
package let referenceDrawRotatedQuadsOver: KernelTable.DrawRotated = {
  pixels, stride, quads, width, height, map, tint in
  drawRotated(pixels, stride, quads, width, height, map.pointee, tint, referenceBlendOver, sampleQuads)
}

/// As `referenceDrawRotatedQuadsOver`, added to the pixels.
package let referenceDrawRotatedQuadsAdd: KernelTable.DrawRotated = { pixels, stride, quads, width, height, map, tint in
  drawRotated(pixels, stride, quads, width, height, map.pointee, tint, referenceBlendAdd, sampleQuads)
}

/// As `referenceSampleBilinear`: the sample of one component, for all four.
private let sampleQuads: KernelTable.SampleBilinear = { out, quads, width, height, u, v, coverage, count in
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

private func drawRotated(
  _ pixels: UnsafeMutablePointer<UInt32>, _ stride: Int, _ texels: UnsafePointer<UInt32>, _ width: Int32,
  _ height: Int32, _ map: PixelRotation, _ tint: UInt32, _ blend: KernelTable.BlendRow,
  _ sample: KernelTable.SampleBilinear
) {
  let room = Int(map.last_x - map.first_x) + 8
  guard room > 8 else { return }
  var (u, v) = ([Int32](repeating: 0, count: room), [Int32](repeating: 0, count: room))
  var coverage = [UInt16](repeating: 0, count: room)
  var samples = [UInt64](repeating: 0, count: room)
  for y in Int(map.first_y)..<Int(map.last_y) {
    let (a, b) = (map.across.span(y), map.down.span(y))
    let first = max(Int(map.first_x), a.lowerBound, b.lowerBound)
    let last = min(Int(map.last_x), a.upperBound, b.upperBound)
    guard first < last else { continue }
    var (horizontal, vertical) = (map.across.axis(first, y), map.down.axis(first, y))
    referenceAffinePositions(&u, &v, &coverage, &horizontal, &vertical, last - first)
    sample(&samples, texels, width, height, u, v, coverage, last - first)
    let row = pixels + ((y - Int(map.first_y)) * stride + first - Int(map.first_x))
    blend(row, samples, samples, 65535, 0, tint, last - first)
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
