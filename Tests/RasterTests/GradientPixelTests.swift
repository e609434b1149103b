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

  /// Found by the fuzz test. White words are floats that are not numbers, and a renderer's memory is used again.
  @Test(arguments: [13, 150]) func floatsAfterWords(width: Int) {
    func list(_ width: Int, bounds: Int) -> DisplayList {
      let shape = RoundedRect(minX: 0, minY: 0, maxX: Double(bounds), maxY: 38)
      let fill = FillCommand(
        bounds: DeviceRect(minX: 0, minY: 0, maxX: bounds, maxY: 40), shape: .roundedRect(shape),
        transform: PlaneTransform(CATransform3DMakeRotation(0.01, 0, 0, 1)),
        paint: .gradient(gradient([SIMD4(1, 1, 1, 1), SIMD4(1, 1, 1, 1)], CGSize(width: bounds, height: 38))))
      return DisplayList(width: width, height: 40, commands: [.fill(fill)])
    }
    let renderer = Renderer()
    var words = PixelBuffer(width: 120, height: 40)
    var floats = PixelFrame<DeepPixel>(width: 200, height: 40)
    // The first frame of floats makes the memory large enough.
    renderer.render(list(200, bounds: 13), into: &floats)
    renderer.render(list(120, bounds: 120), into: &words)
    renderer.render(list(200, bounds: width), into: &floats)
    let pixels = (0..<40 * 200).map { floats[$0 % 200, $0 / 200] }
    #expect(pixels.allSatisfy { $0.x >= 0 && $0.x <= 1 && $0.x == $0.w })
    #expect(pixels.indices.allSatisfy { $0 % 200 < width || pixels[$0] == .zero } && pixels[20 * 200 + 5].w == 1)
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

  /// Straight components in double precision at a place along the stops, alpha last.
  private func truth(_ gradient: Gradient, _ place: Double) -> SIMD4<Double> {
    let stops = gradient.stops
    let upper = stops.firstIndex { $0.location > place } ?? stops.count
    guard upper > 0, upper < stops.count else { return SIMD4<Double>(stops[max(upper - 1, 0)].color) }
    let (low, high) = (stops[upper - 1], stops[upper])
    let (a, b) = (SIMD4<Double>(low.color), SIMD4<Double>(high.color))
    return a + (b - a) * ((place - low.location) / (high.location - low.location))
  }

  /// Any turn, size and slant, with perspective or without.
  private func transform(_ random: inout SplitMix64, hasPerspective: Bool) -> PlaneTransform {
    var t = PlaneTransform.identity
    let angle = Double.random(in: 0...2 * .pi, using: &random)
    let (wide, tall) = (Double.random(in: 0.5...3, using: &random), Double.random(in: 0.5...3, using: &random))
    (t.m11, t.m12) = (cos(angle) * wide, sin(angle) * wide)
    (t.m21, t.m22) = (-sin(angle) * tall, cos(angle) * tall)
    (t.m31, t.m32) = (Double.random(in: 0...90, using: &random), Double.random(in: 0...60, using: &random))
    guard hasPerspective else { return t }
    (t.m13, t.m23) = (.random(in: -0.002...0.002, using: &random), .random(in: -0.002...0.002, using: &random))
    return t
  }

  private func randomGradient(_ kind: GradientKind, _ random: inout SplitMix64) -> Gradient {
    let count = Int.random(in: 2...8, using: &random)
    let stops = (0..<count).map { index in
      let color = (0..<4).map { _ in Float.random(in: 0...1, using: &random) }
      return Gradient.Stop(
        location: Double(index) / Double(count - 1),
        color: SIMD4(color[0], color[1], color[2], count > 4 ? 1 : color[3]))
    }
    let start = CGPoint(x: .random(in: -0.5...1.5, using: &random), y: .random(in: -0.5...1.5, using: &random))
    // Not so steep that a pixel holds more than a few steps.
    let reach = (0..<2).map { _ in
      Double.random(in: 0.3...1.5, using: &random) * (Bool.random(using: &random) ? 1 : -1)
    }
    return Gradient(
      kind: kind, stops: stops, rect: CGRect(x: -10, y: -20, width: 70, height: 40), start: start,
      end: CGPoint(x: start.x + reach[0], y: start.y + reach[1]))
  }

  private func largestError(_ pixel: UInt32, _ color: SIMD4<Double>) -> Double {
    let parts = SIMD4<Double>([16, 8, 0, 24].map { Double(pixel >> UInt32($0) & 255) })
    let exact = SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w) * 255
    let error = parts - exact
    return max(error.max(), -error.min())
  }

  /// Every component is the exact one, rounded: half a step off, and a little more for single precision.
  @Test(arguments: GradientKind.allCases) func pixelsAreTheRoundedTruth(kind: GradientKind) throws {
    var random = SplitMix64(seed: 11)
    for call in 0..<24 {
      let gradient = randomGradient(kind, &random)
      let map = transform(&random, hasPerspective: call % 3 == 0)
      let frame = DeviceRect(minX: 0, minY: 0, maxX: 90, maxY: 60)
      let shape = RoundedRect(minX: -60, minY: -60, maxX: 60, maxY: 60)
      let fill = FillCommand(bounds: frame, shape: .roundedRect(shape), transform: map, paint: .gradient(gradient))
      var buffer = PixelBuffer(width: 90, height: 60)
      Renderer().render(DisplayList(width: 90, height: 60, commands: [.fill(fill)]), into: &buffer)
      let inverse = try #require(map.inverse)
      var (seen, worst) = (0, 0.0)
      for index in 0..<90 * 60 {
        let (x, y, w) = inverse.apply(Double(index % 90) + 0.5, Double(index / 90) + 0.5)
        // Whole pixels of the shape, and of a conic one those beside the jump from the last colour to the first.
        let place = gradient.parameter((x + 10) / 70, (y + 20) / 40)
        guard w > 0, abs(x) < 50, abs(y) < 50, kind != .conic || (place > 1e-4 && place < 1 - 1e-4) else { continue }
        seen += 1
        worst = max(worst, largestError(buffer[index % 90, index / 90], truth(gradient, place)))
      }
      #expect(seen > 0 && worst < 0.52, "call \(call): \(worst)")
    }
  }
}
