/// Chooses the colours of faint and transparent pixels for encoders that lose something.
///
/// Dividing by alpha leaves noise where alpha is small: with an alpha of 1 each component is 0 or 255, and neither can
/// be told from what lies between when the picture is put over something. Encoders pay for its hard edges, and shared
/// colour samples and block transforms pull them, and the black of what is wholly transparent, into soft edges. Here a
/// pixel takes the colour of the light around it, as near as it may: over black, white or anything between, a component
/// changes by at most 1 of 255. Alpha stays as it is.
///
/// The light around is looked for in a pyramid: premultiplied means of cells, each filled up with those of the next
/// level as far as it is empty itself.
package struct FaintColors: Sendable {
  /// Pixels with more alpha than this keep their colours: there the noise is weaker than what encoders lose.
  package static let mostAlpha: UInt32 = 64
  /// Rows and columns of a cell of the lowest level.
  private static let side = 4
  /// Alpha of a cell at which its own light and that from around count alike.
  private static let halfAlpha: Float = 2

  private let width: Int
  private let height: Int
  private var levels: [Level]

  private struct Level {
    let columns: Int
    let rows: Int
    /// Sums of premultiplied blue, green, red and of alpha; colours when they are filled.
    var cells: [SIMD4<Float>]

    init(_ columns: Int, _ rows: Int) {
      (self.columns, self.rows) = (columns, rows)
      cells = Array(repeating: .zero, count: columns * rows)
    }
  }

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    var (columns, rows) = ((width + Self.side - 1) / Self.side, (height + Self.side - 1) / Self.side)
    levels = [Level(columns, rows)]
    while columns > 1 || rows > 1 {
      (columns, rows) = ((columns + 1) / 2, (rows + 1) / 2)
      levels.append(Level(columns, rows))
    }
  }

  /// - Parameter pixels: straight, `width * height` of them.
  package mutating func fill(_ pixels: inout MutableSpan<UInt32>) {
    gather(pixels.span)
    for index in levels.indices.dropFirst() { gather(into: index) }
    spread()
    for y in 0..<height { apply(to: &pixels, y) }
  }

  // MARK: Means

  private mutating func gather(_ pixels: Span<UInt32>) {
    let (columns, width, height) = (levels[0].columns, width, height)
    var cells = levels[0].cells.mutableSpan
    for index in cells.indices { cells[index] = .zero }
    for y in 0..<height {
      let (row, cell) = (pixels.extracting(y * width..<(y + 1) * width), y / Self.side * columns)
      for x in row.indices where row[x] >> 24 != 0 {
        let pixel = Self.components(row[x])
        cells[cell + x / Self.side] += Self.weighted(pixel, alpha: pixel.w)
      }
    }
  }

  private mutating func gather(into index: Int) {
    let (below, columns) = (levels[index - 1], levels[index].columns)
    var cells = levels[index].cells.mutableSpan
    for place in cells.indices { cells[place] = .zero }
    for y in 0..<below.rows {
      for x in 0..<below.columns { cells[y / 2 * columns + x / 2] += below.cells[y * below.columns + x] }
    }
  }

  /// From the highest level down, sums become colours.
  private mutating func spread() {
    var pixels = Float(Self.side * Self.side) * Float(1 << (2 * (levels.count - 1)))
    var above: Level?
    for index in levels.indices.reversed() {
      let (columns, prior) = (levels[index].columns, Self.halfAlpha * pixels)
      var cells = levels[index].cells.mutableSpan
      for place in cells.indices {
        let around = above.map { Self.sample($0, place % columns, place / columns, side: 2) } ?? .zero
        let (sum, weight) = (cells[place], above == nil ? 0 : prior)
        let whole = sum.w + weight
        cells[place] = whole == 0 ? .zero : (sum + around * weight) / whole
        cells[place].w = 0
      }
      above = levels[index]
      pixels /= 4
    }
  }

  // MARK: Colours

  private func apply(to pixels: inout MutableSpan<UInt32>, _ y: Int) {
    let (level, down) = (levels[0], Self.place(y, Self.side, levels[0].rows))
    let (upper, lower) = (down.first * level.columns, down.second * level.columns)
    let cells = level.cells.span
    var (column, left, right) = (-1, SIMD4<Float>.zero, SIMD4<Float>.zero)
    for x in 0..<width {
      let pixel = pixels[y * width + x]
      guard pixel >> 24 <= Self.mostAlpha else { continue }
      let across = Self.place(x, Self.side, level.columns)
      if across.second != column {
        column = across.second
        left = Self.mix(cells[upper + across.first], cells[lower + across.first], down.part)
        right = Self.mix(cells[upper + column], cells[lower + column], down.part)
      }
      pixels[y * width + x] = Self.near(Self.mix(left, right, across.part), pixel)
    }
  }

  /// A pixel with a colour, as far as it may have it.
  @inline(__always)
  private static func near(_ color: SIMD4<Float>, _ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    var color = color
    if alpha > 0 {
      // Straight colours whose products with alpha differ by less than 1.
      let (own, reach) = (components(pixel), 254 / Float(alpha))
      color = color.clamped(lowerBound: own - reach, upperBound: own + reach)
    }
    color.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    color += 0.5
    return alpha << 24 | UInt32(color.z) << 16 | UInt32(color.y) << 8 | UInt32(color.x)
  }

  /// The colour at the middle of a pixel, or of a cell with a part of the side; straight between the middles of cells.
  @inline(__always)
  private static func sample(_ level: Level, _ x: Int, _ y: Int, side: Int) -> SIMD4<Float> {
    let (across, down) = (place(x, side, level.columns), place(y, side, level.rows))
    let cells = level.cells.span
    let (upper, lower) = (down.first * level.columns, down.second * level.columns)
    let top = mix(cells[upper + across.first], cells[upper + across.second], across.part)
    return mix(top, mix(cells[lower + across.first], cells[lower + across.second], across.part), down.part)
  }

  /// The two cells around a place, and how near it is to the second.
  @inline(__always)
  private static func place(_ place: Int, _ side: Int, _ count: Int) -> (first: Int, second: Int, part: Float) {
    // In halves of a pixel, from half a cell to the left on.
    let halves = 2 * place + 1 - side
    let first = halves < 0 ? -1 : halves / (2 * side)
    let part = Float(halves - first * 2 * side) / Float(2 * side)
    return (max(first, 0), min(first + 1, count - 1), part)
  }

  @inline(__always)
  private static func mix(_ one: SIMD4<Float>, _ other: SIMD4<Float>, _ part: Float) -> SIMD4<Float> {
    one + (other - one) * part
  }

  /// Blue, green, red and alpha.
  @inline(__always)
  private static func components(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24))
  }

  /// Times alpha; the last component is the alpha itself.
  @inline(__always)
  private static func weighted(_ color: SIMD4<Float>, alpha: Float) -> SIMD4<Float> {
    var result = color * alpha
    result.w = alpha
    return result
  }
}
