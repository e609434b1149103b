import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineReference
import StarmineScene
import Testing

@Suite struct SpriteTests {
  func frame(_ image: CGImage, width: Double, height: Double, x: Float, y: Float, angle: Double = 0) -> [UInt32] {
    var batch = ParticleBatch(
      blend: .additive,
      sprites: [.init(image: image, minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: false)])
    batch.append(x: x, y: y, width: width, height: height, angle: angle)
    batch.bounds = DeviceRect(minX: 0, minY: 0, maxX: 80, maxY: 80)
    return render(DisplayList(width: 80, height: 80, commands: [.particles(batch)]))
  }

  func light(_ pixels: [UInt32]) -> Double { Double(pixels.reduce(0) { $0 + Int($1 >> 24) }) }

  @Test(
    "a sprite keeps its light within 1 % while it moves below a pixel",
    arguments: [0.5, 1, 2, 3, 4.5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20, 32])
  func steadyLight(size: Double) {
    let dot = size <= 1 ? CGImage(width: 1, height: 1, pixels: [.max]) : RandomScenes.softDot(32)
    let sums = (0..<64).map { step in
      light(
        frame(dot, width: size, height: size, x: 40 + Float(step % 8) / 8, y: 40 + Float(step / 8) / 8))
    }
    // Rounding to 8 bits moves a star of a few pixels by up to half a level per pixel.
    let mean = sums.reduce(0, +) / 64
    let rounding = size <= 3 ? 2.0 : 0
    // Between 6 and 8 px a pixel is up to 1.4 texels, which two taps cannot weigh by area.
    let tolerance = size > 6 && size < 8 ? 0.05 : 0.01
    for sum in sums { #expect(abs(sum - mean) <= mean * tolerance + rounding, "\(sum) of \(mean)") }
  }

  @Test("half a pixel of white is a quarter of its light")
  func quarter() {
    let white = CGImage(width: 1, height: 1, pixels: [.max])
    #expect(light(frame(white, width: 0.5, height: 0.5, x: 40.5, y: 40.5)) == 64)
  }

  @Test("rotation keeps light within 1 %", arguments: [5.0, 8, 20, 40])
  func rotatedLight(size: Double) {
    let white = CGImage(width: 8, height: 8, pixels: Array(repeating: .max, count: 64))
    for step in 0..<16 {
      let sum = light(
        frame(white, width: size, height: size, x: 40.3, y: 39.8 + Float(step) / 16, angle: 0.1 + Double(step) * 0.3))
      #expect(abs(sum / 255 / (size * size) - 1) < 0.01)
    }
  }

  @Test(
    "other ways of blending, by hand",
    arguments: [
      (BlendMode.screen, UInt32(0xFFBF_7F40)), (.maximum, 0xFF80_7F40), (.multiply, 0xFF40_2020),
      (.colorDodge, 0xFFFF_7F40),
    ])
  func ways(blend: BlendMode, expected: UInt32) {
    let image = CGImage(width: 4, height: 4, pixels: Array(repeating: 0xFF80_0000, count: 16))
    var batch = ParticleBatch(
      blend: blend, sprites: [.init(image: image, minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: false)])
    batch.append(x: 10, y: 10, width: 4, height: 4, angle: 0)
    batch.bounds = DeviceRect(minX: 0, minY: 0, maxX: 20, maxY: 20)
    var list = DisplayList(width: 20, height: 20, commands: [.particles(batch)])
    list.background = 0xFF80_7F40
    let pixels = render(list)
    #expect(pixels[0] == 0xFF80_7F40)
    // Red is joined; green and blue of the sprite are black.
    let channel = { (pixel: UInt32) in pixel >> 16 & 255 }
    #expect(abs(Int(channel(pixels[10 * 20 + 10])) - Int(channel(expected))) <= 1)
    let rest: UInt32 = blend == .multiply ? 0 : 0x7F40
    #expect(pixels[10 * 20 + 10] & 0xFFFF == rest)
  }

  @Test("unscaled on whole pixels copies the sprite")
  func identity() {
    let image = RandomScenes.noise(16, 12, seed: 3)
    let pixels = frame(image, width: 16, height: 12, x: 28, y: 36)
    for index in 0..<16 * 12 {
      let (column, row) = (20 + index % 16, 30 + index / 16)
      #expect(pixels[row * 80 + column] == image.base.pixels[index])
    }
  }

  @Test("a quarter turn moves every texel to its place")
  func quarterTurn() {
    let image = RandomScenes.noise(16, 16, seed: 4)
    var batch = ParticleBatch(
      blend: .additive,
      sprites: [.init(image: image, minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: false)])
    batch.append(x: 40, y: 40, width: 16, height: 16)
    (batch.widthX[0], batch.widthY[0], batch.heightX[0], batch.heightY[0]) = (0, 16, -16, 0)
    batch.bounds = DeviceRect(minX: 0, minY: 0, maxX: 80, maxY: 80)
    let pixels = render(DisplayList(width: 80, height: 80, commands: [.particles(batch)]))
    for index in 0..<256 {
      let (column, row) = (index % 16, index / 16)
      let drawn = pixels[(32 + column) * 80 + 47 - row]
      #expect(drawn == image.base.pixels[index])
    }
  }

  @Test("a bias picks a softer or a sharper level", arguments: [0.0, 0.5])
  func detailBias(angle: Double) {
    // Stripes of four texels, drawn at half size: the third level from the finest shows them as flanks, the fourth as
    // grey.
    let stripes = CGImage(width: 64, height: 64, pixels: (0..<4096).map { $0 % 8 < 4 ? 0xFF00_0000 : .max })
    func contrast(_ bias: Float) -> Double {
      var batch = ParticleBatch(
        sprites: [.init(image: stripes, minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: false, detailBias: bias)])
      batch.append(x: 40, y: 40, width: 32, height: 32, angle: angle)
      batch.bounds = DeviceRect(minX: 0, minY: 0, maxX: 80, maxY: 80)
      let pixels = render(DisplayList(width: 80, height: 80, commands: [.particles(batch)]))
      let middle = (32..<48).flatMap { y in (32..<48).map { Double(pixels[y * 80 + $0] & 255) } }
      return middle.reduce(0) { $0 + abs($1 - 127.5) } / Double(middle.count)
    }
    #expect(contrast(0) > 80)
    #expect(contrast(1) < contrast(0) * 0.85)
    #expect(contrast(2) < 3)
    #expect(contrast(-1) > contrast(0) - 1)
    #expect(contrast(40) == contrast(20))
  }

  @Test("smaller levels have a filter of their own")
  func filterWhenSmaller() {
    let grain = RandomScenes.noise(64, 64, seed: 8)
    func colors(_ isNearestWhenSmaller: Bool, size: Double) -> [UInt32] {
      var batch = ParticleBatch(
        sprites: [
          .init(
            image: grain, minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: false,
            isNearestWhenSmaller: isNearestWhenSmaller)
        ])
      batch.append(x: 40.3, y: 40.3, width: size, height: size, angle: 0.3)
      batch.bounds = DeviceRect(minX: 0, minY: 0, maxX: 80, maxY: 80)
      return render(DisplayList(width: 80, height: 80, commands: [.particles(batch)]))
    }
    #expect(colors(true, size: 64) == colors(false, size: 64))
    // At half size a pixel inside shows one texel of the half-sized level.
    let (nearest, linear) = (colors(true, size: 32), colors(false, size: 32))
    let texels = Set(grain.levels[1].pixels)
    let inside = (34..<46).flatMap { y in (34..<46).map { y * 80 + $0 } }
    #expect(inside.allSatisfy { texels.contains(nearest[$0]) })
    #expect(inside.count { texels.contains(linear[$0]) } < inside.count / 4)
  }

  @Test("neighbours on a sheet do not bleed in")
  func sheet() {
    let pixels = (0..<64).map { $0 % 8 < 4 ? UInt32(0xFF00_0000) : 0xFFFF_FFFF }
    let sheet = CGImage(width: 8, height: 8, pixels: pixels)
    var batch = ParticleBatch(
      sprites: [.init(image: sheet, minU: 0, minV: 0, maxU: 0.5, maxV: 1, isNearest: false)])
    for angle in [0, 0.7] { batch.append(x: 40, y: 40, width: 40, height: 40, angle: angle) }
    batch.bounds = DeviceRect(minX: 0, minY: 0, maxX: 80, maxY: 80)
    let drawn = render(DisplayList(width: 80, height: 80, commands: [.particles(batch)]))
    #expect(drawn.allSatisfy { $0 & 0xFF_FFFF == 0 })
  }

  @Test("extreme particles neither crash nor hang", arguments: KernelLevel.allCases)
  func extremes(level: KernelLevel) {
    let sizes: [Float] = [0, -0.0, 1e-30, 1e-3, 0.004, 1, -7, 3000, 15_000, 17_000, 1e6, 1e9, 3e38, -3e38]
    var batch = RandomScenes.batch(0, 80, 60, seed: 1)
    for size in sizes {
      for other in sizes {
        for place: Float in [40, -1e6, 3e38] {
          batch.append(x: place, y: 30, width: Double(size), height: Double(other))
          batch.append(x: 40, y: place, width: Double(size), height: Double(other), angle: 0.5)
          batch.widthY[batch.count - 1] = other
        }
      }
    }
    batch.sprite[5] = 999
    batch.bounds = DeviceRect(minX: .min / 4, minY: .min / 4, maxX: .max / 4, maxY: .max / 4)
    let list = DisplayList(width: 80, height: 60, commands: [.particles(batch)])
    #expect(render(list, kernels: level) == render(list, tileSize: 16))
  }

  @Test("a sprite larger than the frame covers it")
  func huge() {
    let white = CGImage(width: 4, height: 4, pixels: Array(repeating: .max, count: 16))
    for (size, angle) in [(1e6, 0.0), (10_000, 0.3), (300, 0.3)] {
      let pixels = frame(white, width: size, height: size, x: 30, y: 50, angle: angle)
      #expect(pixels.allSatisfy { $0 == .max })
    }
  }
}
