extension Movie {
  /// Frames of a movie that are looked at, evenly spread, to choose its colours.
  private static let (paletteFrames, sceneFrames) = (32, 64)
  /// Share of the pixels that have other colours after a cut.
  private static let cut = 0.5

  /// The colours that fit frames best, by the look of some of them; none where each frame has its own.
  func palettes(
    of frames: Range<Int>, in viewport: Viewport, hasAlpha: Bool, _ scope: PaletteScope
  ) throws(MovieError) -> [ScenePalette] {
    if scope == .frame { return [] }
    var looks = FrameLooks(movie: self, viewport: viewport, hasAlpha: hasAlpha)
    let count = min(frames.count, scope == .movie ? Self.paletteFrames : Self.sceneFrames)
    var scenes: [(firstFrame: Int, colors: PaletteBuilder)] = []
    var previous: (frame: Int, colors: PaletteBuilder)?
    for number in 0..<count {
      let frame = frames.lowerBound + number * frames.count / count
      let colors = try looks.colors(ofFrame: frame)
      if let previous, scope == .movie || previous.colors.difference(colors) < Self.cut {
        scenes[scenes.count - 1].colors.add(colors)
      } else {
        var first = frames.lowerBound
        if let previous { first = try looks.cut(between: previous, and: (frame, colors)) }
        scenes.append((first, colors))
      }
      previous = (frame, colors)
    }
    return scenes.map { ScenePalette(firstFrame: $0.firstFrame, $0.colors.build()) }
  }
}

/// Draws frames to count their colours.
private struct FrameLooks: ~Copyable {
  private let movie: Movie
  private let viewport: Viewport
  private let hasAlpha: Bool
  private var painter = FramePainter(workers: 1)
  private var buffer: PixelBuffer

  init(movie: Movie, viewport: Viewport, hasAlpha: Bool) {
    (self.movie, self.viewport, self.hasAlpha) = (movie, viewport, hasAlpha)
    buffer = PixelBuffer(width: viewport.width, height: viewport.height)
  }

  mutating func colors(ofFrame index: Int) throws(MovieError) -> PaletteBuilder {
    try painter.draw(movie.frame(index, in: viewport), into: &buffer)
    var builder = PaletteBuilder()
    builder.add(buffer, hasAlpha: hasAlpha)
    return builder
  }

  /// The first frame that looks more like the later one of two.
  mutating func cut(
    between left: (frame: Int, colors: PaletteBuilder), and right: (frame: Int, colors: PaletteBuilder)
  ) throws(MovieError) -> Int {
    var (low, high) = (left.frame, right.frame)
    while high - low > 1 {
      let middle = (low + high) / 2
      let colors = try colors(ofFrame: middle)
      if colors.difference(right.colors) < colors.difference(left.colors) { high = middle } else { low = middle }
    }
    return high
  }
}
