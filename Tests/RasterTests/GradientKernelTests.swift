import CStarminePixelKernels
import StarmineGraphics
import StarmineRaster
import Testing

extension KernelTests {
  /// Segments as the painter makes them: the first and the last of one colour, between them any number.
  static func segments(
    _ count: Int, isOpaque: Bool, lengths: ClosedRange<Float> = 0.001...0.4, _ random: inout SplitMix64
  ) -> [PixelSegment] {
    var start = -Float.infinity
    return (0..<count).map { index in
      var end =
        start.isFinite ? start + .random(in: lengths, using: &random) : .random(in: -0.5...0.3, using: &random)
      if index == count - 1 { end = .infinity }
      defer { start = end }
      let length = start.isFinite && end.isFinite ? end - start : 0
      let ends = (0..<8).map { _ in Float.random(in: 0...1, using: &random) }
      let step = { (channel: Int, scale: Float) in
        length > 0 ? (ends[channel + 4] - ends[channel]) * scale / length : 0
      }
      let half: Float = isOpaque ? 0.5 : 0
      return PixelSegment(
        start: start, end: end, origin: start.isFinite ? start : 0, red: ends[0] * 255 + half,
        green: ends[1] * 255 + half, blue: ends[2] * 255 + half, alpha: ends[3], red_step: step(0, 255),
        green_step: step(1, 255), blue_step: step(2, 255), alpha_step: step(3, 1))
    }
  }

  private static func linear(_ random: inout SplitMix64) -> PixelLinear {
    let size = [0.5, 4, 300].randomElement(using: &random)!
    // Functions that do not change along a row or a column have ways of their own.
    let change = { (random: inout SplitMix64) in
      Bool.random(using: &random) ? Double.random(in: -size / 60...size / 60, using: &random) : 0
    }
    return PixelLinear(
      base: .random(in: -size...size, using: &random), along_x: change(&random), along_y: change(&random))
  }

  private static func gradient(kind: Int, isOpaque: Bool, _ random: inout SplitMix64) -> PixelGradient {
    var circles = PixelCircles()
    circles.radius = .random(in: 0...2, using: &random)
    circles.growth = [0, .random(in: -2...2, using: &random)].randomElement(using: &random)!
    circles.end_x = [0, circles.growth, .random(in: -2...2, using: &random)].randomElement(using: &random)!
    (circles.goes_before, circles.goes_after) = (.random(in: 0...1, using: &random), .random(in: 0...1, using: &random))
    return PixelGradient(
      segments: nil, segment_count: 0, kind: Int32(kind), is_opaque: isOpaque ? 1 : 0,
      is_flat: .random(in: 0...1, using: &random), is_wide: isOpaque ? 0 : .random(in: 0...1, using: &random),
      origin_x: .random(in: -9...9, using: &random), origin_y: .random(in: -9...9, using: &random),
      u: linear(&random), v: linear(&random), w: linear(&random), circles: circles)
  }

  @Test(arguments: [PixelGradientAxial, PixelGradientRadial, PixelGradientConic, PixelGradientCircles])
  func gradients(kind: Int) {
    var random = SplitMix64(seed: UInt64(kind))
    for call in 0..<300 {
      let isOpaque = kind != PixelGradientCircles && call % 2 == 0
      // More than sixteen are searched instead of walked.
      let count = call % 10 == 0 ? 200 : Int.random(in: 1...(call % 3 == 0 ? 20 : 9), using: &random)
      // Those that are as long, or nearly, are counted instead of searched.
      let lengths: ClosedRange<Float> =
        [0.1...0.1, 0.1...0.1001, 0.1...0.125, 0.001...0.4].randomElement(using: &random)!
      let segments = Self.segments(count, isOpaque: isOpaque, lengths: lengths, &random)
      var gradient = Self.gradient(kind: kind, isOpaque: isOpaque, &random)
      // One column is painted sixteen rows at a time.
      let (columns, rows) =
        call % 7 == 0
        ? (1, Int.random(in: 1...50, using: &random))
        : (.random(in: 1...(call % 20 == 1 ? 5000 : 150), using: &random), 3)
      let (x, y) = (Int32.random(in: -9...500, using: &random), Int32.random(in: -9...500, using: &random))
      segments.withUnsafeBufferPointer { segments in
        (gradient.segments, gradient.segment_count) = (segments.baseAddress, segments.count)
        expectEqual(pixels: [UInt32](repeating: 1, count: rows * (columns + 3))) { table, out in
          table.gradientRows(out, columns + 3, &gradient, x, y, columns, rows)
        }
      }
    }
  }
}
