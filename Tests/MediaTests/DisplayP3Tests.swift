import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

struct DisplayP3Tests {
  /// A colour of Display P3 goes through our components and comes out as it was, within half a step of ten bits.
  @Test func colorsComeBack() {
    var random = SplitMix64(seed: 21)
    var colors: [SIMD3<Double>] = []
    for corner in 0..<8 {
      let (red, green, blue): (Int, Int, Int) = (corner & 1, corner >> 1 & 1, corner >> 2)
      colors.append(SIMD3<Double>(Double(red), Double(green), Double(blue)))
    }
    for _ in 0..<2000 {
      var color = SIMD3<Double>()
      for index in 0..<3 { color[index] = Double.random(in: 0...1, using: &random) }
      colors.append(color)
    }
    for color in colors {
      let parts = CGColor(.displayP3, color.x, color.y, color.z, alpha: 1).deepComponents
      for alpha: Float in [1, 0.25] {
        let pixel = (DeepPixel(parts.z, parts.y, parts.x, 1) * alpha).inDisplayP3
        #expect(pixel.w == alpha)
        let found = [pixel.z, pixel.y, pixel.x]
        for index in 0..<3 {
          let difference = Double(found[index] / alpha) - color[index]
          #expect(abs(difference) < 0.5 / 1023)
        }
      }
    }
  }

  /// Greys, light above white among them, are the same in both.
  @Test func greysStay() {
    for value: Float in [0, 0.001, 0.5, 1, 7] {
      let pixel = DeepPixel(value, value, value, 1)
      #expect(pixel.inDisplayP3 == pixel)
    }
  }

  @Test func formatsLabelDisplayP3() throws {
    for name in ["h264", "hevc-10", "av1", "prores4444", "png", "png-16"] {
      #expect(try VideoFormat(forPath: "a", named: name, wantsAlpha: false).inDisplayP3().isDisplayP3)
    }
    for name in ["gif", "exr", "webp", "jpeg", "framemd5", "ffv1", "y4m"] {
      let error = #expect(throws: VideoError.self) {
        try VideoFormat(forPath: "a", named: name, wantsAlpha: false).inDisplayP3()
      }
      #expect(error?.description.contains("png-16") == true)
    }
  }
}
