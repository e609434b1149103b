import CStarmineFFmpeg
import Glibc
import StarmineGraphics

/// Pixels as planes of floats in linear light, premultiplied: what EXR files hold.
enum LinearPlanes {
  /// Green, blue, red, alpha, as libavcodec orders them.
  static func write(_ pixels: PixelRows, to picture: UnsafeMutablePointer<AVFrame>) {
    let (planes, strides) = (picture.pointee.data, picture.pointee.linesize)
    guard let green = planes.0, let blue = planes.1, let red = planes.2, let alpha = planes.3 else { return }
    table.withUnsafeBufferPointer { table in
      for y in 0..<pixels.height {
        let row = pixels.row(y)
        write(row, pixels.width, shift: 8, table, floats(green, strides.0, y))
        write(row, pixels.width, shift: 0, table, floats(blue, strides.1, y))
        write(row, pixels.width, shift: 16, table, floats(red, strides.2, y))
        let line = floats(alpha, strides.3, y)
        for x in 0..<pixels.width { line[x] = Float(row[x] >> 24) / 255 }
      }
    }
  }

  private static func floats(
    _ plane: UnsafeMutablePointer<UInt8>, _ stride: Int32, _ row: Int
  ) -> UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(plane + row * Int(stride)).assumingMemoryBound(to: Float.self)
  }

  /// Covered parts become linear as the straight colour does, so that edges blend rightly in linear light; light
  /// beyond the alpha is added on top: `a * linear(c / a)`, or `a + linear(c - a)` above alpha.
  private static func write(
    _ row: UnsafePointer<UInt32>, _ count: Int, shift: UInt32, _ table: UnsafeBufferPointer<Float>,
    _ target: UnsafeMutablePointer<Float>
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
  static func read(_ picture: UnsafeMutablePointer<AVFrame>) -> [UInt32]? {
    guard picture.pointee.format == AV_PIX_FMT_GBRAPF32LE.rawValue else { return nil }
    let (planes, strides) = (picture.pointee.data, picture.pointee.linesize)
    guard let green = planes.0, let blue = planes.1, let red = planes.2, let alpha = planes.3 else { return nil }
    var pixels: [UInt32] = []
    for y in 0..<Int(picture.pointee.height) {
      let lines = [(red, strides.0), (green, strides.1), (blue, strides.2), (alpha, strides.3)].map {
        floats($0.0, $0.1, y)
      }
      for x in 0..<Int(picture.pointee.width) {
        let alpha = Double(lines[3][x])
        pixels.append(lines[..<3].reduce(byte(alpha)) { $0 << 8 | premultiplied(Double($1[x]), alpha) })
      }
    }
    return pixels
  }

  private static func premultiplied(_ value: Double, _ alpha: Double) -> UInt32 {
    if alpha <= 0 { return byte(SRGBCurve.display(value)) }
    if value <= alpha { return byte(alpha * SRGBCurve.display(value / alpha)) }
    return byte(alpha + SRGBCurve.display(value - alpha))
  }

  private static func byte(_ value: Double) -> UInt32 { UInt32(min(255, max(0, (value * 255).rounded()))) }

  /// sRGB's curve (IEC 61966-2-1) in steps of 1/4080.
  private static let table: [Float] = (0...4080).map { Float(SRGBCurve.linear(Double($0) / 4080)) }
}
