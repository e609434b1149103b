package struct AtlasOptions: Sendable {
  /// Number of columns of a grid with equal cells; nil: about as many as rows, or packed.
  package var columns: Int?
  /// Whether frames are packed tightly, and equal ones share a rectangle.
  package var isPacked = false
  /// Empty pixels between frames, 0 to 256.
  package var padding = 0
  /// Pixels of a frame's edge that are repeated around it, 0...64, so that reduced images do not fade at the edges.
  package var extrusion = 0
  /// Whether empty edges are removed: from each frame, or from all frames of a grid alike.
  package var trims = false
  package var hasPowerOfTwo = false
  /// Longest side of the sheet in pixels.
  package var largestSide = 8192

  package init() {}
}

package struct AtlasLayout: Sendable, Equatable {
  package private(set) var width = 0
  package private(set) var height = 0
  /// Rectangles of the frames without repeated edges.
  package private(set) var places: [AtlasRect] = []

  /// Errors: a sheet that is too large.
  package init(_ parts: [AtlasRect], _ options: AtlasOptions) throws(AtlasError) {
    if options.isPacked {
      self = try Self.packed(parts, options)
    } else {
      let columns = options.columns ?? Int(Double(parts.count).squareRoot().rounded(.up))
      self.init(grid: parts, columns: max(1, columns), options)
    }
    if options.hasPowerOfTwo { (width, height) = (Self.powerOfTwo(width), Self.powerOfTwo(height)) }
    guard max(width, height) <= options.largestSide else {
      throw AtlasError(
        "the sheet would have \(width)x\(height) pixels; the limit is \(options.largestSide) per side; use fewer or "
          + "smaller frames, or --trim and --packed")
    }
  }

  private init(grid parts: [AtlasRect], columns: Int, _ options: AtlasOptions) {
    let edge = 2 * options.extrusion
    let (cellWidth, cellHeight) = (parts.map(\.width).max() ?? 1, parts.map(\.height).max() ?? 1)
    let (stepX, stepY) = (cellWidth + edge + options.padding, cellHeight + edge + options.padding)
    let rows = (parts.count + columns - 1) / columns
    (width, height) = (min(columns, parts.count) * stepX - options.padding, rows * stepY - options.padding)
    places = parts.enumerated().map { index, part in
      AtlasRect(
        x: index % columns * stepX + options.extrusion, y: index / columns * stepY + options.extrusion,
        width: part.width, height: part.height)
    }
  }

  private init() {}

  private static func powerOfTwo(_ side: Int) -> Int {
    side <= 1 ? 1 : 1 << (Int.bitWidth - (side - 1).leadingZeroBitCount)
  }

  /// The smallest sheet of several widths.
  private static func packed(_ parts: [AtlasRect], _ options: AtlasOptions) throws(AtlasError) -> AtlasLayout {
    let edge = 2 * options.extrusion + options.padding
    let area = parts.reduce(0.0) { $0 + Double($1.width + edge) * Double($1.height + edge) }
    let least = (parts.map(\.width).max() ?? 1) + 2 * options.extrusion
    guard least <= options.largestSide else {
      throw AtlasError("a frame has \(least) pixels; the limit of a sheet is \(options.largestSide) per side")
    }
    let powers = (0..<16).map { 1 << $0 }
    let sides = (0...24).map { Int(area.squareRoot() * (0.7 + Double($0) * 0.06)) }
    let widths = Set((options.hasPowerOfTwo ? powers : sides).map { min(max($0, least), options.largestSide) })
    var best: AtlasLayout?
    for width in widths.sorted() {
      let layout = Self.packed(parts, width: width, options)
      let isSmaller = best.map { layout.cost(options) < $0.cost(options) } ?? true
      if isSmaller { best = layout }
    }
    return best ?? AtlasLayout()
  }

  /// Pixels, then the most square sheet. A sheet above the height limit is worst.
  private func cost(_ options: AtlasOptions) -> Double {
    let (w, h) = options.hasPowerOfTwo ? (Self.powerOfTwo(width), Self.powerOfTwo(height)) : (width, height)
    return Double(w) * Double(h) + Double(abs(w - h)) * 0.5 + (h > options.largestSide ? 1e15 : 0)
  }

  /// Places the highest frames first, each as far up as possible.
  private static func packed(_ parts: [AtlasRect], width: Int, _ options: AtlasOptions) -> AtlasLayout {
    let (edge, gap) = (2 * options.extrusion, options.padding)
    var layout = AtlasLayout()
    layout.places = parts
    var line = [Skyline(x: 0, y: 0, width: width + gap)]
    let order = parts.indices.sorted {
      (-parts[$0].height, -parts[$0].width, $0) < (-parts[$1].height, -parts[$1].width, $1)
    }
    for index in order {
      let (wide, high) = (parts[index].width + edge + gap, parts[index].height + edge + gap)
      let (x, y) = Skyline.place(wide, on: &line, height: high, within: width + gap)
      layout.places[index] = AtlasRect(
        x: x + options.extrusion, y: y + options.extrusion, width: parts[index].width, height: parts[index].height)
      layout.width = max(layout.width, x + wide - gap)
      layout.height = max(layout.height, y + high - gap)
    }
    return layout
  }
}

private struct Skyline {
  var x: Int
  var y: Int
  var width: Int

  /// Takes the highest position that is wide enough, then the leftmost.
  static func place(_ width: Int, on line: inout [Skyline], height: Int, within limit: Int) -> (x: Int, y: Int) {
    var (best, place) = (Int.max, (x: 0, y: 0))
    for step in line where step.x + width <= limit {
      let y = line.filter { $0.x < step.x + width && $0.x + $0.width > step.x }.map(\.y).max() ?? 0
      if y < best { (best, place) = (y, (step.x, y)) }
    }
    let end = place.x + width
    var next: [Skyline] = []
    for step in line {
      if step.x < place.x { next.append(Skyline(x: step.x, y: step.y, width: min(step.width, place.x - step.x))) }
      if step.x + step.width > end {
        let x = max(step.x, end)
        next.append(Skyline(x: x, y: step.y, width: step.x + step.width - x))
      }
    }
    next.append(Skyline(x: place.x, y: place.y + height, width: width))
    line = next.sorted { $0.x < $1.x }
    return place
  }
}

package struct AtlasError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
