import CStarminePixelKernels
import StarmineGraphics

/// Tables of HDR transfer functions for kernels. Powers are rounded to floats, for equal results on all processors.
enum HDRCurves {
  /// PQ values for luminance in units of 10,000 nits.
  static let pq = table { light in
    let power = Double.pow(light, 2610.0 / 16_384)
    return Double.pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
  }

  static let hlg = table { light in
    light <= 1.0 / 12 ? (3 * light).squareRoot() : 0.17883277 * Double.log(12 * light - 0.28466892) + 0.55991073
  }

  /// Factors from display to scene light for a display of 1,000 nits, by luminance.
  static let hlgGain = table(begin: nil) { Double.pow($0, -1.0 / 6) }

  /// Luminance in multiples of white, 203 nits, for PQ values in steps of 1/4096.
  static let pqLight = lights { number in
    let power = Double.pow(number, 32.0 / 2523)
    let share = max(0, power - 3424.0 / 4096) / (2413.0 / 128 - 2392.0 / 128 * power)
    return Double.pow(share, 16_384.0 / 2610) * 10_000 / HighDynamicRange.standardWhite
  }

  static let hlgLight = lights { number in
    number <= 0.5 ? number * number / 3 : (Double.exp((number - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }

  /// Factors from scene to display light for a display of 1,000 nits, by luminance, in multiples of white.
  static let hlgSystem = table { Double.pow($0, 0.2) }
  static let hlgPeak = Float(1000 / HighDynamicRange.standardWhite)

  private static func lights(_ curve: (Double) -> Double) -> [Float] {
    (0...4096).map { Float(curve(Double($0) / 4096)) }
  }

  static func light(_ table: [Float], _ number: Float) -> Float {
    let place = max(0, min(1, number)) * 4096
    let index = min(Int(place), 4095)
    return table[index] + (place - Float(index)) * (table[index + 1] - table[index])
  }

  static func value(_ table: [Float], _ light: Float) -> Float {
    let bits = max(Float(sign: .plus, exponent: -Int(PIXEL_CURVE_OCTAVES), significand: 1), min(1, light)).bitPattern
    let index = Int(bits >> 16) - Int((127 - PIXEL_CURVE_OCTAVES) * PIXEL_CURVE_STEPS)
    let share = Float(bits & 0xFFFF) * (1 / 65_536)
    return table[index] + share * (table[index + 1] - table[index])
  }

  /// Values for a kernel table. The first one is for the luminance that counts as zero.
  private static func table(begin: Double? = 0, _ curve: (Double) -> Double) -> [Float] {
    let (octaves, steps) = (Int(PIXEL_CURVE_OCTAVES), Int(PIXEL_CURVE_STEPS))
    return (0...octaves * steps + 1).map { index in
      let octave = Double.exp2(Double(index / steps - octaves))
      let light = min(1, octave * (1 + Double(index % steps) / Double(steps)))
      if index == 0, let begin { return Float(begin) }
      return Float(curve(light))
    }
  }
}

extension HighDynamicRange {
  func withKernel<Result>(_ body: (inout PixelHDR) -> Result) -> Result {
    (curve == .pq ? HDRCurves.pq : HDRCurves.hlg).withRow { values in
      HDRCurves.hlgGain.withRow { gain in
        var hdr = PixelHDR(
          curve: values.start, gain: curve == .hlg ? gain.start : nil, white: Float(white / (Self.limits[curve] ?? 0)),
          peak: Float(peak / white), level: Float(white * LightLevel.steps))
        return body(&hdr)
      }
    }
  }
}
