import CStarminePixelKernels
import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineReference
import StarmineScene
import Testing

/// Colours that no word holds, in floats and cut in words.
@Suite struct WideColorPixelTests {
  private func picture<P: Pixel>(
    _: P.Type, _ list: DisplayList, tileSize: Int = 1000, workers: Int = 1, _ level: KernelLevel = .fast
  ) -> [P] {
    let renderer = Renderer(tileSize: tileSize, workers: workers, kernels: level.table, deepKernels: level.deepTable)
    var buffer = PixelFrame<P>(width: list.width, height: list.height)
    renderer.render(list, into: &buffer)
    let stride = buffer.stride
    return buffer.withPixels { pixels in
      (0..<list.height).flatMap { Array(pixels[$0 * stride..<$0 * stride + list.width]) }
    }
  }

  private static let red = CGColor(.displayP3, 1, 0, 0, alpha: 1)
  private static let light = CGColor(.sRGB, 1, 0.8, 0, alpha: 1, exposure: 4)

  private func fill(_ paint: Paint, _ bounds: DeviceRect, radius: Double = 0) -> DrawCommand {
    var rect = RoundedRect(bounds)
    rect.cornerRadius = radius
    return .fill(FillCommand(bounds: bounds, shape: .roundedRect(rect), transform: .identity, paint: paint))
  }

  /// A random scene, every colour of which is beyond those of words.
  private func scene(seed: UInt64) -> DisplayList {
    var list = RandomScenes.list(233, 171, seed: seed)
    var random = SplitMix64(seed: seed)
    func gain() -> TintGain {
      TintGain(factors: SIMD3(.random(in: 1...9, using: &random), .random(in: -0.6...2, using: &random), 1))
    }
    list.commands = list.commands.single.map { command in
      switch command {
      case .fill(var fill):
        if case .solid(let word) = fill.paint {
          let color = DeepPixel(word: word)
          let straight = CGColor(
            red: CGFloat(color.z) * 3, green: CGFloat(color.y) - 0.4, blue: CGFloat(color.x), alpha: CGFloat(color.w))
          fill.paint = Paint(straight) ?? .solid(0)
        }
        return .fill(fill)
      case .image(var image):
        image.gain = gain()
        return .image(image)
      case .particles(var batch):
        for index in batch.sprites.indices { batch.sprites[index].gain = gain() }
        return .particles(batch)
      case .shadow(var shadow):
        shadow.show(Self.light)
        return .shadow(shadow)
      default: return command
      }
    }
    let stops = [Self.red, Self.light, CGColor(red: -0.5, green: 2, blue: 0.5, alpha: 0.25)]
    for kind in [GradientKind.axial, .radial, .conic] {
      let gradient = Gradient(
        kind: kind,
        stops: stops.enumerated().map {
          Gradient.Stop(location: Double($0.offset) / 2, color: $0.element.deepComponents)
        }, rect: CGRect(x: 0, y: 0, width: 90, height: 60), start: CGPoint(x: 0.3, y: 0.4), end: CGPoint(x: 1, y: 1))
      let bounds = DeviceRect(minX: 20, minY: 30, maxX: 150, maxY: 120)
      list.commands.append(fill(.gradient(gradient), bounds, radius: 20))
    }
    return list
  }

  @Test("same floats for every tile size, worker count and kernel level", arguments: 1...6)
  func variantsAgree(seed: UInt64) {
    let list = scene(seed: seed)
    let expected = picture(DeepPixel.self, list)
    #expect(expected.contains(where: { $0.max() > 1.5 }) && expected.contains(where: { $0.min() < 0 }))
    for (tileSize, workers, level) in [
      (32, 1, KernelLevel.fast), (64, 4, .fast), (100, 2, .fast), (256, 1, .reference),
    ] {
      let actual = picture(DeepPixel.self, list, tileSize: tileSize, workers: workers, level)
      let different = expected.indices.first { expected[$0] != actual[$0] }
      #expect(different == nil, "tiles of \(tileSize), \(workers) workers, \(level): pixel \(different ?? 0)")
    }
    let words = picture(UInt32.self, list)
    #expect(picture(UInt32.self, list, tileSize: 64, workers: 2, .reference) == words)
  }

  /// Floats hold the colour exactly; words hold what is left when it is cut.
  @Test(arguments: [red, light, CGColor(red: 3, green: -1, blue: 0.5, alpha: 0.5)])
  func fillsHoldTheColor(color: CGColor) throws {
    let bounds = DeviceRect(minX: 0, minY: 0, maxX: 8, maxY: 8)
    var list = DisplayList(width: 8, height: 8)
    list.commands = [fill(try #require(Paint(color)), bounds)]
    let parts = color.deepComponents
    let expected = DeepPixel(parts.z, parts.y, parts.x, 1) * parts.w
    for pixel in picture(DeepPixel.self, list) { #expect(abs(pixel - expected).max() < 1e-6) }
    #expect(Set(picture(UInt32.self, list)) == [color.premultipliedPixel])
  }

  /// Particles, images and shadows carry the same colour as a fill.
  @Test(arguments: [red, light]) func tintsHoldTheColor(color: CGColor) {
    let bounds = DeviceRect(minX: 0, minY: 0, maxX: 8, maxY: 8)
    let white = CGImage(width: 8, height: 8, pixels: [UInt32](repeating: .max, count: 64))
    let gain = TintGain(color)
    let word = gain.tint(of: color).premultipliedPixel
    var image = ImageCommand(
      bounds: bounds, image: white, destination: RoundedRect(bounds), transform: .identity, filter: .linear, alpha: 255)
    (image.tint, image.gain) = (word, gain)
    var batch = ParticleBatch(
      sprites: [.init(image: white, minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: false, gain: gain)])
    batch.bounds = bounds
    batch.append(x: 4, y: 4, width: 8, height: 8, angle: 0, tint: word, sprite: 0)
    var shadow = ShadowCommand(
      bounds: bounds, silhouette: [fill(.solid(.max), bounds)], silhouetteBounds: bounds, color: 0, sigmaX: 0,
      sigmaY: 0, offsetX: 0, offsetY: 0)
    shadow.show(color)
    let parts = color.deepComponents
    let expected = DeepPixel(parts.z, parts.y, parts.x, 1)
    for command in [DrawCommand.image(image), .particles(batch), .shadow(shadow)] {
      var list = DisplayList(width: 8, height: 8)
      list.commands = [command]
      let middle = picture(DeepPixel.self, list)[4 * 8 + 4]
      #expect(abs(middle - expected).max() < 1e-4)
      #expect(picture(UInt32.self, list)[4 * 8 + 4] == color.premultipliedPixel)
    }
  }
}

extension ShadowCommand {
  fileprivate mutating func show(_ shown: CGColor) {
    color = shown.premultipliedPixel
    widePaint = Paint(shown)
  }
}

private func abs(_ pixel: DeepPixel) -> DeepPixel { pixel.replacing(with: -pixel, where: pixel .< .zero) }
