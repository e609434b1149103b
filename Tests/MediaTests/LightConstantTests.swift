import CStarminePixelKernels
import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

/// Numbers of light that kernels in C and Swift each have for themselves.
@Suite struct LightConstantTests {
  private let slope = Double(PIXEL_LIGHT_SLOPE)

  /// Above white colours, tables and kernels go along one line: the tangent of sRGB's curve, 2.4 / 1.055.
  @Test func transferFunctionIsLinearAboveWhite() {
    #expect(abs(slope - 2.4 / 1.055) < 0.0002)
    #expect(CGColor.encoded(1 + slope) == 2 && CGColor.encoded(1 + 9 * slope) == 10)
    let raised = CGColor(red: 2, green: 1, blue: 0, alpha: 1).exposed(2)
    #expect(abs(Double(raised.red) - (1 + (2 * (1 + slope) - 1) / slope)) < 1 / 65536.0)
    #expect(LinearLight.of(2) == 1 + PIXEL_LIGHT_SLOPE && LinearLight.value(of: 1 + PIXEL_LIGHT_SLOPE) == 2)
    #expect(abs(told(DeepPixel(2, 2, 2, 1)).x * 1000 - (1 + PIXEL_LIGHT_SLOPE)) < 1e-4)
  }

  /// Sums of light end where pictures and colours know that they do.
  @Test func limitOfLightFitsHalfFloats() throws {
    #expect(DeepPixel.limit == DeepPixel(PIXEL_DEEP_LIMIT, PIXEL_DEEP_LIMIT, PIXEL_DEEP_LIMIT, 1))
    #expect(Float(Float16.greatestFiniteMagnitude) > PIXEL_DEEP_LIMIT && Double(PIXEL_DEEP_LIMIT) > CGColor.widest)
  }

  /// The kernel's curve of sRGB is that of colours to 0.00015 of a light, and never goes down.
  @Test func componentsMeanTheLightOfColors() {
    var last: Float = 0
    for step in 1...4096 {
      let value = Float(step) / 4096
      let light = told(DeepPixel(value, value, value, 1), scale: 1).x
      let meant = ColorEncoding.sRGB.light(Double(value))
      #expect(abs(Double(light) - meant) <= 0.000_15 * meant, "\(value)")
      #expect(light > last)
      last = light
    }
  }

  /// The kernel's primaries of BT.2020 lead back to those of sRGB by the rows that colours are read with.
  @Test(arguments: [SIMD3<Float>(0.9, 0.1, 0.2), SIMD3(0.05, 0.8, 0.1), SIMD3(0.3, 0.2, 0.95), SIMD3(0.6, 0.6, 0.6)])
  func primariesLeadBack(color: SIMD3<Float>) {
    let wide = told(DeepPixel(color.z, color.y, color.x, 1), scale: 1)
    let light = SIMD3(Double(wide.z), Double(wide.y), Double(wide.x))
    for (part, row) in ColorEncoding.rec2020.rows.enumerated() {
      #expect(abs((row * light).sum() - ColorEncoding.sRGB.light(Double(color[part]))) < 0.0002)
    }
  }

  /// A pixel by a curve that is light itself.
  ///
  /// - Parameter scale: of white; 1/1000 leaves room above it.
  private func told(_ pixel: DeepPixel, scale: Float = 0.001) -> DeepPixel {
    let steps = Int(PIXEL_CURVE_STEPS)
    let curve = (0..<Int(PIXEL_CURVE_OCTAVES) * steps + 2).map { index in
      let octave = Float(sign: .plus, exponent: index / steps - Int(PIXEL_CURVE_OCTAVES), significand: 1)
      return octave * (1 + Float(index % steps) / Float(steps))
    }
    var (pixels, levels) = ([DeepPixel](repeating: pixel, count: 8), PixelLevels())
    curve.withUnsafeBufferPointer { curve in
      // A peak so far away that light is not held back.
      var hdr = PixelHDR(curve: curve.baseAddress!, gain: nil, white: scale, peak: 1e9, level: 1)
      pixels.withUnsafeMutableBufferPointer { pixels in
        pixel_hdr_row(pixels.baseAddress!, pixels.baseAddress!, &hdr, &levels, 8)
      }
    }
    return pixels[0]
  }
}
