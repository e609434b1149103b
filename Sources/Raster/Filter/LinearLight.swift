import CStarminePixelKernels
import StarmineGraphics

/// Linear light of an encoded component: sRGB's curve (IEC 61966-2-1) up to 1, then its tangent. Negative values are
/// mirrored.
package enum LinearLight {
  /// Tables of both directions in steps from 0 to 1. Powers are rounded to floats, for equal results on every
  /// processor.
  private static let table = values(linear)
  private static let encodedTable = values(encoded)

  private static func values(_ curve: (Double) -> Double) -> [Float] {
    (0...PIXEL_LIGHT_STEPS).map { Float(curve(Double($0) / Double(PIXEL_LIGHT_STEPS))) }
  }

  /// The encoded value at which highlights start to roll off toward white.
  package static let knee: Float = 0.7

  package static func of(_ value: Float) -> Float {
    if value < 0 { return -of(-value) }
    guard value < 1 else { return 1 + PIXEL_LIGHT_SLOPE * (value - 1) }
    return lookedUp(value, table)
  }

  /// The encoded component of linear light.
  package static func value(of light: Float) -> Float {
    if light < 0 { return -value(of: -light) }
    guard light < 1 else { return 1 + (light - 1) / PIXEL_LIGHT_SLOPE }
    // Near black the table is too coarse; the curve is linear there.
    if light <= 0.0031308 { return light * 12.92 }
    return lookedUp(light, encodedTable)
  }

  /// Linear interpolation in a table, for values 0...1.
  @inline(__always)
  private static func lookedUp(_ value: Float, _ table: [Float]) -> Float {
    let place = value * Float(PIXEL_LIGHT_STEPS)
    let index = Int(place)
    let share = place - Float(index)
    return table.withUnsafeBufferPointer { $0[index] + share * ($0[index + 1] - $0[index]) }
  }

  package static func linear(_ value: Double) -> Double { ColorEncoding.sRGB.light(value) }

  /// The inverse of the curve, limited to 0...1.
  package static func encoded(_ value: Double) -> Double { ColorEncoding.component(ofLight: min(1, max(0, value))) }
}

extension PixelLight {
  /// For output of floats, without a glow.
  /// - Parameter isFilmic: whether highlights roll off toward white.
  package init(isFilmic: Bool) {
    self.init()
    (knee, linear_knee) = (isFilmic ? LinearLight.knee : .infinity, LinearLight.of(LinearLight.knee))
  }
}
