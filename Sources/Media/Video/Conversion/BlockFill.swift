/// Fills transparent pixels with the mean colour of their coding block.
///
/// Division by alpha gives black where alpha is 0, and ProRes would use most bits for invisible edges between black and
/// bright colours. The mean of a block needs only its first coefficient. Invisible blocks use the mean of their
/// neighbours, so that scaling in an editor mixes no black into edges; the rest stays black. Alpha does not change.
/// (`FaintColors` is for VP9, whose blocks have many sizes.)
struct BlockFill {
  private static let side = 8

  private let width: Int
  private let height: Int
  private let columns: Int
  private let rows: Int
  /// Mean of the visible pixels of each block; alpha is 0 without any.
  private var means: [UInt32]

  private init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    (columns, rows) = ((width + Self.side - 1) / Self.side, (height + Self.side - 1) / Self.side)
    means = Array(repeating: 0, count: columns * rows)
  }

  /// - Parameter pixels: `width * height` straight pixels.
  static func fill(_ pixels: inout MutableSpan<UInt32>, width: Int, height: Int) {
    var fill = BlockFill(width: width, height: height)
    for row in 0..<fill.rows {
      for column in 0..<fill.columns {
        fill.means[row * fill.columns + column] = fill.mean(of: pixels.span, column, row)
      }
    }
    for row in 0..<fill.rows {
      for column in 0..<fill.columns { fill.apply(to: &pixels, column, row) }
    }
  }

  private func lines(_ row: Int) -> Range<Int> { row * Self.side..<min((row + 1) * Self.side, height) }
  private func pixels(_ column: Int, ofLine y: Int) -> Range<Int> {
    y * width + column * Self.side..<y * width + min((column + 1) * Self.side, width)
  }

  private func mean(of all: Span<UInt32>, _ column: Int, _ row: Int) -> UInt32 {
    // Weighted by alpha. Red and blue share a number, because each sum is below 2^32.
    var (ends, green, alpha) = (UInt64(0), UInt64(0), UInt64(0))
    for y in lines(row) {
      let line = all.extracting(pixels(column, ofLine: y))
      for index in line.indices {
        let pixel = UInt64(line[index])
        let weight = pixel >> 24
        ends += ((pixel & 0xFF) | (pixel & 0xFF0000) << 16) * weight
        green += (pixel >> 8 & 0xFF) * weight
        alpha += weight
      }
    }
    guard alpha > 0 else { return 0 }
    let half = alpha / 2
    let (red, blue) = (((ends >> 32) + half) / alpha, ((ends & 0xFFFF_FFFF) + half) / alpha)
    return 0xFF00_0000 | UInt32(red << 16 | ((green + half) / alpha) << 8 | blue)
  }

  private func apply(to all: inout MutableSpan<UInt32>, _ column: Int, _ row: Int) {
    let own = means[row * columns + column]
    let color = (own != 0 ? own : meanAround(column, row)) & 0xFF_FFFF
    guard color != 0 else { return }
    for y in lines(row) {
      for index in pixels(column, ofLine: y) where all[index] >> 24 == 0 { all[index] = color }
    }
  }

  /// Mean colour of the visible blocks among the eight neighbours; 0 without any.
  private func meanAround(_ column: Int, _ row: Int) -> UInt32 {
    var (red, green, blue, count) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
    for y in max(row - 1, 0)...min(row + 1, rows - 1) {
      for x in max(column - 1, 0)...min(column + 1, columns - 1) where means[y * columns + x] != 0 {
        let mean = means[y * columns + x]
        red += mean >> 16 & 0xFF
        green += mean >> 8 & 0xFF
        blue += mean & 0xFF
        count += 1
      }
    }
    return count == 0 ? 0 : (red / count) << 16 | (green / count) << 8 | blue / count
  }
}
