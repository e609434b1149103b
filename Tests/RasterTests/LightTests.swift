import CStarminePixelKernels
import Foundation
import StarmineGraphics
import StarmineRaster
import StarmineReference
import StarmineScene
import Testing

/// Light beyond white: how a frame's is finished, and what filters make of it.
@Suite struct LightTests {
  private let frame = DeviceRect(minX: 0, minY: 0, maxX: 64, maxY: 48)

  private func list(_ commands: [DrawCommand], _ light: FrameLight? = nil, background: UInt32 = 0) -> DisplayList {
    var list = DisplayList(width: 64, height: 48, background: background, commands: commands)
    list.light = light
    return list
  }

  private func fill(_ color: UInt32, _ rect: DeviceRect? = nil) -> DrawCommand {
    let rect = rect ?? frame
    return .fill(FillCommand(bounds: rect, shape: RoundedRect(rect), transform: .identity, color: color))
  }

  /// Sprites of one colour that add up in one place.
  private func sum(_ count: Int, _ tint: UInt32) -> DrawCommand {
    var batch = ParticleBatch(
      blend: .additive,
      sprites: [.init(image: RandomScenes.softDot(32), minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: false)])
    batch.bounds = frame
    for _ in 0..<count { batch.append(x: 32, y: 24, width: 20, height: 20, tint: tint) }
    return .particles(batch)
  }

  private func deep(_ list: DisplayList, _ renderer: Renderer = Renderer()) -> [DeepPixel] {
    var buffer = DeepBuffer(width: list.width, height: list.height)
    renderer.render(list, into: &buffer)
    return (0..<list.width * list.height).map { buffer[$0 % list.width, $0 / list.width] }
  }

  private static let filmic = FrameLight(isFilmic: true)
  private static let graded = FrameLight(isFilmic: true, lut: LUTTests.table(5))
  private static let bloom = FrameLight(bloom: .init(sigmaX: 7, sigmaY: 3, intensity: 0.6), isFilmic: true)

  // MARK: Frames

  /// A scene with a sum of light, shadows, filters and groups.
  private func scene(_ light: FrameLight, seed: UInt64) -> DisplayList {
    var list = RandomScenes.list(233, 171, seed: seed)
    list.commands.append(sum(30, 0xFF80_4020))
    list.light = light
    return list
  }

  @Test("same bytes for every tile size, worker count and kernel level", arguments: [filmic, bloom, graded], 1...3)
  func variantsAgree(light: FrameLight, seed: UInt64) {
    let list = scene(light, seed: seed)
    let (words, floats) = (render(list, with: Renderer()), deep(list))
    for (tileSize, workers, level) in [
      (32, 1, KernelLevel.fast), (64, 4, .fast), (100, 2, .fast), (256, 1, .reference),
    ] {
      let renderer = Renderer(
        tileSize: tileSize, workers: workers, kernels: level.table, deepKernels: level.deepTable)
      #expect(render(list, with: renderer) == words, "tiles of \(tileSize), \(workers) workers, \(level)")
      #expect(deep(list, renderer) == floats, "floats, tiles of \(tileSize), \(workers) workers, \(level)")
    }
    var tiled = [UInt32](repeating: 0, count: words.count)
    Renderer().render(list) { (tile: DrawnTile) in
      for y in 0..<tile.height {
        for x in 0..<tile.width { tiled[(tile.y + y) * 233 + tile.x + x] = tile.pixels[y * tile.stride + x] }
      }
    }
    #expect(tiled == words)
    #expect(floats.map(\.word) == words)
  }

  @Test func belowTheKneeNothingChanges() {
    let noise = ImageCommand(
      bounds: frame, image: RandomScenes.noise(64, 48, seed: 4),
      destination: RoundedRect(minX: 0, minY: 0, maxX: 64, maxY: 48), transform: .identity, filter: .linear, alpha: 255)
    let commands = [fill(0xFF40_3020), .image(noise), sum(4, 0xFF30_2010)]
    let (plain, shown) = (deep(list(commands)), deep(list(commands, Self.filmic)))
    for (before, after) in zip(plain, shown) {
      let isBright = max(before.x, before.y, before.z) > 0.7
      #expect(
        isBright
          ? after.max() <= 1 && max(after.x, after.y, after.z) < max(before.x, before.y, before.z)
          : after == before)
    }
    #expect(zip(plain, shown).contains { $0 != $1 } && zip(plain, shown).contains { $0 == $1 })
  }

  /// Cut off, orange three times as bright as white is yellow; held back it stays orange, and rises to white.
  @Test func huesStay() {
    var last = Float(0)
    for count in [1, 2, 3, 5, 8, 20, 100] {
      let commands = [fill(0xFF00_0000), sum(count, 0xFFFF_8000)]
      let (plain, shown) = (deep(list(commands))[24 * 64 + 32], deep(list(commands, Self.filmic))[24 * 64 + 32])
      #expect(shown.z > last && shown.z <= 1 && shown.w == 1)
      #expect(shown.z > shown.y && shown.y >= shown.x)
      last = shown.z
      guard count == 3 else { continue }
      let ratio = LinearLight.of(shown.y) / LinearLight.of(shown.z)
      let wanted = LinearLight.of(plain.y) / LinearLight.of(plain.z)
      // A sixth of the way to white.
      #expect(ratio > wanted && ratio < wanted + 0.45, "\(plain) became \(shown)")
    }
    let sun = deep(list([fill(0xFF00_0000), sum(4000, 0xFFFF_8040)], Self.filmic))[24 * 64 + 32]
    #expect(min(sun.x, sun.y, sun.z) > 0.95)
  }

  /// The glow is of what was drawn before it was held back.
  @Test func glowsCountSums() {
    func beside(_ count: Int) -> Float {
      deep(list([fill(0xFF00_0000), sum(count, 0xFF40_4040)], FrameLight(bloom: Self.bloom.bloom)))[24 * 64 + 10].x
    }
    #expect(beside(1) > 0 && abs(beside(12) / beside(1) - 12) < 0.1)
  }

  /// The glow of an edge on large blocks and at half size differs from a Gaussian by less than 1 % of the step.
  @Test(arguments: [(9, 0.35), (10, 0.7), (11.5, 1), (14, 0.5)] as [(Double, Double)])
  func glowsAreGaussian(sigma: Double, intensity: Double) {
    let frame = DeviceRect(minX: 0, minY: 0, maxX: 320, maxY: 160)
    var list = DisplayList(width: 320, height: 160)
    list.commands = [fill(0xFF00_0000, frame), fill(0xFFFF_FFFF, DeviceRect(minX: 163, minY: 0, maxX: 320, maxY: 160))]
    list.light = FrameLight(bloom: .init(sigmaX: sigma, sigmaY: sigma, intensity: intensity))
    let row = deep(list)[80 * 320..<81 * 320].map { Double($0.y) }
    let off = (100..<220).map { x in
      let glow = (1 + erf((Double(x) + 0.5 - 163) / (sigma * 2.0.squareRoot()))) / 2
      return abs(row[x] - (x < 163 ? 0 : 1) - intensity * glow) / intensity
    }
    #expect(row[162] > 0 && off.max() ?? 1 < 0.01, "off by \(off.max() ?? 1) of the step")
  }

  /// Blocks of the grid move the glow of a dot by less than half of their side, also where the blur has half the size.
  @Test func glowsFollowDots() {
    for x in 96..<112 {
      var list = DisplayList(width: 224, height: 64)
      let frame = DeviceRect(minX: 0, minY: 0, maxX: 224, maxY: 64)
      let dot = DeviceRect(minX: x, minY: 31, maxX: x + 2, maxY: 33)
      list.commands = [fill(0xFF00_0000, frame), fill(0xFFFF_FFFF, dot)]
      list.light = FrameLight(bloom: .init(sigmaX: 14, sigmaY: 14, intensity: 0.5))
      let glow = deep(list)[10 * 224..<11 * 224]
      let moments = glow.enumerated().reduce(SIMD2<Float>.zero) { $0 + SIMD2(1, Float($1.offset) + 0.5) * $1.element.y }
      let offset = moments.y / moments.x - Float(x + 1)
      #expect(moments.x > 0 && abs(offset) < 2, "a dot at \(x) has its glow \(offset) pixels to the right")
    }
  }

  // MARK: Kernels

  @Test(arguments: [0, 0.6, 16] as [Float], [false, true]) func kernelsAgree(intensity: Float, isFilmic: Bool) {
    var random = SplitMix64(seed: UInt64(intensity * 10))
    let wild: [Float] = [0, 1e-30, 0.7, 1, 16384, 1e30, .infinity, -1, -1e30, .nan]
    for count in [1, 7, 8, 9, 70, 1000] {
      func pixels() -> [DeepPixel] { DeepKernelTests.floats((0..<count + 8).map { _ in random.premultiplied() }) }
      let far = pixels()
      var (source, near) = (pixels(), pixels())
      // Most rows are opaque for a while.
      for index in source.indices where index & 32 == 0 { source[index].w = 1 }
      // What no sum can be neither ends the program nor leaves what is shown.
      if intensity == 16 { for (index, value) in wild.enumerated() where index < count { near[index].y = value } }
      let results = [KernelTable.deepReference, .deep].map { table in
        finished(source, intensity > 0 ? (near, far) : nil, intensity, isFilmic, count, table)
      }
      for index in 0..<count where intensity < 16 || index >= wild.count {
        #expect(results[0].floats[index] == results[1].floats[index], "pixel \(index)")
        #expect(results[0].words[index] == results[1].words[index], "pixel \(index)")
      }
      #expect(!isFilmic || results[1].floats.prefix(count).allSatisfy { $0.max() <= 1 })
    }
  }

  /// A row of floats, and the same as words.
  private func finished(
    _ pixels: [DeepPixel], _ glow: (near: [DeepPixel], far: [DeepPixel])?, _ intensity: Float, _ isFilmic: Bool,
    _ count: Int, _ table: KernelTable
  ) -> (floats: [DeepPixel], words: [UInt32]) {
    var floats = [DeepPixel](repeating: .zero, count: count + 8)
    var words = [UInt32](repeating: 0, count: count + 8)
    var light = PixelLight(isFilmic: isFilmic)
    (light.near_share, light.far_share) = (intensity * 0.75, intensity * 0.25)
    (light.near_cover, light.far_cover) = (min(1, intensity) * 0.75, min(1, intensity) * 0.25)
    (glow?.near ?? []).withUnsafeBufferPointer { near in
      (glow?.far ?? []).withUnsafeBufferPointer { far in
        DitherPattern.thresholds.withUnsafeBufferPointer { thresholds in
          if glow != nil {
            (light.near_glow, light.far_glow) = (UnsafeRawPointer(near.baseAddress), UnsafeRawPointer(far.baseAddress))
          }
          table.blurs.finishLight(&floats, pixels, &light, count)
          light.thresholds = thresholds.baseAddress
          table.blurs.finishLight(&words, pixels, &light, count)
        }
      }
    }
    return (floats, words)
  }

  /// The curve and the way back by polynomials are those of sRGB.
  @Test func brightLightFollowsTheCurve() {
    let room = 1 - LinearLight.of(LinearLight.knee)
    for step in 0...300 {
      let value = LinearLight.knee + Float(step) / 100
      let pixel = DeepPixel(0.02, value / 2, value, 1)
      let result = finished([DeepPixel](repeating: pixel, count: 8), nil, 0, true, 1, .deep).floats[0]
      let light = LinearLight.of(value)
      let held = 1 - room * room / (light - LinearLight.of(LinearLight.knee) + room)
      let white = light > 1 ? (light - 1) / (light + 6) : 0
      for component in 0..<3 {
        let own = LinearLight.of(pixel[component]) * held / light
        let expected = LinearLight.value(of: own + (held - own) * white)
        #expect(abs(result[component] - expected) * 255 < 0.1, "\(value), component \(component)")
      }
    }
  }

  // MARK: Filters in floats

  private func filtered(_ commands: [DrawCommand], _ filters: [PixelFilter]) -> [DeepPixel] {
    deep(
      list([.offscreen(OffscreenCommand(bounds: frame, commands: commands, source: frame, filters: filters))]))
  }

  /// A blur spreads light beyond white, and no sum of it is lost.
  @Test(arguments: [1.5, 4, 9]) func blursKeepLight(sigma: Double) {
    let commands = [sum(50, 0xFF20_1008)]
    let blurred = filtered(commands, [.blur(sigmaX: sigma, sigmaY: sigma)])
    let (before, after) = (
      filtered(commands, []).reduce(DeepPixel.zero, +), blurred.reduce(DeepPixel.zero, +)
    )
    #expect(before.z > 1 && abs(after.z / before.z - 1) < 0.02 && abs(after.y / before.y - 1) < 0.02)
    #expect((sigma > 5 || blurred[24 * 64 + 32].z > 1) && blurred.allSatisfy { $0.w <= 1 })
  }

  @Test func matricesHaveNoLimitAboveWhite() throws {
    var rows = [Double](repeating: 0, count: 20)
    (rows[0], rows[6], rows[12], rows[18]) = (4, -1, 1, 1)
    let matrix = try #require(ColorMatrix(rows: rows))
    let pixel = filtered([fill(0xFF80_8040)], [.color(matrix)])[0]
    #expect(pixel == DeepPixel(64 / 255, 0, 512 / 255, 1))
    (rows[4], rows[18]) = (1e300, 7)
    let limited = filtered([fill(0xFF80_8040)], [.color(try #require(ColorMatrix(rows: rows)))])[0]
    #expect(limited.z == 16384 && limited.w == 1 && limited.y == 0)
  }

  /// What stays below white is what bytes show.
  @Test(arguments: 1...4) func bytesAndFloatsAgree(seed: UInt64) {
    let inner = RandomScenes.noise(40, 30, seed: seed)
    let image = ImageCommand(
      bounds: frame, image: inner, destination: RoundedRect(minX: 5, minY: 5, maxX: 45, maxY: 35),
      transform: .identity, filter: .linear, alpha: 255)
    let offscreen = OffscreenCommand(
      bounds: frame, commands: [.image(image)], source: frame,
      filters: [.blur(sigmaX: Double(seed) * 2.1, sigmaY: 1.3), .color(.hueTurn)])
    let backdrop = BackdropCommand(
      bounds: frame, filters: [.blur(sigmaX: 2, sigmaY: Double(seed) * 3)],
      shape: RoundedRect(minX: 20.5, minY: 8, maxX: 60, maxY: 40), transform: .identity, alpha: 200)
    let list = list([.offscreen(offscreen), .backdrop(backdrop)], background: 0xFF30_6040)
    for (word, pixel) in zip(render(list, with: Renderer()), deep(list)) {
      let difference = DeepPixel(word: word) - pixel
      #expect(max(difference.max(), -difference.min()) * 255 <= 2.5)
    }
  }
}

extension ColorMatrix {
  /// Red becomes green, green blue, and blue red.
  fileprivate static var hueTurn: ColorMatrix {
    var matrix = ColorMatrix()
    (matrix.red, matrix.green, matrix.blue) = (SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(1, 0, 0, 0))
    return matrix
  }
}
