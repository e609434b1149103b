import CStarmineFFmpeg

/// Pixels as bytes of red, green, blue and alpha in a format's order.
enum PackedPixels: Sendable {
  case bgra, rgba, argb, rgb

  /// Nil for a format of another kind.
  init?(_ format: AVPixelFormat) {
    switch format {
    case AV_PIX_FMT_BGRA: self = .bgra
    case AV_PIX_FMT_RGBA: self = .rgba
    case AV_PIX_FMT_ARGB: self = .argb
    case AV_PIX_FMT_RGB24: self = .rgb
    default: return nil
    }
  }

  /// Bytes of a pixel.
  var size: Int { self == .rgb ? 3 : 4 }

  /// Writes one row.
  func write(_ row: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
    if self == .rgb { return writeThree(row, target, count) }
    target.withMemoryRebound(to: UInt32.self, capacity: count) { write(row, $0, count) }
  }

  /// In memory the lowest byte comes first.
  private func write(_ row: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<UInt32>, _ count: Int) {
    switch self {
    case .bgra, .rgb: target.update(from: row, count: count)
    case .argb: for x in 0..<count { target[x] = row[x].byteSwapped }
    case .rgba:
      for x in 0..<count {
        let pixel = row[x]
        target[x] = pixel & 0xFF00_FF00 | pixel >> 16 & 255 | (pixel & 255) << 16
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
