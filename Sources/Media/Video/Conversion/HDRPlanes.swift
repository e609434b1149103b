import CStarmineFFmpeg
import CStarminePixelKernels
import StarmineRaster

/// Floats as planes of luma and colour differences of high dynamic range.
///
/// A colour sample lies where the first pixel of its block does, and is made of that and its neighbours; so the last
/// row and the last column of what came before are kept, and tiles come row by row, each from the left.
struct HDRPlanes: Sendable {
  private let hdr: HighDynamicRange
  private let luma: PixelDeepComponent
  private let differences: [PixelDeepComponent]
  /// Pixels that share a colour sample, as powers of two.
  private let log2Width: Int
  private let log2Height: Int
  /// The largest sample of alpha; nil: there is none.
  private let mostAlpha: Float?
  private var levels = PixelLevels()
  /// Three lines of a tile, each with a pixel before the first, and where each begins.
  private var memory: [DeepPixel] = []
  private var lines = Lines()
  /// The last column of the tile on the left.
  private var left: [DeepPixel] = []
  /// The last rows of the tiles above and of those beside.
  private var above: [DeepPixel] = []
  private var beside: [DeepPixel] = []

  /// Two rows of a tile and the one above them.
  private struct Lines {
    var above = 0
    var upper = 0
    var lower = 0
  }

  /// Room before a line's first pixel, so that it lies as well as the frame's do.
  private static let margin = 4
  /// Pixels that kernels read and write beyond a line's end.
  private static let slack = 32

  /// Nil for formats of other colours.
  init?(_ format: VideoFormat) {
    guard let hdr = format.hdr, let matrix = format.color.matrix,
      let description = av_pix_fmt_desc_get(format.pixelFormat)
    else { return nil }
    self.hdr = hdr
    let depth = Int(description.pointee.comp.0.depth)
    (log2Width, log2Height) = (Int(description.pointee.log2_chroma_w), Int(description.pointee.log2_chroma_h))
    mostAlpha = description.pointee.nb_components == 4 ? Float(1 << depth - 1) : nil
    let step = Float(1 << (depth - 8))
    luma = PixelDeepComponent(matrix.luma, 255 * step, offset: 16 * step)
    let parts: Float = log2Width > 0 ? 16 : 1
    differences = [matrix.blue_difference, matrix.red_difference].map {
      PixelDeepComponent($0, 255 * step / parts, offset: 128 * step)
    }
  }

  var hasAlpha: Bool { mostAlpha != nil }

  /// Light of the frame that has been written since this was last asked for.
  mutating func takeLevel(pixels: Int) -> LightLevel {
    defer { levels = PixelLevels() }
    return LightLevel(
      most: Double(levels.most) / LightLevel.steps, mean: Double(levels.sum) / Double(pixels) / LightLevel.steps)
  }

  /// - Precondition: tiles come in order, and begin at a column and a row that are multiples of 16 and 2.
  mutating func write(_ tile: DeepTile, to target: borrowing OwnedFrame) {
    precondition(tile.x % 16 == 0 && tile.y % 2 == 0, "HDRPlanes: a tile starts inside of a block")
    begin(tile, frameWidth: target.width)
    let (hdr, planes) = (hdr, Planes(target))
    hdr.withKernel { kernel in write(tile, planes, &kernel) }
    beside.replaceSubrange(tile.x..<tile.x + tile.width, with: memory[lines.above..<lines.above + tile.width])
  }

  private mutating func write(_ tile: DeepTile, _ planes: Planes, _ kernel: inout PixelHDR) {
    for y in stride(from: 0, to: tile.height, by: 2) {
      encode(tile, y, to: lines.upper, &kernel)
      // The frame's first row is its own neighbour.
      if tile.y == 0, y == 0 { lines.above = lines.upper }
      let hasNext = y + 1 < tile.height
      if hasNext { encode(tile, y + 1, to: lines.lower, &kernel) }
      memory.withRow { base in
        write(base.from(lines.upper), tile, y, planes)
        if hasNext { write(base.from(lines.lower), tile, y + 1, planes) }
        if log2Width > 0 { writeDifferences(base, tile, y, hasNext: hasNext, planes) }
      }
      advance(hasNext: hasNext)
    }
  }

  /// Takes up where the tiles above have ended.
  private mutating func begin(_ tile: DeepTile, frameWidth: Int) {
    let room = Self.margin + ((tile.width + 15) & ~15) + Self.slack
    if memory.count < 3 * room { memory = [DeepPixel](repeating: .zero, count: 3 * room) }
    lines = Lines(above: Self.margin, upper: Self.margin + room, lower: Self.margin + 2 * room)
    if left.count < tile.height { left = [DeepPixel](repeating: .zero, count: tile.height) }
    if beside.count != frameWidth {
      beside = [DeepPixel](repeating: .zero, count: frameWidth)
      above = beside
    }
    if tile.x == 0 { swap(&above, &beside) }
    memory.replaceSubrange(lines.above..<lines.above + tile.width, with: above[tile.x..<tile.x + tile.width])
    memory[lines.above - 1] = above[max(0, tile.x - 1)]
  }

  /// The last row that was made is the one above the next.
  private mutating func advance(hasNext: Bool) {
    let spare = lines.above == lines.upper ? Self.margin : lines.above
    lines =
      hasNext
      ? Lines(above: lines.lower, upper: spare, lower: lines.upper)
      : Lines(above: lines.upper, upper: spare, lower: lines.lower)
  }

  /// A row of a tile by the file's curve.
  private mutating func encode(_ tile: DeepTile, _ y: Int, to line: Int, _ kernel: inout PixelHDR) {
    var levels = levels
    memory.withMutableRow { memory in
      pixel_hdr_row(memory.from(line).start, tile.row(y).start, &kernel, &levels, tile.width)
    }
    self.levels = levels
    memory[line - 1] = tile.x == 0 ? memory[line] : left[y]
    left[y] = memory[line + tile.width - 1]
  }

  /// What each pixel of a row has for itself.
  private func write(_ row: SourceRow<DeepPixel>, _ tile: DeepTile, _ y: Int, _ planes: Planes) {
    var luma = luma
    pixel_deep_luma(planes.samples(0, tile.x, tile.y + y).start, row.start, &luma, tile.width)
    guard log2Width == 0 else { return }
    for (plane, weights) in differences.enumerated() {
      var weights = weights
      pixel_deep_luma(planes.samples(plane + 1, tile.x, tile.y + y).start, row.start, &weights, tile.width)
    }
    guard let mostAlpha else { return }
    let alphas = planes.samples(3, tile.x, tile.y + y)
    for x in 0..<tile.width { alphas[x] = UInt16(max(0, min(1, row[x].w)) * mostAlpha + 0.5) }
  }

  /// Differences of blocks: of one row of them, or of one for each row of pixels.
  private func writeDifferences(
    _ base: SourceRow<DeepPixel>, _ tile: DeepTile, _ y: Int, hasNext: Bool, _ planes: Planes
  ) {
    let (upper, lower) = (base.from(lines.upper), base.from(hasNext ? lines.lower : lines.upper))
    if log2Height == 1 {
      return writeDifferences(base.from(lines.above), upper, lower, tile, (tile.y + y) / 2, planes)
    }
    writeDifferences(upper, upper, upper, tile, tile.y + y, planes)
    if hasNext { writeDifferences(lower, lower, lower, tile, tile.y + y + 1, planes) }
  }

  private func writeDifferences(
    _ above: SourceRow<DeepPixel>, _ row: SourceRow<DeepPixel>, _ below: SourceRow<DeepPixel>, _ tile: DeepTile,
    _ line: Int, _ planes: Planes
  ) {
    pixel_sited_chroma(
      planes.samples(1, tile.x / 2, line).start, planes.samples(2, tile.x / 2, line).start, above.start, row.start,
      below.start, differences, tile.width / 2)
  }

  /// Planes of samples of 16 bits.
  private struct Planes {
    private let planes: [FramePlane<UInt16>?]

    init(_ frame: borrowing OwnedFrame) {
      planes = [
        frame.plane(0, of: UInt16.self), frame.plane(1, of: UInt16.self), frame.plane(2, of: UInt16.self),
        frame.plane(3, of: UInt16.self),
      ]
    }

    func samples(_ plane: Int, _ x: Int, _ y: Int) -> SampleRow<UInt16> {
      guard let plane = planes[plane] else { preconditionFailure("HDRPlanes: a plane is missing") }
      return plane.row(y, from: x)
    }
  }
}
