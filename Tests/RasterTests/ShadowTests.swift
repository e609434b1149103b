import Foundation
import StarmineRaster
import StarmineScene
import StarmineReference
import Testing

@Suite struct ShadowTests {
  private func shadow(
    _ shape: RoundedRect, frame: Int, sigma: Double, x: Double = 0, y: Double = 0, transform: PlaneTransform = .identity
  ) -> DisplayList {
    let everywhere = DeviceRect(minX: -300, minY: -300, maxX: frame + 300, maxY: frame + 300)
    let fill = DrawCommand.fill(FillCommand(bounds: everywhere, shape: shape, transform: transform, color: .max))
    return DisplayList(
      width: frame, height: frame,
      commands: [
        .shadow(
          ShadowCommand(
            bounds: DeviceRect(minX: 0, minY: 0, maxX: frame, maxY: frame), silhouette: [fill],
            silhouetteBounds: everywhere, color: 0xFF00_0000, sigmaX: sigma, sigmaY: sigma, offsetX: x, offsetY: y))
      ])
  }

  @Test("the step of a wide edge is a Gaussian's within 1.2 %", arguments: [0.4, 0.8, 1.0, 2.0, 3.0, 5.5, 12.0, 40.0])
  func edge(sigma: Double) {
    let frame = 200
    let half = RoundedRect(minX: -290, minY: -290, maxX: 100, maxY: 490)
    let pixels = render(shadow(half, frame: frame, sigma: sigma))
    var worst = 0.0
    for x in 0..<frame {
      let ideal = 0.5 * erfc((Double(x) + 0.5 - 100) / sigma / 2.0.squareRoot())
      worst = max(worst, abs(Double(pixels[100 * frame + x] >> 24) / 255 - ideal))
    }
    print("shadow of sigma \(sigma): off by \(worst)")
    #expect(worst < (sigma < 1 ? 0.06 : 0.012))
  }

  @Test("a shadow keeps the light of its silhouette and its centre")
  func sums() {
    let shape = RoundedRect(minX: 60.3, minY: 70, maxX: 90.3, maxY: 95)
    let pixels = render(shadow(shape, frame: 160, sigma: 6, x: 4.25, y: -3.5))
    let (mass, x, y) = pixels.enumerated().reduce((0.0, 0.0, 0.0)) { sum, item in
      let alpha = Double(item.element >> 24)
      return (sum.0 + alpha, sum.1 + alpha * Double(item.offset % 160), sum.2 + alpha * Double(item.offset / 160))
    }
    #expect(abs(mass / 255 / 750 - 1) < 0.01)
    #expect(abs(x / mass + 0.5 - 79.55) < 0.05 && abs(y / mass + 0.5 - 79) < 0.05)
  }

  @Test("without blur and on whole pixels a shadow is its silhouette")
  func hard() {
    let shape = RoundedRect(minX: 10, minY: 10, maxX: 20, maxY: 30, cornerRadius: 5)
    let moved = RoundedRect(minX: 13, minY: 8, maxX: 23, maxY: 28, cornerRadius: 5)
    let bounds = DeviceRect(minX: 0, minY: 0, maxX: 40, maxY: 40)
    let plain = DisplayList(
      width: 40, height: 40,
      commands: [.fill(FillCommand(bounds: bounds, shape: moved, transform: .identity, color: 0xFF00_0000))])
    #expect(render(shadow(shape, frame: 40, sigma: 0, x: 3, y: -2)) == render(plain))
  }

  @Test("same bytes for every tile size, worker count and kernel level")
  func deterministic() {
    var turned = PlaneTransform()
    (turned.m11, turned.m12, turned.m21, turned.m22, turned.m31) = (0.8, 0.6, -0.6, 0.8, 40)
    let shape = RoundedRect(minX: 20, minY: -10, maxX: 90, maxY: 60, cornerRadius: 9)
    let list = shadow(shape, frame: 150, sigma: 7.3, x: 2.6, y: 9.1, transform: turned)
    let expected = render(list, tileSize: 1000)
    for variant in DeterminismTests.variants {
      #expect(
        render(list, tileSize: variant.tileSize, workers: variant.workers, kernels: variant.kernels) == expected)
    }
  }
}
