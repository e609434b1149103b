import CStarminePixelKernels
import StarmineGraphics
import StarmineRaster
import StarmineReference
import StarmineScene
import Testing

/// Lists of particles through the kernels that find and sort them, and through their twins.
@Suite struct SpriteListTests {
  /// Particles of every kind next to each other: on whole pixels in their image's size, mirrored, tiny, faint, turned,
  /// with a bias, cut by every side of the frame and of the tiles.
  private func batch(_ blend: BlendMode, _ random: inout SplitMix64) -> ParticleBatch {
    let sizes = [(1, 1), (4, 4), (5, 3), (8, 8), (16, 16), (31, 17)]
    // Every other image has one component.
    let images = sizes.enumerated().map { index, size in
      let pixels = (0..<size.0 * size.1).map { _ in random.premultiplied() }
      return CGImage(
        width: size.0, height: size.1, pixels: index % 2 == 0 ? pixels : pixels.map { ($0 & 255) * 0x0101_0101 })
    }
    var batch = ParticleBatch(
      blend: blend,
      sprites: images.map { image in
        ParticleBatch.Sprite(
          image: image, minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: Bool.random(using: &random),
          detailBias: [0, 0, 0, 1, -1].randomElement(using: &random)!)
      })
    batch.bounds = DeviceRect(minX: 0, minY: 0, maxX: 150, maxY: 130)
    for _ in 0..<400 {
      let index = Int.random(in: 0..<sizes.count, using: &random)
      let isWhole = Bool.random(using: &random)
      let (width, height) = (Double(sizes[index].0), Double(sizes[index].1))
      let scale = isWhole ? 1 : Double.random(in: 0.05...4, using: &random)
      let (x, y) = (Int.random(in: -20...170, using: &random), Int.random(in: -20...150, using: &random))
      batch.append(
        x: Float(isWhole ? Double(x) + width / 2 : Double(x) + .random(in: 0...1, using: &random)),
        y: Float(isWhole ? Double(y) + height / 2 : Double(y) + .random(in: 0...1, using: &random)),
        width: width * scale * (isWhole || Bool.random(using: &random) ? 1 : -1), height: height * scale,
        angle: isWhole ? 0 : [0, 0, 0, 0.7].randomElement(using: &random)!,
        tint: Bool.random(using: &random) ? ~0 : random.premultiplied(), sprite: UInt16(index))
    }
    return batch
  }

  @Test(arguments: 0..<24, [BlendMode.additive, .sourceOver]) func picturesAreEqual(seed: Int, blend: BlendMode) {
    var random = SplitMix64(seed: UInt64(seed))
    let list = DisplayList(
      width: 150, height: 130, background: 0xFF20_1008, commands: [.particles(batch(blend, &random))])
    let expected = render(list, kernels: .reference)
    #expect(render(list, tileSize: 37, kernels: .fast) == expected)
    #expect(render(list, tileSize: 256, kernels: .fast) == expected)
  }

  /// The product of a row and the width passes 15 bits.
  @Test func largeImagesOfOneComponentAreEqual() {
    var random = SplitMix64(seed: 17)
    let pixels = (0..<256 * 256).map { _ in UInt32.random(in: 0...255, using: &random) * 0x0101_0101 }
    var batch = ParticleBatch(
      blend: .sourceOver,
      sprites: [
        .init(
          image: CGImage(width: 256, height: 256, pixels: pixels), minU: 0, minV: 0, maxU: 1, maxV: 1,
          isNearest: false)
      ])
    batch.bounds = DeviceRect(minX: 0, minY: 0, maxX: 150, maxY: 130)
    for angle in [0.7, 2, 3.5, 5] {
      batch.append(
        x: .random(in: 0...150, using: &random), y: .random(in: 0...130, using: &random), width: 256, height: 256,
        angle: angle, tint: random.premultiplied(), sprite: 0)
    }
    let list = DisplayList(width: 150, height: 130, background: 0xFF20_1008, commands: [.particles(batch)])
    #expect(render(list, tileSize: 37, kernels: .fast) == render(list, kernels: .reference))
  }

  /// Batches that lie wholly inside of their bounds may be drawn together.
  @Test(arguments: 0..<8) func batchesThatFollowOneAnotherDrawAsOneByOne(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let images = [(8, 8), (16, 16), (5, 3)].map { RandomScenes.noise($0, $1, seed: UInt64(seed)) }
    var batches: [ParticleBatch] = []
    for _ in 0..<30 {
      let blend: BlendMode = Int.random(in: 0..<4, using: &random) == 0 ? .additive : .sourceOver
      var batch = ParticleBatch(
        blend: blend,
        sprites: images.shuffled(using: &random).map {
          ParticleBatch.Sprite(image: $0, minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: false)
        })
      batch.bounds = DeviceRect(minX: 0, minY: 0, maxX: 300, maxY: 240)
      // Some are too many to be joined.
      for _ in 0..<[1, 2, 40, 300].randomElement(using: &random)! {
        let size = Double.random(in: 1...40, using: &random)
        batch.append(
          x: Float.random(in: 40...260, using: &random), y: Float.random(in: 40...200, using: &random), width: size,
          height: size, angle: [0, 0.7].randomElement(using: &random)!, tint: random.premultiplied(),
          sprite: UInt16.random(in: 0...2, using: &random))
      }
      batches.append(batch)
    }
    func list(areWhole: Bool) -> DisplayList {
      let commands = batches.map { batch -> DrawCommand in
        var batch = batch
        batch.boundsAreWhole = areWhole
        return .particles(batch)
      }
      return DisplayList(width: 300, height: 240, background: 0xFF20_1008, commands: commands)
    }
    let expected = render(list(areWhole: false), kernels: .reference)
    #expect(render(list(areWhole: true), tileSize: 37, kernels: .fast) == expected)
    #expect(render(list(areWhole: true), tileSize: 256, kernels: .fast) == expected)
  }

  /// Columns of particles, some of which draw nothing.
  private struct Columns {
    var floats: [[Float]]
    var tints: [UInt32]
    var sources: [UInt16]

    init(count: Int, _ random: inout SplitMix64) {
      let wild: [Float] = [.nan, .infinity, -.infinity, 3e6, -3e6, 0]
      floats = (0..<6).map { column in
        (0..<count).map { _ in
          if Int.random(in: 0..<60, using: &random) == 0 { return wild.randomElement(using: &random)! }
          let isAcross = column == 3 || column == 4
          if isAcross && Bool.random(using: &random) { return 0 }
          return column < 2 ? .random(in: -50...350, using: &random) : .random(in: -3...30, using: &random)
        }
      }
      tints = (0..<count).map { _ in
        Int.random(in: 0..<20, using: &random) == 0 ? 0 : .random(in: 1...(.max), using: &random)
      }
      sources = (0..<count).map { _ in .random(in: 0...10, using: &random) }
    }
  }

  @Test func particlesAreSortedAlike() {
    var random = SplitMix64(seed: 77)
    for count in [1, 7, 8, 9, 64, 333] {
      let columns = Columns(count: count, &random)
      let results = [KernelLevel.reference, .fast].map { sort(columns, count: count, $0.table) }
      #expect(results[0].counts == results[1].counts)
      #expect(results[0].records == results[1].records)
      #expect(results[0].counts.reduce(0, +) > 0 || count < 8)
    }
  }

  /// Sorted into tiles of 60 pixels, of which the first row and column are left out.
  private func sort(_ columns: Columns, count: Int, _ kernels: KernelTable) -> (counts: [Int], records: [UInt32]) {
    var tiles = PixelTiles(
      min_x: 60, min_y: 60, max_x: 290, max_y: 250, origin_x: 0, origin_y: 0, share: 1 / 60, first_column: 1,
      first_row: 1,
      columns: 4)
    var counts = [Int](repeating: 0, count: 16)
    var ranges = [PixelTileRange](repeating: PixelTileRange(), count: count)
    var records: [PixelSprite] = []
    func pointer<Element>(_ array: [Element]) -> UnsafePointer<Element> {
      array.withUnsafeBufferPointer { $0.baseAddress! }
    }
    withExtendedLifetime(columns) {
      let floats = columns.floats.map { pointer($0) }
      var particles = PixelParticles(
        x: floats[0], y: floats[1], width_x: floats[2], width_y: floats[3], height_x: floats[4], height_y: floats[5],
        tint: pointer(columns.tints), source: pointer(columns.sources), sources: 9)
      // In two parts, the first of them no multiple of eight.
      for part in [0..<count / 3, count / 3..<count] {
        _ = kernels.countParticles(&counts, &ranges, &particles, &tiles, part.lowerBound, part.upperBound)
      }
      var next = counts.indices.map { counts[..<$0].reduce(0, +) }
      records = [PixelSprite](repeating: PixelSprite(), count: counts.reduce(0, +))
      for part in [0..<count / 3, count / 3..<count] {
        kernels.placeParticles(&records, &next, ranges, &particles, &tiles, part.lowerBound, part.upperBound)
      }
    }
    return (counts, records.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) })
  }

  @Test func visibleTexelsAreLaidOutAlike() {
    let level = CGImage(width: 9, height: 7, pixels: (0..<63).map { $0 * 0x0101_0101 }).levels[0]
    for (index, texels) in level.visible.enumerated() {
      level.visible.withUnsafeBufferPointer { list in
        let mirrored = UnsafeRawBufferPointer(list).bindMemory(to: PixelVisible.self)[index]
        #expect(
          [mirrored.min_x, mirrored.min_y, mirrored.max_x, mirrored.max_y]
            == [texels.minX, texels.minY, texels.maxX, texels.maxY])
        #expect(
          [mirrored.center_x, mirrored.center_y, mirrored.radius] == [texels.centerX, texels.centerY, texels.radius])
        #expect(mirrored.limit == texels.limit)
      }
    }
    #expect(level.visible.count == VisibleTexels.limits.count)
  }
}
