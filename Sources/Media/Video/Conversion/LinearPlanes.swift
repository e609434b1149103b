import CStarmineFFmpeg
import StarmineGraphics
import StarmineRaster

/// Converts pixels to planes of premultiplied linear floats for EXR files.
enum LinearPlanes {
  static func write(_ pixels: PixelRows, to frame: borrowing OwnedFrame) {
    guard let (green, blue, red, alpha) = frame.floats else { return }
    let values = table
    for y in 0..<pixels.height {
      let row = pixels[y]
      write(row, pixels.width, shift: 8, values.span, green.row(y))
      write(row, pixels.width, shift: 0, values.span, blue.row(y))
      write(row, pixels.width, shift: 16, values.span, red.row(y))
      let line = alpha.row(y)
      for x in 0..<pixels.width { line[x] = Float(row[x] >> 24) / 255 }
    }
  }

  /// Covered parts are converted as straight colours, so that edges blend correctly in linear light. Additive light
  /// above alpha is added: `a * linear(c / a)`, or `a + linear(c - a)` above alpha.
  private static func write(
    _ row: SourceRow<UInt32>, _ count: Int, shift: UInt32, _ table: Span<Float>, _ target: SampleSpan<Float>
  ) {
    for x in 0..<count {
      let (alpha, value) = (Int(row[x] >> 24), Int(row[x] >> shift & 255))
      if alpha == 255 {
        target[x] = table[value * 16]
      } else if value > alpha {
        target[x] = Float(alpha) / 255 + table[(value - alpha) * 16]
      } else if alpha > 0 {
        target[x] = Float(alpha) / 255 * table[(value * 4080 + alpha / 2) / alpha]
      } else {
        target[x] = 0
      }
    }
  }

  /// Converts back to premultiplied `0xAARRGGBB`; nil for other formats.
  static func read(_ frame: borrowing OwnedFrame) -> [UInt32]? {
    guard frame.format == AV_PIX_FMT_GBRAPF32LE, let (green, blue, red, alpha) = frame.floats else { return nil }
    var pixels: [UInt32] = []
    for y in 0..<frame.height {
      let lines = [red, green, blue, alpha].map { $0.row(y) }
      for x in 0..<frame.width {
        let alpha = Double(lines[3][x])
        pixels.append(lines[..<3].reduce(byte(alpha)) { $0 << 8 | premultiplied(Double($1[x]), alpha) })
      }
    }
    return pixels
  }

  private static func premultiplied(_ value: Double, _ alpha: Double) -> UInt32 {
    let encoded = LinearLight.encoded
    if alpha <= 0 { return byte(encoded(value)) }
    return value <= alpha ? byte(alpha * encoded(value / alpha)) : byte(alpha + encoded(value - alpha))
  }

  private static func byte(_ value: Double) -> UInt32 { UInt32(min(255, max(0, (value * 255).rounded()))) }

  private static let table: [Float] = (0...4080).map { Float(LinearLight.linear(Double($0) / 4080)) }
}

extension OwnedFrame {
  /// Planes of green, blue, red and alpha as floats, or nil.
  var floats: (green: FramePlane<Float>, blue: FramePlane<Float>, red: FramePlane<Float>, alpha: FramePlane<Float>)? {
    guard let green = plane(0, of: Float.self), let blue = plane(1, of: Float.self),
      let red = plane(2, of: Float.self), let alpha = plane(3, of: Float.self)
    else { return nil }
    return (green, blue, red, alpha)
  }
}
