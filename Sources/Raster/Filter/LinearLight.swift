import CStarminePixelKernels
import StarmineGraphics

/// The light of an encoded component: sRGB's curve (IEC 61966-2-1) up to 1, from there on its tangent. Below 0 it is
/// mirrored.
package enum LinearLight {
  /// Both ways in steps from 0 to 1; powers are rounded to floats, the same on every processor.
  private static let table = values(linear)
  private static let encodedTable = values(encoded)

  private static func values(_ curve: (Double) -> Double) -> [Float] {
    (0...PIXEL_LIGHT_STEPS).map { Float(curve(Double($0) / Double(PIXEL_LIGHT_STEPS))) }
  }

  /// Where light begins to fade out toward white, encoded.
  package static let knee: Float = 0.7

  package static func of(_ value: Float) -> Float {
    if value < 0 { return -of(-value) }
    guard value < 1 else { return 1 + PIXEL_LIGHT_SLOPE * (value - 1) }
    return lookedUp(value, table)
  }

  /// The component of a light: the way back.
  package static func value(of light: Float) -> Float {
    if light < 0 { return -value(of: -light) }
    guard light < 1 else { return 1 + (light - 1) / PIXEL_LIGHT_SLOPE }
    // Where light is faint the table is too coarse for the curve, which is a line up to there.
    if light <= 0.0031308 { return light * 12.92 }
    return lookedUp(light, encodedTable)
  }

  /// A value of 0 up to 1 by a table, with lines between its steps.
  @inline(__always)
  private static func lookedUp(_ value: Float, _ table: [Float]) -> Float {
    let place = value * Float(PIXEL_LIGHT_STEPS)
    let index = Int(place)
    let share = place - Float(index)
    return table.withUnsafeBufferPointer { $0[index] + share * ($0[index + 1] - $0[index]) }
  }

  /// The curve itself.
  package static func linear(_ value: Double) -> Double { ColorEncoding.sRGB.light(value) }

  /// Its inverse, limited to 0...1.
  package static func encoded(_ value: Double) -> Double { ColorEncoding.component(ofLight: min(1, max(0, value))) }
}

extension PixelLight {
  /// Without a glow, for output of floats.
  ///
  /// - Parameter isFilmic: whether bright light fades out toward white.
  package init(isFilmic: Bool) {
    self.init()
    (knee, linear_knee) = (isFilmic ? LinearLight.knee : .infinity, LinearLight.of(LinearLight.knee))
  }
}
