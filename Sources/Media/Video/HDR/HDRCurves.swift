import CStarminePixelKernels
import Foundation
import StarmineRaster

/// Tables of the curves of HDR for the kernels: powers are rounded to floats, the same on every processor.
enum HDRCurves {
  /// Numbers of PQ for light in 10,000 nits.
  static let pq = table { light in
    let power = pow(light, 2610.0 / 16_384)
    return pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
  }

  /// Numbers of HLG for the light of a scene.
  static let hlg = table { light in
    light <= 1.0 / 12 ? (3 * light).squareRoot() : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
  }

  /// What each component of a screen of 1,000 nits is multiplied by to be that of a scene, by luminance.
  static let hlgGain = table(begin: nil) { pow($0, -1.0 / 6) }

  /// Values at the places of a kernel's table, the first one at the light that counts as none.
  private static func table(begin: Double? = 0, _ curve: (Double) -> Double) -> [Float] {
    let (octaves, steps) = (Int(PIXEL_CURVE_OCTAVES), Int(PIXEL_CURVE_STEPS))
    return (0...octaves * steps + 1).map { index in
      let octave = exp2(Double(index / steps - octaves))
      let light = min(1, octave * (1 + Double(index % steps) / Double(steps)))
      if index == 0, let begin { return Float(begin) }
      return Float(curve(light))
    }
  }
}

extension HighDynamicRange {
  /// Calls a closure with what the kernel needs.
  func withKernel<Result>(_ body: (inout PixelHDR) -> Result) -> Result {
    LinearLight.table.withUnsafeBufferPointer { linear in
      (curve == .pq ? HDRCurves.pq : HDRCurves.hlg).withUnsafeBufferPointer { values in
        HDRCurves.hlgGain.withUnsafeBufferPointer { gain in
          guard let linear = linear.baseAddress, let values = values.baseAddress else {
            preconditionFailure("HDRCurves: a table is empty")
          }
          var hdr = PixelHDR(
            linear: linear, curve: values, gain: curve == .hlg ? gain.baseAddress : nil,
            white: Float(white / (Self.limits[curve] ?? 0)), peak: Float(peak / white),
            level: Float(white * LightLevel.steps))
          return body(&hdr)
        }
      }
    }
  }
}
