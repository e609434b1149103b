import CStarminePixelKernels
import StarmineGraphics
import StarmineRaster
import StarmineReference
import StarmineScene
import Testing

/// Kernels of floats that read other pixels, and pictures of them; `KernelTests` has the other kernels.
@Suite struct DeepKernelTests {
  /// Words as floats, every third of which is brighter than white.
  static func floats(_ words: [UInt32]) -> [DeepPixel] {
    words.enumerated().map { index, word in
      let pixel = DeepPixel(word: word)
      return index % 3 == 0 ? pixel * DeepPixel(5.3, 1.7, 3.1, 1) : pixel
    }
  }

  private let wild = DeepPixel(-3, .nan, 1e30, .infinity)

  private func pixels(_ count: Int, _ random: inout SplitMix64) -> [DeepPixel] {
    Self.floats((0..<count).map { _ in random.premultiplied() })
  }

  private func expectEqual(
    _ initial: [DeepPixel], _ body: (KernelTable, UnsafeMutableRawPointer) -> Void,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let guards = [DeepPixel](repeating: DeepPixel(3, 5, 7, 0.5), count: 40)
    let results = [KernelTable.deepReference, .deep].map { table in
      var memory = guards + initial + guards
      memory.withUnsafeMutableBufferPointer { body(table, $0.baseAddress! + 40) }
      return memory
    }
    let different = results[0].indices.first { results[0][$0] != results[1][$0] }
    let found = different.map { "\($0 - 40): \(results[1][$0]), not \(results[0][$0])" }
    #expect(different == nil, "pixel \(found ?? "")", sourceLocation: location)
  }

  /// Pixels after the source's end can hold anything.
  @Test func fillsAndComposites() {
    var random = SplitMix64(seed: 3)
    for count in Array(0...70) + [300] {
      let coverage = (0..<count + 8).map { _ in UInt8.random(in: 0...255, using: &random) }
      let (source, color) = (pixels(count, &random) + [DeepPixel](repeating: wild, count: 8), random.premultiplied())
      let alpha = UInt32.random(in: 0...255, using: &random)
      expectEqual(pixels(count, &random)) { table, out in
        table.compositeSpan(out, source, coverage, alpha, count)
        table.compositeSpan(out, source, nil, alpha, count)
        table.compositeSpan(out, source, nil, 255, count)
      }
      expectEqual(pixels(2 * count + 3, &random)) { table, out in table.fill(out, count + 3, color, count, 2) }
    }
  }

  @Test(arguments: 0...3, 0...3) func blocks(across: Int32, down: Int32) {
    var random = SplitMix64(seed: UInt64(4 * across + down))
    for count in Array(1...17) + [100] {
      let width = count << Int(across)
      let (source, below) = (pixels(width << Int(down), &random), pixels(count, &random))
      withRows(of: source, width: width, &random) { rows in
        expectEqual(below) { $0.blurs.meanBlocks($1, rows, across, down, count) }
      }
      let (near, far) = (pixels(count, &random), pixels(count, &random))
      var scratch = [UInt32](repeating: 0, count: pixel_enlarge_scratch(count))
      let (enlargement, length) = PixelEnlargement.random(across: across, down: down, blocks: count, &random)
      var place = enlargement
      expectEqual(pixels(length, &random)) { $0.blurs.enlargeRow($1, near, far, &scratch, &place, length) }
    }
  }

  /// Also of light that a blur does not hold, and of what is not light.
  @Test func wholeNumbers() {
    var random = SplitMix64(seed: 21)
    for (count, length) in [(1, 1), (3, 5), (4, 8), (7, 30), (16, 100)] {
      let width = length + 1
      let rows = (0..<count).flatMap { _ in pixels(length, &random) + [wild] }
      let stride = 4 * count + 5
      let results = [KernelTable.deepReference, .deep].map { table in
        var values = [UInt32](repeating: 7, count: stride * width)
        rows.withUnsafeBufferPointer { rows in
          let pointers = (0..<count).map { UnsafeRawPointer(rows.baseAddress! + $0 * width) }
          table.blurs.wholeColumns(&values, stride, pointers, count, width)
        }
        return values
      }
      #expect(results[0] == results[1] && results[0].contains(127 * 65536))
      expectEqual(pixels(length, &random)) { $0.blurs.deepOfWholes($1, results[0], length) }
    }
  }

  @Test func joins() {
    var random = SplitMix64(seed: 9)
    for count in 0...70 {
      let source = pixels(count + 8, &random)
      var factors = PixelFactors(bits: count)
      let backdrop = pixels(count, &random)
      expectEqual(backdrop) { table, out in table.joins.combineSpan(out, source, &factors, count) }
      for mix: Int32 in 0..<6 {
        expectEqual(backdrop) { table, out in table.joins.mixSpan(out, source, mix, count) }
      }
      for mode: Int32 in 0..<18 {
        expectEqual(backdrop) { table, out in table.joins.blendSpan(out, source, mode, count) }
      }
    }
  }

  /// Below white, and of opaque pixels, words and floats blend alike.
  @Test(arguments: 0..<18) func blendsAsWordsDo(mode: Int32) {
    var random = SplitMix64(seed: UInt64(mode))
    let words = (0..<400).map { _ in random.premultiplied() }
    let backdrop = (0..<400).map { _ in random.premultiplied() | 0xFF00_0000 }
    var blended = backdrop
    KernelTable.fast.joins.blendSpan(&blended, words, mode, 392)
    var deep = backdrop.map { DeepPixel(word: $0) }
    KernelTable.deep.joins.blendSpan(&deep, words.map { DeepPixel(word: $0) }, mode, 392)
    for index in 0..<392 {
      let difference = deep[index] - DeepPixel(word: blended[index])
      let worst = max(difference.max(), -difference.min()) * 255
      // Half a step of rounding, and as much of what a component above alpha is cut to.
      #expect(worst <= 1.01, "\(mode): \(String(words[index], radix: 16)) over \(String(backdrop[index], radix: 16))")
    }
  }

  // MARK: Pictures

  private func picture(
    _ list: DisplayList, tileSize: Int = 1000, workers: Int = 1, _ level: KernelLevel = .fast
  ) -> [DeepPixel] {
    let renderer = Renderer(
      tileSize: tileSize, workers: workers, kernels: level.table, deepKernels: level.deepTable)
    var buffer = DeepBuffer(width: list.width, height: list.height)
    renderer.render(list, into: &buffer)
    let stride = buffer.stride
    return buffer.withPixels { pixels in
      (0..<list.height).flatMap { Array(pixels[$0 * stride..<$0 * stride + list.width]) }
    }
  }

  @Test("same floats for every tile size, worker count and kernel level", arguments: 1...8)
  func variantsAgree(seed: UInt64) {
    let list = RandomScenes.list(233, 171, seed: seed)
    let expected = picture(list)
    for (tileSize, workers, level) in [
      (32, 1, KernelLevel.fast), (64, 4, .fast), (100, 2, .fast), (256, 1, .reference),
    ] {
      let actual = picture(list, tileSize: tileSize, workers: workers, level)
      let different = expected.indices.first { expected[$0] != actual[$0] }
      #expect(different == nil, "tiles of \(tileSize), \(workers) workers, \(level): pixel \(different ?? 0)")
    }
  }

  @Test("sums go on above white, and alpha does not")
  func light() {
    var batch = ParticleBatch(
      blend: .additive,
      sprites: [.init(image: RandomScenes.softDot(32), minU: 0, minV: 0, maxU: 1, maxV: 1, isNearest: false)])
    batch.bounds = DeviceRect(minX: 0, minY: 0, maxX: 64, maxY: 64)
    for _ in 0..<40 { batch.append(x: 32, y: 32, width: 32, height: 32, angle: 0, tint: 0xFF80_4020, sprite: 0) }
    var list = DisplayList(width: 64, height: 64, background: 0xFF00_0000)
    list.commands = [.particles(batch)]
    let center = picture(list)[32 * 64 + 32]
    // Forty times half of red, as the dot is there: 0.9 of white.
    #expect(center.z > 15 && center.z < 40 * 128 / 255)
    #expect(abs(center.z / center.y - 2) < 0.001)
    #expect(center.w == 1)
  }
}
