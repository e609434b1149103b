import CStarmineFFmpeg

enum PackedPixels: Sendable {
  case bgra, rgba, argb, rgb
  case rgba64be, rgba64le

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

  /// Bytes per pixel.
  var size: Int {
    switch self {
    case .bgra, .rgba, .argb: 4
    case .rgb: 3
    case .rgba64be, .rgba64le: 8
    }
  }

  func write(_ row: SampleSpan<UInt32>, _ target: SampleSpan<UInt8>, _ count: Int) {
    switch self {
    case .bgra, .rgba: break  // Made by the kernel.
    case .argb:
      let target = target.of(UInt32.self)
      for x in 0..<count { target[x] = row[x].byteSwapped }
    case .rgb: writeThree(row, target, count)
    case .rgba64be, .rgba64le: writeWide(row, target, count)
    }
  }

  /// Both bytes of a component are equal: 255 becomes 65535, in either byte order.
  private func writeWide(_ row: SampleSpan<UInt32>, _ target: SampleSpan<UInt8>, _ count: Int) {
    for x in 0..<count {
      for (place, shift) in [16, 8, 0, 24].enumerated() {
        let byte = UInt8(truncatingIfNeeded: row[x] >> UInt32(shift))
        (target[x * 8 + 2 * place], target[x * 8 + 2 * place + 1]) = (byte, byte)
      }
    }
  }

  private func writeThree(_ row: SampleSpan<UInt32>, _ target: SampleSpan<UInt8>, _ count: Int) {
    for x in 0..<count {
      let pixel = row[x]
      target[x * 3] = UInt8(truncatingIfNeeded: pixel >> 16)
      target[x * 3 + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      target[x * 3 + 2] = UInt8(truncatingIfNeeded: pixel)
    }
  }
}
