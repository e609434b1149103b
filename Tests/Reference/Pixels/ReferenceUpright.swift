import CStarminePixelKernels
import StarmineGraphics
import StarmineRaster

// What the upright-sprite kernels compute, one pixel at a time.

/// Every pixel shows one texel, tinted.
func drawWhole<P: ReferencePixel>(
  _: P.Type, _ first: UnsafeMutableRawPointer, _ stride: Int, _ texels: UnsafePointer<UInt32>, _ width: Int,
  _ columns: Int,
  _ rows: Int, _ tint: UInt32, _ gain: UnsafePointer<Float>, isAdditive: Bool
) {
  let (pixels, mix) = (first.pixels(P.self), P.mix(65535, 0, tint: tint, gain))
  for y in 0..<rows {
    for x in 0..<columns {
      let pixel = pixels + (y * stride + x)
      let source = P(spread(texels[y * width + x]) &* 256, 0, mix)
      pixel.pointee = isAdditive ? source.plus(pixel.pointee) : source.over(pixel.pointee)
    }
  }
}

/// Every pixel mixes 2x2 texels: across by its column's tap into 16 bits, then down by its row's tap, tinted, blended.
func drawUpright<P: ReferencePixel>(
  _: P.Type, _ first: UnsafeMutableRawPointer, _ stride: Int, _ texels: UnsafePointer<UInt32>,
  _ columns: PixelUprightAxis,
  _ rows: PixelUprightAxis, _ tint: UInt32, _ gain: UnsafePointer<Float>, isAdditive: Bool
) {
  let pixels = first.pixels(P.self)
  let width = Int(columns.texels)
  for y in rows.first..<rows.last {
    let row = rows.tap(y)
    let mix = P.mix(shares: row.low, row.high, tint: tint, gain)
    let near = texels + Int(row.low > 0 ? row.texel : row.texel + 1) * width
    let far = texels + Int(row.high > 0 ? row.texel + 1 : row.texel) * width
    if row.low + row.high == 0 { continue }
    for x in columns.first..<columns.last {
      let column = columns.tap(x)
      let pixel = pixels + (Int(y - rows.first) * stride + Int(x - columns.first))
      let source = P(column.mix(near, width), column.mix(far, width), mix)
      pixel.pointee = isAdditive ? source.plus(pixel.pointee) : source.over(pixel.pointee)
    }
  }
}

/// Two neighbouring texels and their weights, which sum to the pixel's coverage, 0...256.
private struct Tap {
  var texel: Int32
  var low: Int32
  var high: Int32

  /// The wide pixel that a row of texels gives.
  func mix(_ row: UnsafePointer<UInt32>, _ width: Int) -> UInt64 {
    let texel = Int(texel)
    return spread(row[texel]) &* UInt64(low) &+ (width > 1 ? spread(row[texel + 1]) &* UInt64(high) : 0)
  }
}

extension PixelUprightAxis {
  /// Both texels of the result lie in the level, if it has two.
  fileprivate func tap(_ pixel: Int32) -> Tap {
    let tap = area_count > 0 ? areaTap(pixel) : bilinearTap(pixel)
    if tap.texel < 0 { return Tap(texel: 0, low: tap.high, high: 0) }
    if tap.texel + 1 >= texels, tap.texel > 0 { return Tap(texel: tap.texel - 1, low: 0, high: tap.low) }
    return tap
  }

  /// The texels around the pixel's centre, by distance.
  private func bilinearTap(_ pixel: Int32) -> Tap {
    let whole = max(0, min(pixel * 256 + 256, high) - max(pixel * 256, low))
    let moved = position &+ (pixel &- origin) &* step
    let position = min(max(moved, minimum), maximum) & mask
    let far = ((position >> 8 & 255) * whole) >> 8
    return Tap(texel: position >> 16, low: whole - far, high: far)
  }

  /// The texels that the pixel overlaps, by overlap. A texel is at least a pixel, so there are at most two, and the
  /// overlaps of one texel with all pixels sum to its size wherever the sprite lies: light is kept.
  private func areaTap(_ pixel: Int32) -> Tap {
    let (start, end) = (max(pixel * 256, low), min(pixel * 256 + 256, high))
    let whole = max(0, end - start)
    let texel = max(0, min(((start - low) &* step) >> 24, area_count - 1))
    let border = low + (((texel + 1) * texel_size) >> 8)
    let beyond = texel + 1 < area_count ? max(0, min(end - border, whole)) : 0
    if is_mirrored != 0 {
      return Tap(texel: area_first + area_count - 2 - texel, low: beyond, high: whole - beyond)
    }
    return Tap(texel: area_first + texel, low: whole - beyond, high: beyond)
  }
}
