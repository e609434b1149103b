import StarmineGraphics

/// sRGB's curve (IEC 61966-2-1): what light a value stands for, and the value of a light.
enum SRGBCurve {
  /// The light of a value, 0 to 1.
  static func linear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : Double.pow((value + 0.055) / 1.055, 2.4)
  }

  /// The inverse, clamped to 0...1.
  static func display(_ value: Double) -> Double {
    let value = min(1, max(0, value))
    return value <= 0.0031308 ? value * 12.92 : 1.055 * Double.pow(value, 1 / 2.4) - 0.055
  }
}
