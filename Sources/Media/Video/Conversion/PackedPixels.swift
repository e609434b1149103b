import CStarmineFFmpeg

/// Pixels as bytes of red, green, blue and alpha in a format's order.
enum PackedPixels: Sendable {
  case bgra, rgba, argb, rgb
  /// 16 bits of each component, the high byte first or last.
  case rgba64be, rgba64le

  /// Nil for a format of another kind.
  init?(_ format: AVPixelFormat) {
    switch format {
    case AV_PIX_FMT_BGRA: self = .bgra
    case AV_PIX_FMT_RGBA: self = .rgba
    case AV_PIX_FMT_ARGB: self = .argb
    case AV_PIX_FMT_RGB24: self = .rgb
    case AV_PIX_FMT_RGBA64BE: self = .rgba64be
    case AV_PIX_FMT_RGBA64LE: self = .rgba64le
    default: return nil
    }
  }

  /// Bytes of a pixel.
  var size: Int {
    switch self {
    case .bgra, .rgba, .argb: 4
    case .rgb: 3
    case .rgba64be, .rgba64le: 8
    }
  }

  /// Writes one row.
  func write(_ row: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
    switch self {
    case .rgb: return writeThree(row, target, count)
    case .rgba64be, .rgba64le: return writeWide(row, target, count)
    case .bgra, .rgba, .argb: break
    }
    target.withMemoryRebound(to: UInt32.self, capacity: count) { write(row, $0, count) }
  }

  /// In memory the lowest byte comes first.
  private func write(_ row: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<UInt32>, _ count: Int) {
    switch self {
    case .bgra, .rgb, .rgba64be, .rgba64le: target.update(from: row, count: count)
    case .argb: for x in 0..<count { target[x] = row[x].byteSwapped }
    case .rgba:
      for x in 0..<count {
        let pixel = row[x]
        target[x] = pixel & 0xFF00_FF00 | pixel >> 16 & 255 | (pixel & 255) << 16
      }
    }
  }

  /// Both bytes of a component are its own: 255 is 65535, in either order.
  private func writeWide(_ row: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
    for x in 0..<count {
      for (place, shift) in [16, 8, 0, 24].enumerated() {
        let byte = UInt8(truncatingIfNeeded: row[x] >> UInt32(shift))
        (target[x * 8 + 2 * place], target[x * 8 + 2 * place + 1]) = (byte, byte)
      }
    }
  }

  private func writeThree(_ row: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
    for x in 0..<count {
      let pixel = row[x]
      target[x * 3] = UInt8(truncatingIfNeeded: pixel >> 16)
      target[x * 3 + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      target[x * 3 + 2] = UInt8(truncatingIfNeeded: pixel)
    }
  }
}
