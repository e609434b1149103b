import CStarminePixelKernels

/// Chooses colours of faint and transparent pixels for lossy encoders.
///
/// Division by alpha gives noise where alpha is small: with an alpha of 1 each component is 0 or 255, which is
/// invisible when blended. Encoders need bits for the hard edges, and chroma subsampling and block transforms spread
/// them, and the black of transparent pixels, into soft edges. Here a faint pixel gets the colour of its surroundings
/// within the invisible range: over any background, a component changes by at most 1 of 255. Alpha does not change.
///
/// The surroundings come from a pyramid of premultiplied means of cells. Empty cells are filled from the next level.
package struct FaintColors: Sendable {
  /// Pixels with more alpha keep their colours: their noise is below the loss of encoders.
  package static let mostAlpha = UInt32(PIXEL_FAINTEST)
  /// Size of a cell at the lowest level, as in the kernels.
  private static let side = 4
  /// Alpha of a cell at which its own colour and the surroundings have equal weights.
  private static let halfAlpha: Float = 2

  private let width: Int
  private let height: Int
  private var levels: [Level]

  private struct Level {
    let columns: Int
    let rows: Int
    /// Sums of premultiplied blue, green, red and alpha; later colours.
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

  /// - Parameter pixels: `width * height` straight pixels.
  package mutating func fill(_ pixels: inout MutableSpan<UInt32>) {
    gather(pixels.span)
    for index in levels.indices.dropFirst() { gather(into: index) }
    spread()
    apply(to: &pixels)
  }

  private mutating func gather(_ pixels: Span<UInt32>) {
    let (columns, width, height) = (levels[0].columns, width, height)
    var cells = levels[0].cells.mutableSpan
    for index in cells.indices { cells[index] = .zero }
    pixels.withUnsafeBufferPointer { pixels in
      cells.withUnsafeMutableBufferPointer { cells in
        guard let row = pixels.baseAddress, let cell = UnsafeMutableRawPointer(cells.baseAddress) else { return }
        for y in 0..<height {
          pixel_faint_sums(
            (cell + y / Self.side * columns * 16).assumingMemoryBound(to: Float.self), row + y * width, width)
        }
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

  /// Converts sums to colours, from the highest level down.
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

  private func apply(to pixels: inout MutableSpan<UInt32>) {
    let (level, width) = (levels[0], width)
    level.cells.withUnsafeBytes { cells in
      pixels.withUnsafeMutableBufferPointer { pixels in
        guard let row = pixels.baseAddress, let first = cells.baseAddress else { return }
        let line = { (y: Int) in (first + y * level.columns * 16).assumingMemoryBound(to: Float.self) }
        for y in 0..<height {
          let down = Self.place(y, Self.side, level.rows)
          pixel_faint_row(row + y * width, line(down.first), line(down.second), down.part, level.columns, width)
        }
      }
    }
  }

  /// The interpolated colour at the centre of a pixel or a smaller cell.
  @inline(__always)
  private static func sample(_ level: Level, _ x: Int, _ y: Int, side: Int) -> SIMD4<Float> {
    let (across, down) = (place(x, side, level.columns), place(y, side, level.rows))
    let cells = level.cells.span
    let (upper, lower) = (down.first * level.columns, down.second * level.columns)
    let top = mix(cells[upper + across.first], cells[upper + across.second], across.part)
    return mix(top, mix(cells[lower + across.first], cells[lower + across.second], across.part), down.part)
  }

  /// The two cells around a position, and the weight of the second.
  @inline(__always)
  private static func place(_ place: Int, _ side: Int, _ count: Int) -> (first: Int, second: Int, part: Float) {
    // In half pixels, from half a cell to the left.
    let halves = 2 * place + 1 - side
    let first = halves < 0 ? -1 : halves / (2 * side)
    let part = Float(halves - first * 2 * side) / Float(2 * side)
    return (max(first, 0), min(first + 1, count - 1), part)
  }

  @inline(__always)
  private static func mix(_ one: SIMD4<Float>, _ other: SIMD4<Float>, _ part: Float) -> SIMD4<Float> {
    one + (other - one) * part
  }
}
