/// The area of the texels of a level that are visible with a low opacity: those with a component above a limit.
package struct VisibleTexels: Sendable, BitwiseCopyable, Equatable {
  /// Components must be above this limit.
  package var limit: UInt32 = 0
  package var minX: Int32 = 0
  package var minY: Int32 = 0
  package var maxX: Int32 = 0
  package var maxY: Int32 = 0
  /// A disc around the centres of the texels. Texel (0, 0) has its centre at (0, 0).
  package var centerX: Float = 0
  package var centerY: Float = 0
  package var radius: Float = 0

  /// Available limits, in finer steps for faint glows.
  package static let limits: [UInt8] = [0, 1, 2, 3, 5, 8, 13, 21]
}

extension CGImage.Level {
  /// Larger levels belong to images, not to particles. For them, the search would take more time than it saves.
  private static let largestSide = 256

  /// Number of limits below each component.
  private static let ranks: [UInt8] = (0...UInt8.max).map { component in
    UInt8(VisibleTexels.limits.prefix { $0 < component }.count)
  }

  /// Number of texels that may be read from the start of a row, also in narrower levels.
  private static let rowReach = 8

  /// The level prepared for sprites: narrow ones with memory after the last row, all but large ones with their visible
  /// texels and, for a single component, quads.
  func preparedForSprites() -> CGImage.Level {
    var level = self
    if width < Self.rowReach { level.pixels = SharedBuffer(pixels, slack: Self.rowReach) }
    if width <= Self.largestSide, height <= Self.largestSide {
      level.visible = SharedBuffer(findVisibleTexels())
      if pixels.allSatisfy({ $0 == ($0 & 255) &* 0x0101_0101 }) { level.quads = makeQuads() }
    }
    return level
  }

  private func makeQuads() -> SharedBuffer<UInt32> {
    SharedBuffer(count: pixels.count) { quads in
      for y in 0..<height {
        let (upper, lower) = (y * width, min(y + 1, height - 1) * width)
        for x in 0..<width {
          let right = min(x + 1, width - 1)
          quads[upper + x] =
            (pixels[upper + x] & 0xFF) | (pixels[lower + x] & 0xFF00) | (pixels[upper + right] & 0xFF_0000)
            | (pixels[lower + right] & 0xFF00_0000)
        }
      }
    }
  }

  private func findVisibleTexels() -> [VisibleTexels] {
    let table = Self.ranks
    let ranks = pixels.map { pixel in
      table[Int(max(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, pixel >> 24))]
    }
    return VisibleTexels.limits.indices.map { limit in
      let rows = (0..<height).map { y in Self.span(of: ranks[y * width..<(y + 1) * width], above: UInt8(limit)) }
      return VisibleTexels(rows: rows, limit: UInt32(VisibleTexels.limits[limit]))
    }
  }

  /// Columns from the first to the last texel above a number of limits.
  private static func span(of row: ArraySlice<UInt8>, above limit: UInt8) -> Range<Int> {
    guard let first = row.firstIndex(where: { $0 > limit }), let last = row.lastIndex(where: { $0 > limit }) else {
      return 0..<0
    }
    return first - row.startIndex..<last - row.startIndex + 1
  }
}

extension VisibleTexels {
  /// - Parameter spans: the visible columns of each row.
  fileprivate init(rows spans: [Range<Int>], limit: UInt32) {
    self.limit = limit
    guard let first = spans.firstIndex(where: { !$0.isEmpty }), let last = spans.lastIndex(where: { !$0.isEmpty })
    else { return }
    let rows = spans[first...last].filter { !$0.isEmpty }
    let (left, right) = (rows.map(\.lowerBound).min()!, rows.map(\.upperBound).max()!)
    (minX, minY, maxX, maxY) = (Int32(left), Int32(first), Int32(right), Int32(last + 1))
    (centerX, centerY) = (Float(left + right - 1) / 2, Float(first + last) / 2)
    var squared: Float = 0
    for (y, span) in spans.enumerated() where !span.isEmpty {
      let dy = Float(y) - centerY
      let dx = max(abs(Float(span.lowerBound) - centerX), abs(Float(span.upperBound - 1) - centerX))
      squared = max(squared, dx * dx + dy * dy)
    }
    radius = squared.squareRoot()
  }
}
