import CStarmineFFmpeg
import StarmineGraphics
import StarmineRaster

/// Pixels as planes of floats in linear light, premultiplied: what EXR files hold.
enum LinearPlanes {
  /// Green, blue, red, alpha, as libavcodec orders them.
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

  /// Covered parts become linear as the straight colour does, so that edges blend rightly in linear light; light
  /// beyond the alpha is added on top: `a * linear(c / a)`, or `a + linear(c - a)` above alpha.
  private static func write(
    _ row: SourceRow<UInt32>, _ count: Int, shift: UInt32, _ table: Span<Float>, _ target: SampleRow<Float>
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

  /// The way back, to premultiplied `0xAARRGGBB`; nil for pictures of another form.
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

  /// sRGB's curve (IEC 61966-2-1) in steps of 1/4080.
  private static let table: [Float] = (0...4080).map { Float(LinearLight.linear(Double($0) / 4080)) }
}

extension OwnedFrame {
  /// Planes of green, blue, red and alpha as floats; nil where one is missing.
  var floats: (green: FramePlane<Float>, blue: FramePlane<Float>, red: FramePlane<Float>, alpha: FramePlane<Float>)? {
    guard let green = plane(0, of: Float.self), let blue = plane(1, of: Float.self),
      let red = plane(2, of: Float.self), let alpha = plane(3, of: Float.self)
    else { return nil }
    return (green, blue, red, alpha)
  }
}
