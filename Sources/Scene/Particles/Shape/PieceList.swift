import CStarmineParticleKernels

/// The pieces of a shape with their weights: lengths of outlines, areas, alpha of pixels.
struct PieceList {
  private(set) var pieces: [(piece: ParticlePiece, weight: Double)] = []
  /// Size of the image in pixels; 0 without an image.
  private(set) var imageSize = SIMD2<Float>.zero

  /// Maximum number of rows of an area, and of crossings of rows with edges.
  private static let (rowLimit, crossingLimit) = (1024, 4_000_000)
  /// Number of chords of a circle.
  private static let chords = 96
  /// Maximum number of pixels of an image and of a video frame. Larger ones are read at half the size or less.
  static let (imageLimit, clipLimit) = (1 << 20, 20_000)

  init() {}

  mutating func add(_ values: EmitterSource.Values, _ shape: EmitterShape, _ mode: EmitterMode) {
    switch shape {
    case .path: if let path = values.path { add(path, mode) }
    case .text: if let text = values.text { add(text, mode) }
    case .rectangles: for rect in values.rects { add(rect.standardized, mode) }
    default: break
    }
  }

  /// The outline of a numeric shape for sequential births, in units of its half extents.
  init(walkAlong shape: EmitterShape) {
    switch shape {
    case .line: addLine(CGPoint(x: -1, y: 0), CGPoint(x: 1, y: 0), outward: SIMD2(0, -1))
    case .rectangle, .cuboid: add(CGRect(x: -1, y: -1, width: 2, height: 2), .outline)
    case .circle, .sphere:
      let rim = (0..<Self.chords).map { index -> CGPoint in
        let angle = Double(index) / Double(Self.chords) * 2 * .pi
        return CGPoint(x: Double.cos(angle), y: Double.sin(angle))
      }
      addOutline(rim, isClosed: true)
    default: addPoint(.zero)
    }
  }

  /// Mirrors the positions vertically.
  mutating func turnOver() {
    for index in pieces.indices {
      pieces[index].piece.y.negate()
      pieces[index].piece.ay.negate()
      pieces[index].piece.by.negate()
      pieces[index].piece.normal_y.negate()
    }
  }

  private mutating func add(_ path: CGPath.Geometry, _ mode: EmitterMode) {
    switch mode {
    case .points: for line in path.flattened(tolerance: 1) { line.points.forEach { addPoint($0) } }
    case .outline, .sequential:
      for line in path.flattened(tolerance: 0.1) { addOutline(line.points, isClosed: line.isClosed) }
    case .surface, .volume: addArea(path.polygons(tolerance: 0.1))
    }
  }

  private mutating func add(_ rect: CGRect, _ mode: EmitterMode) {
    guard rect.minX.isFinite, rect.minY.isFinite, rect.width.isFinite, rect.height.isFinite else { return }
    let corners = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
      CGPoint(x: rect.minX, y: rect.maxY),
    ]
    switch mode {
    case .points: corners.forEach { addPoint($0) }
    case .outline, .sequential: addOutline(corners, isClosed: true)
    case .surface, .volume: addRect(rect.minX, rect.minY, rect.width, rect.height)
    }
  }

  private mutating func addPoint(_ point: CGPoint) {
    var piece = ParticlePiece.empty
    (piece.x, piece.y) = (bounded(point.x), bounded(point.y))
    // A point has no outward direction; particles have their default direction.
    piece.normal_x = 1
    pieces.append((piece, 1))
  }

  private mutating func addRect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) {
    var piece = ParticlePiece.empty
    (piece.x, piece.y, piece.ax, piece.by) = (bounded(x), bounded(y), bounded(width), bounded(height))
    pieces.append((piece, Double(width * height)))
  }

  private mutating func addLine(_ start: CGPoint, _ end: CGPoint, outward: SIMD2<Double>) {
    let (dx, dy) = (Double(end.x - start.x), Double(end.y - start.y))
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0, length.isFinite else { return }
    var piece = ParticlePiece.empty
    (piece.x, piece.y, piece.ax, piece.ay) = (bounded(start.x), bounded(start.y), bounded(dx), bounded(dy))
    (piece.normal_x, piece.normal_y) = (Float(outward.x), Float(outward.y))
    pieces.append((piece, length))
  }

  /// The lines of an outline. Those of a closed one have outward normals.
  private mutating func addOutline(_ points: [CGPoint], isClosed: Bool) {
    guard points.count > 1 else { return }
    let ends = isClosed ? Array(points.dropFirst()) + [points[0]] : Array(points.dropFirst())
    let area = zip(points, ends).reduce(0.0) { $0 + Double($1.0.x * $1.1.y - $1.1.x * $1.0.y) }
    let side = area < 0 ? -1.0 : 1.0
    for (start, end) in zip(points, ends) {
      let (dx, dy) = (Double(end.x - start.x), Double(end.y - start.y))
      let length = max((dx * dx + dy * dy).squareRoot(), 1e-12)
      addLine(start, end, outward: SIMD2(dy / length, -dx / length) * side)
    }
  }

  /// Crossing of a row's middle with an edge, and the direction of the edge.
  private typealias Crossing = (x: Double, way: Int)

  /// The area of polygons as spans of rows, by the non-zero rule.
  private mutating func addArea(_ polygons: CGPath.Geometry.Polygons) {
    let box = polygons.boundingBox
    guard box.height > 0, box.height.isFinite, box.width.isFinite else { return }
    let fitting = Self.crossingLimit / max(1, polygons.points.count)
    let count = max(1, min(Self.rowLimit, fitting, Int(min(Double(box.height) * 2, 1e6).rounded(.up))))
    let height = Double(box.height) / Double(count)
    var rows = [[Crossing]](repeating: [], count: count)
    for range in polygons.ranges {
      for index in range {
        let next = index + 1 < range.upperBound ? index + 1 : range.lowerBound
        Self.cross(&rows, polygons.points[index], polygons.points[next], top: Double(box.minY), height: height)
      }
    }
    for (index, crossings) in rows.enumerated() {
      var (winding, start) = (0, 0.0)
      for crossing in crossings.sorted(by: { $0.x < $1.x }) {
        if winding == 0 { start = crossing.x }
        winding += crossing.way
        guard winding == 0, crossing.x > start else { continue }
        addRect(start, box.minY + CGFloat(Double(index) * height), crossing.x - start, CGFloat(height))
      }
    }
  }

  private static func cross(_ rows: inout [[Crossing]], _ a: CGPoint, _ b: CGPoint, top: Double, height: Double) {
    let (low, high) = a.y < b.y ? (a, b) : (b, a)
    let first = max(0, Int(((Double(low.y) - top) / height - 0.5).rounded(.up)))
    let last = min(rows.count, Int(((Double(high.y) - top) / height - 0.5).rounded(.up)))
    guard first < last else { return }
    let slope = Double(high.x - low.x) / Double(high.y - low.y)
    for row in first..<last {
      let y = top + (Double(row) + 0.5) * height
      rows[row].append((Double(low.x) + (y - Double(low.y)) * slope, a.y < b.y ? 1 : -1))
    }
  }

  /// Adds pixels with their colours, weighted by alpha, in units of half the image around its middle.
  /// - Parameter limit: maximum number of pixels.
  mutating func add(_ image: CGImage, pixels limit: Int) {
    imageSize = SIMD2(Float(image.width), Float(image.height))
    let level = image.levels.first { $0.width * $0.height <= limit } ?? image.base
    let (width, height) = (2 / Float(level.width), 2 / Float(level.height))
    for (index, pixel) in level.pixels.enumerated() where pixel >> 24 > 0 {
      var piece = ParticlePiece.empty
      piece.x = Float(index % level.width) * width - 1
      piece.y = Float(index / level.width) * height - 1
      (piece.ax, piece.by) = (width, height)
      let alpha = Float(pixel >> 24)
      piece.color = ParticleColor(
        red: min(1, Float(pixel >> 16 & 255) / alpha), green: min(1, Float(pixel >> 8 & 255) / alpha),
        blue: min(1, Float(pixel & 255) / alpha), alpha: 1)
      pieces.append((piece, Double(alpha)))
    }
  }
}

extension ParticlePiece {
  /// A white piece without extent that is always kept.
  fileprivate static var empty: ParticlePiece {
    var piece = ParticlePiece()
    (piece.threshold, piece.color) = (2, ParticleColor(red: 1, green: 1, blue: 1, alpha: 1))
    return piece
  }
}
