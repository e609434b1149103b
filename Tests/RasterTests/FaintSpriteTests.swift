import StarmineGraphics
import StarmineRaster
import StarmineReference
import StarmineScene
import Testing

/// The fast kernels leave out invisible parts of a sprite, the reference draws them: the pictures are equal.
@Suite struct FaintSpriteTests {
  /// A glow in one part of an image, faint around it, with single texels that just show; the rest is empty.
  private func image(_ width: Int, _ height: Int, _ random: inout SplitMix64) -> CGImage {
    let (centerX, centerY) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
    let radius = Double.random(in: 0.1...1, using: &random) * Double(max(width, height))
    let pixels = (0..<width * height).map { index -> UInt32 in
      let (x, y) = (Double(index % width - centerX), Double(index / width - centerY))
      let value = max(0, 1 - (x * x + y * y).squareRoot() / radius)
      let speck =
        Int.random(in: 0..<width * height, using: &random) == 0 ? UInt32.random(in: 0...30, using: &random) : 0
      return max(UInt32(value * value * value * 255), speck) * 0x0101_0101
    }
    return CGImage(width: width, height: height, pixels: pixels)
  }

  private func tint(_ random: inout SplitMix64) -> UInt32 {
    let alpha = [1, 3, 12, 40, 100, 255].randomElement(using: &random)! as UInt32
    return alpha << 24 | .random(in: 0...alpha, using: &random) << 16 | .random(in: 0...alpha, using: &random)
  }

  private func sprite(_ image: CGImage, _ random: inout SplitMix64) -> ParticleBatch.Sprite {
    // Half of them show a part of the image.
    let isPart = Bool.random(using: &random)
    let (minU, minV) =
      isPart ? (Float.random(in: 0...0.4, using: &random), Float.random(in: 0...0.4, using: &random)) : (0, 0)
    let (maxU, maxV) =
      isPart ? (Float.random(in: 0.6...1, using: &random), Float.random(in: 0.6...1, using: &random)) : (1, 1)
    return ParticleBatch.Sprite(
      image: image, minU: minU, minV: minV, maxU: maxU, maxV: maxV,
      isNearest: Int.random(in: 0..<4, using: &random) == 0)
  }

  @Test("nothing that shows is left out", arguments: 0..<48, [BlendMode.additive, .sourceOver])
  func nothingIsLost(seed: Int, blend: BlendMode) {
    var random = SplitMix64(seed: UInt64(seed))
    var images = (0..<5).map { _ in
      image(.random(in: 1...70, using: &random), .random(in: 1...70, using: &random), &random)
    }
    // Too large to be looked through.
    images.append(image(300, 20, &random))
    var batch = ParticleBatch(blend: blend, sprites: images.map { sprite($0, &random) })
    batch.bounds = DeviceRect(minX: 0, minY: 0, maxX: 160, maxY: 160)
    for _ in 0..<120 {
      let size = Double.random(in: 1...110, using: &random)
      let ratio = Double.random(in: 0.4...2, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      let angle = [0, .pi, Double.random(in: 0...7, using: &random)].randomElement(using: &random)!
      batch.append(
        x: .random(in: -10...170, using: &random), y: .random(in: -10...170, using: &random), width: size,
        height: size * ratio, angle: angle, tint: tint(&random), sprite: .random(in: 0..<6, using: &random))
    }
    let list = DisplayList(width: 160, height: 160, background: 0xFF10_0810, commands: [.particles(batch)])
    let expected = render(list, kernels: .reference)
    let found = render(list, tileSize: 64, kernels: .fast)
    let different = zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }
    #expect(different == nil, "pixel \(different?.offset ?? 0) of 160x160")
  }
}
