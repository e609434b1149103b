import CStarminePixelKernels
import StarmineGraphics
package import StarmineRaster

// What the kernels that sample compute, one pixel at a time. "Wide" pixels are four 16-bit lanes (B lowest), 8-bit
// values times 256.

/// Positions and coverage along one row of an affinely mapped sprite. Coverage is the product of the overlaps of a
/// pixel-wide interval with the sprite's extent along both of its axes, 0...256. Fills up to a multiple of eight.
package let referenceAffinePositions: KernelTable.AffinePositions = { u, v, coverage, horizontal, vertical, count in
  let (across, down) = (horizontal.pointee, vertical.pointee)
  for i in 0..<(count + 7) & ~7 {
    u[i] = across.position(at: Int32(truncatingIfNeeded: i))
    v[i] = down.position(at: Int32(truncatingIfNeeded: i))
    let product = across.overlap(at: Int32(truncatingIfNeeded: i)) &* down.overlap(at: Int32(truncatingIfNeeded: i))
    coverage[i] = UInt16(truncatingIfNeeded: product >> 8)
  }
}

/// Texel positions of a row under perspective.
package let referencePerspectivePositions: KernelTable.PerspectivePositions = {
  u, v, map, horizontal, vertical, x, y, count in
  let map = map.pointee
  for i in 0..<(count + 7) & ~7 {
    let (column, row) = (Double(Int(x) + i) + 0.5, Double(y) + 0.5)
    let w = map.w.0 * column + map.w.1 * row + map.w.2
    u[i] = horizontal.pointee.position(unit: (map.u.0 * column + map.u.1 * row + map.u.2) / w)
    v[i] = vertical.pointee.position(unit: (map.v.0 * column + map.v.1 * row + map.v.2) / w)
  }
}

extension PixelAxis {
  @inline(__always)
  fileprivate func position(at index: Int32) -> Int32 {
    min(max(position &+ index &* step, minimum), maximum) & mask
  }

  @inline(__always)
  fileprivate func overlap(at index: Int32) -> Int32 {
    let center = distance &+ index &* distance_step
    return max(min(center &+ 0x8000, length) &- max(center &- 0x8000, 0), 0) >> 8
  }
}

/// Bilinear samples at 16.16 positions inside the image, times coverage 0...256; then zeros up to a multiple of eight.
package let referenceSampleBilinear: KernelTable.SampleBilinear = { out, texels, width, height, u, v, coverage, count in
  for i in 0..<count {
    let (column, row) = (u[i] >> 16, v[i] >> 16)
    let right = column + 1 < width ? 1 : 0
    let below = row + 1 < height ? Int(width) : 0
    let texel = texels + Int(row) * Int(width) + Int(column)
    let whole = UInt64(coverage[i])
    let (across, down) = (UInt64(u[i] >> 8 & 255), UInt64(v[i] >> 8 & 255))
    // Four weights that sum to the coverage exactly, none negative.
    let both = (across &* down &* whole) >> 16
    let onlyAcross = ((across &* whole) >> 8) &- both
    let onlyDown = ((down &* whole) >> 8) &- both
    let neither = whole &- onlyAcross &- onlyDown &- both
    out[i] =
      spread(texel[0]) &* neither &+ spread(texel[right]) &* onlyAcross &+ spread(texel[below]) &* onlyDown
      &+ spread(texel[below + right]) &* both
  }
  // Blending goes by whole vectors; these change nothing.
  for i in count..<(count + 7) & ~7 { out[i] = 0 }
}

/// A row weight (0...65535) for each channel, multiplied by the tint.
func channelWeights(_ weight: UInt32, _ tint: UInt32) -> SIMD4<UInt32> {
  let components = SIMD4<UInt32>(tint & 255, tint >> 8 & 255, tint >> 16 & 255, tint >> 24)
  return (weight &* (components &* 257 &+ components &>> 7)) &>> 16
}

/// Two wide pixels mixed by channel weights, rounded to 8 bits.
@inline(__always)
func mixed(_ near: UInt64, _ far: UInt64, _ nearWeights: SIMD4<UInt32>, _ farWeights: SIMD4<UInt32>) -> UInt32 {
  var pixel: UInt32 = 0
  for channel in 0..<4 {
    let a = (UInt32(truncatingIfNeeded: near >> (16 * UInt64(channel)) & 0xFFFF) &* nearWeights[channel]) >> 16
    let b = (UInt32(truncatingIfNeeded: far >> (16 * UInt64(channel)) & 0xFFFF) &* farWeights[channel]) >> 16
    pixel |= ((a &+ b &+ 128) >> 8) << (8 * UInt32(channel))
  }
  return pixel
}
