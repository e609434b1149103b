import CStarmineFFmpeg
import CStarminePixelKernels
import StarmineRaster

/// Converts floats to luma and difference planes for HDR.
///
/// A colour sample is at the first pixel of its block and includes its neighbours. So the last row and column are kept,
/// and tiles must come in rows from the left.
struct HDRPlanes: Sendable {
  private let hdr: HighDynamicRange
  private let luma: PixelDeepComponent
  private let differences: [PixelDeepComponent]
  /// Pixels per colour sample, as powers of two.
  private let log2Width: Int
  private let log2Height: Int
  private let mostAlpha: Float?
  private var levels = PixelLevels()
  /// Three lines of a tile, each with a pixel before the first, and their starts.
  private var memory: [DeepPixel] = []
  private var lines = Lines()
  private var left: [DeepPixel] = []
  private var above: [DeepPixel] = []
  private var beside: [DeepPixel] = []

  private struct Lines {
    var above = 0
    var upper = 0
    var lower = 0
  }

  /// Space before the first pixel of a line for alignment.
  private static let margin = 4
  /// Pixels that kernels may access beyond the end of a line.
  private static let slack = 32

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

  /// Returns and resets the light level of the frame.
  mutating func takeLevel(pixels: Int) -> LightLevel {
    defer { levels = PixelLevels() }
    return LightLevel(
      most: Double(levels.most) / LightLevel.steps, mean: Double(levels.sum) / Double(pixels) / LightLevel.steps)
  }

  /// - Precondition: tiles come in order, and begin at a column that is a multiple of 16 and an even row.
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
      // The first row of the frame is its own neighbour.
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

  /// Continues after the tiles above.
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

  private mutating func advance(hasNext: Bool) {
    let spare = lines.above == lines.upper ? Self.margin : lines.above
    lines =
      hasNext
      ? Lines(above: lines.lower, upper: spare, lower: lines.upper)
      : Lines(above: lines.upper, upper: spare, lower: lines.lower)
  }

  private mutating func encode(_ tile: DeepTile, _ y: Int, to line: Int, _ kernel: inout PixelHDR) {
    var levels = levels
    memory.withMutableRow { memory in
      pixel_hdr_row(memory.from(line).start, tile.row(y).start, &kernel, &levels, tile.width)
    }
    self.levels = levels
    memory[line - 1] = tile.x == 0 ? memory[line] : left[y]
    left[y] = memory[line + tile.width - 1]
  }

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

  /// Differences of blocks, for one row of blocks or a row per row of pixels.
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

  private struct Planes {
    private let planes: [FramePlane<UInt16>?]

    init(_ frame: borrowing OwnedFrame) {
      planes = [
        frame.plane(0, of: UInt16.self), frame.plane(1, of: UInt16.self), frame.plane(2, of: UInt16.self),
        frame.plane(3, of: UInt16.self),
      ]
    }

    func samples(_ plane: Int, _ x: Int, _ y: Int) -> SampleSpan<UInt16> {
      guard let plane = planes[plane] else { preconditionFailure("HDRPlanes: a plane is missing") }
      return plane.row(y, from: x)
    }
  }
}
