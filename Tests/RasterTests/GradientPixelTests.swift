import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineScene
import StarmineTestSupport
import Testing

@Suite struct GradientPixelTests {
  private func draw(_ gradient: Gradient, _ width: Int, _ height: Int) -> [UInt32] {
    let bounds = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
    let shape = RoundedRect(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height))
    let fill = FillCommand(bounds: bounds, shape: .roundedRect(shape), transform: .identity, paint: .gradient(gradient))
    var buffer = PixelBuffer(width: width, height: height)
    Renderer().render(DisplayList(width: width, height: height, commands: [.fill(fill)]), into: &buffer)
    let stride = buffer.stride
    return buffer.withPixels { base in (0..<width * height).map { base[$0 / width * stride + $0 % width] } }
  }

  private func gradient(_ colors: [SIMD4<Float>], _ size: CGSize) -> Gradient {
    let stops = colors.enumerated().map {
      Gradient.Stop(location: Double($0.offset) / Double(colors.count - 1), color: $0.element)
    }
    return Gradient(
      kind: .axial, stops: stops, rect: CGRect(origin: .zero, size: size), start: CGPoint(x: 0, y: 0.5),
      end: CGPoint(x: 1, y: 0.5))
  }

  @Test func pixelsOfTheConformanceCase() throws {
    let summary = try ConformanceCases("core-animation").check("gradient.pixels") { item in
      let row = draw(gradient([SIMD4(0, 0, 0, 1), SIMD4(1, 1, 1, 1)], CGSize(width: 4, height: 1)), 4, 1)
      let expected = ["x0", "x3"].map { item.expected[$0].number ?? .nan }
      return .compare([Double(row[0] & 255), Double(row[3] & 255)], expected, tolerance: item.tolerance)
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }

  /// Straight components are mixed, then multiplied by alpha.
  @Test func pixelsArePremultiplied() {
    let row = draw(gradient([SIMD4(1, 0, 0, 0), SIMD4(0, 0, 1, 1)], CGSize(width: 256, height: 1)), 256, 1)
    for (x, pixel) in row.enumerated() {
      let t = (Double(x) + 0.5) / 256
      #expect(abs(Double(pixel >> 24) - t * 255) <= 0.51)
      #expect(abs(Double(pixel >> 16 & 255) - (1 - t) * t * 255) <= 0.51)
      #expect(abs(Double(pixel & 255) - t * t * 255) <= 0.51)
    }
  }
}
