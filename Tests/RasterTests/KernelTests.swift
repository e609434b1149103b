import CStarminePixelKernels
import StarmineGraphics
import StarmineRaster
import StarmineReference
import Testing

/// Random calls of each kernel on both levels, bytes around the output included.
@Suite struct KernelTests {
  static let reference = KernelTable.reference
  static let fast = KernelTable.fast
  static let guardCount = 40
  /// What floats multiply tints by.
  private let gain: [Float] = [1.5, -0.25, 3, 1]

  /// Runs both kernels on the same output memory with guards and compares all of it.
  func expectEqual<Element: FixedWidthInteger>(
    _ initial: [Element], _ body: (KernelTable, UnsafeMutablePointer<Element>) -> Void,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let padding = [Element](repeating: Element(truncatingIfNeeded: 0x5A5A_5A5A_5A5A_5A5A), count: Self.guardCount)
    let results = [Self.reference, Self.fast].map { table in
      var memory = padding + initial + padding
      memory.withUnsafeMutableBufferPointer { body(table, $0.baseAddress! + Self.guardCount) }
      return memory
    }
    #expect(results[0] == results[1], sourceLocation: location)
    #expect(Array(results[1].prefix(Self.guardCount)) == padding, sourceLocation: location)
    #expect(Array(results[1].suffix(Self.guardCount)) == padding, sourceLocation: location)
  }

  /// The same for kernels that draw pixels, in both of their forms; floats begin with light above white too.
  func expectEqual(
    pixels: [UInt32], _ body: (KernelTable, UnsafeMutableRawPointer) -> Void,
    _ location: SourceLocation = #_sourceLocation
  ) {
    expectEqual(pixels, { table, out in body(table, out) }, location)
    let guards = [DeepPixel](repeating: DeepPixel(3, 5, 7, 0.5), count: Self.guardCount)
    let results = [KernelTable.deepReference, .deep].map { table in
      var memory = guards + DeepKernelTests.floats(pixels) + guards
      memory.withUnsafeMutableBufferPointer { body(table, $0.baseAddress! + Self.guardCount) }
      return memory
    }
    let different = results[0].indices.first { results[0][$0] != results[1][$0] }
    let found = different.map { "\($0 - Self.guardCount): \(results[1][$0]), not \(results[0][$0])" }
    #expect(different == nil, "pixel \(found ?? "")", sourceLocation: location)
    #expect(Array(results[1].prefix(Self.guardCount)) == guards, sourceLocation: location)
    #expect(Array(results[1].suffix(Self.guardCount)) == guards, sourceLocation: location)
  }

  func pixels(_ count: Int, _ random: inout SplitMix64) -> [UInt32] {
    (0..<count).map { _ in random.premultiplied() }
  }

  /// Wide pixels as sampling makes them: coloured lanes not above alpha, zeros behind the end.
  func wide(_ count: Int, _ random: inout SplitMix64) -> [UInt64] {
    pixels(count, &random).map { spread($0) &* UInt64.random(in: 0...256, using: &random) }
      + Array(repeating: 0, count: 8)
  }

  @Test(arguments: [true, false]) func blendRows(isAdditive: Bool) {
    var random = SplitMix64(seed: 1)
    for count in Array(0...70) + [255, 1000] {
      let (near, far) = (wide(count, &random), wide(count, &random))
      let total = UInt32.random(in: 0...65535, using: &random)
      let nearWeight = UInt32.random(in: 0...total, using: &random)
      let tint = random.premultiplied()
      expectEqual(pixels: pixels(count, &random)) { table, out in
        let blend = (isAdditive ? table.add : table.over).row
        blend(out, near, far, nearWeight, total - nearWeight, tint, gain, count)
        blend(out, near, near, 65535, 0, 0xFFFF_FFFF, gain, count)
      }
    }
  }

  @Test func fillSpans() {
    var random = SplitMix64(seed: 2)
    for count in Array(0...70) + [1000] {
      let coverage = (0..<count + 8).map { _ in UInt8.random(in: 0...255, using: &random) }
      let color = random.premultiplied()
      expectEqual(pixels: pixels(count, &random)) { table, out in
        table.fillSpan(out, coverage, color, count)
        table.fillSpan(out, nil, color, count)
      }
    }
  }

  @Test func fillsAndCopies() {
    var random = SplitMix64(seed: 10)
    for count in Array(0...70) + [1000] {
      let rows = Int.random(in: 0...5, using: &random)
      let (source, color) = (pixels(rows * (count + 5), &random), random.premultiplied())
      expectEqual(pixels(rows * (count + 3), &random)) { table, out in
        table.copyRows(out, count + 3, source, count + 5, count, rows)
        table.fill(out + rows, count + 3, color, count / 2, rows)
      }
    }
  }

  @Test func fillBoxes() {
    var random = SplitMix64(seed: 7)
    for count in Array(1...70) + [300] {
      let rows = Int.random(in: 0...5, using: &random)
      let color = random.premultiplied()
      let shares = (0..<3).map { _ in UInt32.random(in: 0...255, using: &random) }
      expectEqual(pixels: pixels(rows * (count + 3), &random)) { table, out in
        table.fillBox(out, count + 3, rows, color, shares[0], shares[1], shares[2], count)
        table.fillBox(out, count + 3, rows, color | 0xFF00_0000, shares[0], 255, shares[2], count)
      }
    }
  }

  @Test func fillRows() {
    var random = SplitMix64(seed: 8)
    for width in Array(1...50) + [300] {
      let height = Int.random(in: 0...6, using: &random)
      let rows = (0..<height).map { _ in
        let ends = (0..<4).map { _ in Int32.random(in: 0...Int32(width), using: &random) }.sorted()
        return PixelRow(
          first: ends[0], solid_first: ends[1], solid_last: ends[2], last: ends[3],
          bytes: Int32.random(in: 0...60, using: &random))
      }
      let coverage = (0..<width + 70).map { _ in UInt8.random(in: 0...255, using: &random) }
      let color = random.premultiplied()
      let first = Int32.random(in: 0...Int32(width), using: &random)
      let last = Int32.random(in: first...Int32(width), using: &random)
      expectEqual(pixels: pixels(height * width, &random)) { table, out in
        table.fillRows(out, width, rows, coverage, 0, Int32(width), color, height)
        table.fillRows(out, width, rows, coverage, first, last, color, height)
      }
    }
  }

  @Test func roundRows() {
    var random = SplitMix64(seed: 12)
    for index in 0..<400 {
      let size = [3.0, 20, 90][index % 3]
      let sides = (0..<4).map { Double(Int.random(in: 0...($0 < 2 ? 255 : Int(size * 256)), using: &random)) / 256 }
      let (width, height) = (sides[2] + 1 / 256, sides[3] + 1 / 256)
      let share = index % 4 == 0 ? 1 : Double.random(in: 0.01...1, using: &random)
      let round = PixelRound(
        left: sides[0], top: sides[1], right: sides[0] + width, bottom: sides[1] + height,
        radius_x: share * width / 2, radius_y: index % 5 == 0 ? height / 2 : share * height / 2)
      let (columns, rows) = (Int(round.right.rounded(.up)), Int32(round.bottom.rounded(.up)))
      let above = Int32.random(in: 0...rows, using: &random)
      let below = Int32.random(in: above...rows, using: &random)
      expectEqual([Int32](repeating: 0, count: (columns + 5) * Int(rows))) { table, out in
        var found = [PixelRow](repeating: PixelRow(), count: Int(rows))
        var bytes = [UInt8](repeating: 0, count: columns * Int(rows) + 8)
        let count = withUnsafePointer(to: round) { table.roundRows(&found, &bytes, $0, above, below, rows) }
        let fields = found.flatMap { [$0.first, $0.solid_first, $0.solid_last, $0.last, $0.bytes] }
        for (index, field) in (fields + bytes[..<count].map(Int32.init)).enumerated() { out[index] = field }
      }
    }
  }

  @Test func fillListsOfSpans() {
    var random = SplitMix64(seed: 10)
    for width in Array(1...50) + [300] {
      let height = Int.random(in: 1...6, using: &random)
      var (spans, coverage): ([PixelSpan], [UInt8]) = ([], [])
      for row in 0..<height {
        var x = 0
        while x < width {
          let count = Int.random(in: 0...width - x, using: &random)
          let isSolid = Bool.random(using: &random)
          spans.append(PixelSpan(place: row * width + x, count: count, bytes: isSolid ? -1 : coverage.count))
          if !isSolid { coverage += (0..<count + 8).map { _ in UInt8.random(in: 0...255, using: &random) } }
          x += count + Int.random(in: 1...20, using: &random)
        }
      }
      coverage += repeatElement(0, count: 8)
      let color = random.premultiplied()
      expectEqual(pixels: pixels(height * width + 8, &random)) { table, out in
        table.fillSpans(out, spans, spans.count, coverage, color)
        table.fillSpans(out, spans, spans.count, coverage, color | 0xFF00_0000)
      }
    }
  }

  @Test func boxLines() {
    var random = SplitMix64(seed: 9)
    for length in Array(0...40) + [300] {
      let (count, stride) = (Int.random(in: 1...60, using: &random), length + Int.random(in: 0...3, using: &random))
      let values = (0...count * stride).map { _ in UInt32.random(in: 0...65535, using: &random) }
      // A box may be wider than all lines.
      let radius = Int.random(in: 0...40, using: &random)
      let inside = UInt32.random(in: 0...1 << 31 / UInt32(2 * radius + 2), using: &random)
      let ends = UInt32.random(in: 0...inside, using: &random)
      expectEqual([UInt32](repeating: 7, count: count * (length + 1))) { table, out in
        table.blurs.boxLines(out, length + 1, values, stride, radius, inside, ends, count, length)
      }
    }
  }

  @Test(arguments: [1, 0x8000, 0xFFFF, 0x10000] as [UInt32]) func shiftedLines(share: UInt32) {
    var random = SplitMix64(seed: UInt64(share))
    for length in Array(0...40) + [300] {
      let (count, stride) = (Int.random(in: 1...9, using: &random), length + Int.random(in: 0...3, using: &random))
      let values = (0...count * stride).map { _ in UInt32.random(in: 0..<1 << 30, using: &random) }
      expectEqual(values) { table, out in table.blurs.shiftLines(out, stride, share, count, length) }
    }
  }

  @Test(arguments: 0...3, 0...3) func meansOfBlocks(across: Int32, down: Int32) {
    var random = SplitMix64(seed: UInt64(4 * across + down))
    for count in Array(1...20) + [100] {
      let width = count << Int(across)
      let (source, below) = (pixels(width << Int(down), &random), pixels(count, &random))
      withRows(of: source, width: width, &random) { rows in
        expectEqual(below) { table, out in table.blurs.meanBlocks(out, rows, across, down, count) }
      }
    }
  }

  @Test(arguments: 0...3, 0...3) func enlargedRows(across: Int32, down: Int32) {
    var random = SplitMix64(seed: UInt64(4 * across + down))
    for blocks in Array(1...20) + [100] {
      let (near, far) = (pixels(blocks, &random), pixels(blocks, &random))
      var scratch = [UInt32](repeating: 0, count: pixel_enlarge_scratch(blocks))
      let (enlargement, count) = PixelEnlargement.random(across: across, down: down, blocks: blocks, &random)
      var place = enlargement
      expectEqual(pixels(count, &random)) { table, out in
        table.blurs.enlargeRow(out, near, far, &scratch, &place, count)
      }
    }
  }

  @Test func compositeSpans() {
    var random = SplitMix64(seed: 3)
    for count in Array(0...70) + [1000] {
      let coverage = (0..<count + 8).map { _ in UInt8.random(in: 0...255, using: &random) }
      let source = pixels(count + 8, &random)
      let alpha = UInt32.random(in: 0...255, using: &random)
      expectEqual(pixels(count, &random)) { table, out in
        table.compositeSpan(out, source, coverage, alpha, count)
        table.compositeSpan(out, source, nil, alpha, count)
        table.compositeSpan(out, source, nil, 255, count)
      }
    }
  }

  @Test func combinedSpans() {
    var random = SplitMix64(seed: 9)
    for count in Array(0...70) {
      let source = pixels(count + 8, &random)
      var factors = PixelFactors(bits: count)
      expectEqual(pixels(count, &random)) { table, out in table.joins.combineSpan(out, source, &factors, count) }
    }
  }

  @Test(arguments: 0..<18) func blending(mode: Int32) {
    var random = SplitMix64(seed: UInt64(mode))
    let plain: [UInt32] = [
      0, 0xFF00_0000, 0xFFFF_FFFF, 0x8080_8080, 0x0100_0000, 0x0101_0101, 0xFFFF_0000, 0xFF7F_7F7F,
    ]
    for count in [1, 3, 8, 13, 40, 3000] {
      let source = plain + pixels(count + 8, &random)
      let backdrop = pixels(count, &random).map { Int.random(in: 0..<4, using: &random) == 0 ? plain[Int($0 % 8)] : $0 }
      expectEqual(backdrop) { table, out in table.joins.blendSpan(out, source, mode, count) }
      expectEqual(backdrop) { table, out in table.joins.blendSpan(out, Array(source[8...]), mode, count) }
      let opaque = [source, backdrop].map { $0.map { $0 | 0xFF00_0000 } }
      expectEqual(opaque[1]) { table, out in table.joins.blendSpan(out, opaque[0], mode, count) }
      expectEqual(opaque[1]) { table, out in table.joins.blendSpan(out, source, mode, count) }
      let sparse = source.indices.map { $0 / 16 % 2 == 0 ? source[$0] : 0 }
      expectEqual(backdrop) { table, out in table.joins.blendSpan(out, sparse, mode, count) }
    }
  }

  @Test(arguments: 0..<6) func mixing(mix: Int32) {
    var random = SplitMix64(seed: UInt64(mix))
    for count in [1, 3, 8, 13, 40] {
      let source = pixels(count + 8, &random)
      expectEqual(pixels(count, &random)) { table, out in table.joins.mixSpan(out, source, mix, count) }
    }
  }

  /// Sprites of every size, slant and place, on whole pixels too, from levels of any size.
  @Test(arguments: [true, false], [true, false]) func sprites(isAdditive: Bool, isTurned: Bool) {
    var random = SplitMix64(seed: 4)
    var scratch = [UInt64](repeating: 0, count: pixel_upright_scratch(40))
    let ranks = [UInt8](repeating: 0, count: 256)
    for index in 0..<600 {
      let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
      let (texels, isNearest) = (pixels(width * height + 8, &random), index % 5 == 0)
      let ends = [Float.random(in: 0...1, using: &random), .random(in: 0...1, using: &random)].sorted()
      let part = index % 3 == 0 ? (ends[0], ends[1]) : index % 3 == 1 ? (0, 1) : (1, 0)
      let horizontal = PixelTexels(low: part.0, high: part.1, texels: width, isNearest: isNearest)
      let vertical = PixelTexels(low: 0, high: 1, texels: height, isNearest: isNearest)
      let sprite = sprite(width, height, isTurned: isTurned, &random)
      texels.withUnsafeBufferPointer { texels in
        let level = PixelLevel(
          texels: texels.baseAddress!, width: Int32(width), height: Int32(height), horizontal: horizontal,
          vertical: vertical, visible: nil, quads: nil)
        withUnsafePointer(to: level) { level in
          let source = PixelSource(levels: level, count: 1, bias_factor: 1, gain: (1.5, -0.25, 3, 1))
          expectEqual(pixels: pixels(41 * 40, &random)) { table, out in
            var target = PixelTarget(
              pixels: out, stride: 41, origin_x: -3, origin_y: -2, min_x: -3, min_y: -2, max_x: 37, max_y: 38,
              visible_ranks: ranks.withUnsafeBufferPointer { $0.baseAddress! })
            (isAdditive ? table.add : table.over).list(&target, [sprite], 1, [source], &scratch)
          }
        }
      }
    }
  }

  /// Half of the upright ones have the size of their image and lie on whole pixels.
  private func sprite(_ width: Int, _ height: Int, isTurned: Bool, _ random: inout SplitMix64) -> PixelSprite {
    func number(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &random) }
    var sprite = PixelSprite(
      x: number(-20...50), y: number(-20...50), width_x: number(-60...60), width_y: 0, height_x: 0,
      height_y: number(-60...60), tint: Bool.random(using: &random) ? ~0 : random.premultiplied(), source: 0, unused: 0)
    if isTurned {
      (sprite.width_y, sprite.height_x) = (number(-60...60), number(-60...60))
    } else if Bool.random(using: &random) {
      (sprite.width_x, sprite.height_y) = (Float(width), Float(height))
      (sprite.x, sprite.y) = (sprite.x.rounded() + Float(width) / 2, sprite.y.rounded() + Float(height) / 2)
    } else if Bool.random(using: &random) {
      (sprite.width_x, sprite.height_y) = (sprite.width_x / 15, sprite.height_y / 15)
    }
    return sprite
  }

  func axis(_ random: inout SplitMix64) -> PixelAxis {
    let length = Int32.random(in: 256...4_000_000, using: &random)
    return PixelAxis(
      position: .random(in: -200_000...2_000_000, using: &random),
      step: .random(in: -100_000...100_000, using: &random),
      minimum: 1000, maximum: 1_900_000, distance: .random(in: -40_000...length, using: &random),
      distance_step: .random(in: -65536...65536, using: &random), length: length,
      mask: Bool.random(using: &random) ? -1 : ~0xFFFF)
  }

  @Test func affinePositions() {
    var random = SplitMix64(seed: 5)
    for count in Array(0...70) + [300] {
      var (horizontal, vertical) = (axis(&random), axis(&random))
      let padded = (count + 7) & ~7
      expectEqual([Int32](repeating: 1, count: 3 * padded)) { table, out in
        out.advanced(by: 2 * padded).withMemoryRebound(to: UInt16.self, capacity: 2 * padded) { coverage in
          table.affinePositions(out, out + padded, coverage, &horizontal, &vertical, count)
        }
      }
    }
  }

  /// Planes that pass through the eye too, where places are infinite or not a number.
  @Test func perspectivePositions() {
    var random = SplitMix64(seed: 8)
    for count in Array(0...40) + [300] {
      func three(_ range: ClosedRange<Double>) -> (Double, Double, Double) {
        let values = (0..<3).map { _ in Double.random(in: range, using: &random) }
        return (values[0], values[1], Int.random(in: 0..<4, using: &random) == 0 ? 0 : 100 * values[2])
      }
      var map = PixelPerspective(u: three(-1...1), v: three(-1...1), w: three(-0.01...0.01))
      if count % 5 == 0 { map.w = (0, 0, 0) }
      var texels = PixelTexels()
      (texels.center, texels.span, texels.mask) = (99.5, 200, count % 2 == 0 ? -1 : ~0xFFFF)
      (texels.minimum, texels.maximum) = (0, 199 << 16)
      let padded = (count + 7) & ~7
      expectEqual([Int32](repeating: 1, count: 2 * padded)) { table, out in
        table.perspectivePositions(out, out + padded, &map, &texels, &texels, -20, 7, count)
      }
    }
  }

  @Test func bilinearSamples() {
    var random = SplitMix64(seed: 6)
    for count in Array(0...70) + [300] {
      let (width, height) = (Int32.random(in: 1...40, using: &random), Int32.random(in: 1...40, using: &random))
      let texels = pixels(Int(width * height), &random)
      let u = (0..<count + 7).map { _ in Int32.random(in: 0...(width - 1) << 16, using: &random) }
      let v = (0..<count + 7).map { _ in Int32.random(in: 0...(height - 1) << 16, using: &random) }
      let coverage = (0..<count + 7).map { _ in UInt16.random(in: 0...256, using: &random) }
      expectEqual([UInt64](repeating: 1, count: (count + 7) & ~7)) { table, out in
        table.sampleBilinear(out, texels, width, height, u, v, coverage, count)
      }
    }
  }
}

extension PixelFactors {
  /// Each of the sixteen combinations for numbers that follow each other.
  init(bits: Int) {
    let values = (0..<4).map { UInt8(bits >> $0 & 1 == 0 ? 0 : 255) }
    self.init(
      source_mask: values[0], source_inverse: values[1], backdrop_mask: values[2], backdrop_inverse: values[3])
  }
}
