import StarmineGraphics
import StarmineRaster
import StarmineScene
import Testing

@Suite struct CompositingTests {
  /// One pixel of a group over one pixel.
  private func pixel(_ filter: CompositingFilter, _ source: UInt32, _ backdrop: UInt32, alpha: UInt8 = 255) -> UInt32 {
    let bounds = DeviceRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
    var group = GroupCommand(bounds: bounds, alpha: alpha)
    group.filter = filter
    let square = RoundedRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
    let list = DisplayList(
      width: 1, height: 1, background: backdrop,
      commands: [
        .pushGroup(group), .fill(FillCommand(bounds: bounds, shape: square, transform: .identity, color: source)),
        .popGroup,
      ])
    return render(list)[0]
  }

  @Test func porterDuff() {
    let (half, blue): (UInt32, UInt32) = (0x8080_0000, 0xFF00_00FF)
    #expect(pixel(.clear, half, blue) == 0)
    #expect(pixel(.copy, half, blue) == half)
    #expect(pixel(.sourceOver, half, blue) == 0xFF80_007F)
    #expect(pixel(.sourceIn, half, 0x8000_0080) == 0x4040_0000)
    #expect(pixel(.sourceOut, half, 0x8000_0080) == 0x4040_0000)
    #expect(pixel(.sourceAtop, half, 0x8000_0080) == 0x8040_0040)
    #expect(pixel(.destOver, half, blue) == blue)
    #expect(pixel(.destIn, half, blue) == 0x8000_0080)
    #expect(pixel(.destOut, half, blue) == 0x7F00_007F)
    #expect(pixel(.destAtop, half, 0x8000_0080) == 0x8040_0040)
    #expect(pixel(.xor, half, blue) == 0x7F00_007F)
    #expect(pixel(.plusL, half, half) == 0xFFFF_0000)
    #expect(pixel(.plusD, 0xFF80_8080, 0xFFC0_4020) == 0xFF41_0000)
    #expect(pixel(.maximum, half, blue) == 0xFF80_00FF)
    #expect(pixel(.minimum, half, blue) == 0x8000_0000)
  }

  /// Opaque grey 0x40 (s) on 0xC0 (d) in each separable mode.
  @Test func separableModes() {
    let expected: [(CompositingFilter, UInt32)] = [
      (.multiplyBlendMode, 0x30), (.screenBlendMode, 0xD0), (.overlayBlendMode, 0xA1), (.darkenBlendMode, 0x40),
      (.lightenBlendMode, 0xC0), (.colorDodgeBlendMode, 0xFF), (.colorBurnBlendMode, 0x04),
      (.hardLightBlendMode, 0x60), (.differenceBlendMode, 0x80), (.exclusionBlendMode, 0xA0),
      (.linearBurnBlendMode, 0x01), (.linearDodgeBlendMode, 0xFF), (.subtractBlendMode, 0x80),
      (.divideBlendMode, 0xFF), (.normalBlendMode, 0x40),
    ]
    for (filter, value) in expected {
      let result = pixel(filter, 0xFF40_4040, 0xFFC0_C0C0)
      #expect(result == 0xFF00_0000 | value * 0x01_0101, "\(filter): \(String(result, radix: 16))")
    }
    // d - (1 - 2 s) d (1 - d) = 0.7529 - 0.498 x 0.186 = 0.6603
    #expect(pixel(.softLightBlendMode, 0xFF40_4040, 0xFFC0_C0C0) & 255 == 0xA8)
  }

  @Test func nonSeparableModes() {
    // Luminosity of the backdrop with the source's hue: 0.3, 0.59, 0.11 weigh red, green, blue.
    func luminosity(_ p: UInt32) -> Double {
      0.3 * Double(p >> 16 & 255) + 0.59 * Double(p >> 8 & 255) + 0.11 * Double(p & 255)
    }
    let (source, backdrop): (UInt32, UInt32) = (0xFFC0_4020, 0xFF30_90A0)
    for filter in [CompositingFilter.hueBlendMode, .saturationBlendMode, .colorBlendMode] {
      #expect(abs(luminosity(pixel(filter, source, backdrop)) - luminosity(backdrop)) < 1.5, "\(filter)")
    }
    #expect(abs(luminosity(pixel(.luminosityBlendMode, source, backdrop)) - luminosity(source)) < 1.5)
    #expect(
      pixel(.saturationBlendMode, 0xFF80_8080, backdrop) & 255 == pixel(.saturationBlendMode, 0xFF80_8080, backdrop)
        >> 16 & 255)
  }

  /// An opaque image alone in a group that adds is drawn without the group. A fill in the corner keeps the group.
  @Test(arguments: [255, 90] as [UInt8]) func imageAloneAddsLikeItsGroup(alpha: UInt8) {
    let frame = DeviceRect(minX: 0, minY: 0, maxX: 64, maxY: 48)
    var group = GroupCommand(bounds: frame, alpha: alpha)
    group.filter = .plusL
    let image = ImageCommand(
      bounds: frame, image: RandomScenes.noise(20, 16, seed: 4),
      destination: RoundedRect(minX: 3.3, minY: 4.2, maxX: 60, maxY: 40), transform: .identity, filter: .linear,
      alpha: 255)
    let corner = FillCommand(
      bounds: DeviceRect(minX: 0, minY: 0, maxX: 1, maxY: 1), shape: RoundedRect(minX: 0, minY: 0, maxX: 1, maxY: 1),
      transform: .identity, color: 0xFF00_0000)
    func pixels(_ more: [DrawCommand]) -> [UInt32] {
      let commands = [DrawCommand.pushGroup(group), .image(image)] + more + [.popGroup]
      return render(DisplayList(width: 64, height: 48, background: 0xFF30_2010, commands: commands))
    }
    let (alone, grouped) = (pixels([]), pixels([.fill(corner)]))
    #expect(alone.dropFirst() == grouped.dropFirst())
    #expect(alone.contains { $0 != 0xFF30_2010 })
  }

  @Test func everyFilterKeepsPixelsPremultiplied() {
    var random = SplitMix64(seed: 3)
    for filter in CompositingFilter.allCases {
      for _ in 0..<60 {
        let (source, backdrop) = (random.premultiplied(), random.premultiplied())
        let result = pixel(filter, source, backdrop, alpha: UInt8.random(in: 0...255, using: &random))
        let alpha = result >> 24
        #expect([0, 8, 16].allSatisfy { result >> $0 & 255 <= alpha }, "\(filter)")
      }
      #expect(pixel(filter, 0, 0) == 0, "\(filter)")
    }
  }
}
