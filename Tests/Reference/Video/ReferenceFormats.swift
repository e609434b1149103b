import CStarminePixelKernels
import StarmineRaster

/// Twin of `pixel_format_row`, one pixel at a time.
package func referenceFormatRow(
  _ out: UnsafeMutableRawPointer, _ row: UnsafePointer<UInt32>, _ format: Int32, _ count: Int
) -> UInt32 {
  var common = UInt32.max
  for x in 0..<count {
    common &= row[x]
    out.storeBytes(of: formatted(row[x], Int(format)), toByteOffset: 4 * x, as: UInt32.self)
  }
  return common
}

/// Twin of `pixel_format_row_over`.
package func referenceFormatRowOver(
  _ out: UnsafeMutableRawPointer, _ `in`: UnsafeRawPointer, _ row: UnsafePointer<UInt32>, _ format: Int32,
  _ count: Int
) {
  for x in 0..<count where row[x] != 0 {
    var below = `in`.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
    if Int(format) & PixelRGBA != 0 { below = below.rgba }
    if Int(format) & PixelStraight != 0 { below = below.times(below >> 24) & 0xFF_FFFF | below & 0xFF00_0000 }
    out.storeBytes(of: formatted(row[x].over(below), Int(format)), toByteOffset: 4 * x, as: UInt32.self)
  }
  for x in 0..<count where row[x] == 0 {
    let pixel = `in`.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
    out.storeBytes(of: pixel, toByteOffset: 4 * x, as: UInt32.self)
  }
}

private func formatted(_ pixel: UInt32, _ format: Int) -> UInt32 {
  var result = pixel
  if format & PixelOverBlack != 0 { result |= 0xFF00_0000 }
  if format & PixelRaised != 0 {
    let alpha = max(pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    result = pixel & 0xFF_FFFF | alpha << 24
  }
  if format & PixelStraight != 0 { result = result.straight }
  return format & PixelRGBA != 0 ? result.rgba : result
}

extension UInt32 {
  fileprivate var rgba: UInt32 { self & 0xFF00_FF00 | self >> 16 & 255 | (self & 255) << 16 }

  /// Components divided by alpha, rounded, at most 255.
  fileprivate var straight: UInt32 {
    let alpha = self >> 24
    if alpha == 0 { return 0 }
    return [0, 8, 16].reduce(alpha << 24) {
      $0 | Swift.min(255, ((self >> $1 & 255) * 255 + alpha / 2) / alpha) << $1
    }
  }
}
