/// The tiles of a layer as last drawn.
struct DrawnTiles {
  struct Entry {
    var commands: [DrawCommand]
    /// Start of the fade-in, in the layer's time. Nil: visible at once.
    var begin: Double?
  }

  var plan: TilePlan?
  var drawn: [TilePlan.Tile: Entry] = [:]
  /// Start of the fade-in of tiles that are drawn now.
  var begin: Double?
  var duration = 0.0
  /// Commands below the tiles until these have faded in.
  private var below: [DrawCommand] = []
  private var belowBegin = 0.0
  /// Number of paths left out because the tiles have too many points.
  var droppedPaths = 0

  /// Returns the tiles that another plan can reuse.
  func following(_ plan: TilePlan, at now: Double, duration: Double, anew: Bool) -> DrawnTiles {
    var next = DrawnTiles(plan: plan, begin: self.plan == nil ? nil : now, duration: duration)
    guard let old = self.plan else { return next }
    if !anew, old.hasSameTiles(as: plan) {
      let wanted = Set(plan.tiles)
      next.drawn = drawn.filter { wanted.contains($0.key) }
      next.droppedPaths = droppedPaths
      (next.below, next.belowBegin) = now < belowBegin + duration ? (below, belowBegin) : ([], 0)
    } else {
      (next.below, next.belowBegin) = (old.tiles.flatMap { drawn[$0]?.commands ?? [] }, now)
    }
    return next
  }

  func drawing() -> Drawing {
    var commands = duration > 0 ? below : []
    var fades: [Drawing.Fade] = []
    if !commands.isEmpty {
      fades.append(Drawing.Fade(0..<commands.count, begin: belowBegin, duration: duration, isLeaving: true))
    }
    for entry in plan?.tiles.compactMap({ drawn[$0] }) ?? [] {
      let start = commands.count
      commands += entry.commands
      guard let begin = entry.begin, duration > 0 else { continue }
      fades.append(Drawing.Fade(start..<commands.count, begin: begin, duration: duration))
    }
    return Drawing(commands: commands, fades: fades, droppedPaths: droppedPaths)
  }
}

struct TilePlan: Equatable {
  struct Tile: Hashable {
    var column: Int
    var row: Int
  }

  let bounds: CGRect
  /// Pixels per point.
  let density: CGFloat
  let side: CGSize
  let columns: Range<Int>
  let rows: Range<Int>

  /// Tiles beyond this number are merged into larger ones.
  private static let mostTiles = 4096

  init(bounds: CGRect, density: CGFloat, tileSize: CGSize, visible: CGRect) {
    (self.bounds, self.density) = (bounds, density > 0 && density.isFinite ? density : 1)
    var side = CGSize(width: max(1, tileSize.width) / self.density, height: max(1, tileSize.height) / self.density)
    func range(_ low: CGFloat, _ high: CGFloat, _ side: CGFloat) -> Range<Int> {
      guard low < high, side > 0, let first = Int(exactly: (low / side).rounded(.down)),
        let end = Int(exactly: (high / side).rounded(.up))
      else { return 0..<0 }
      return first..<max(first, end)
    }
    var (columns, rows) = (0..<0, 0..<0)
    repeat {
      columns = range(visible.minX - bounds.minX, visible.maxX - bounds.minX, side.width)
      rows = range(visible.minY - bounds.minY, visible.maxY - bounds.minY, side.height)
      if columns.count.multipliedReportingOverflow(by: rows.count).partialValue <= Self.mostTiles,
        columns.count < 65_536,
        rows.count < 65_536
      {
        break
      }
      side = CGSize(width: side.width * 2, height: side.height * 2)
    } while true
    (self.side, self.columns, self.rows) = (side, columns, rows)
  }

  func hasSameTiles(as other: TilePlan) -> Bool {
    bounds == other.bounds && density == other.density && side == other.side
  }

  var tiles: [Tile] { rows.flatMap { row in columns.map { Tile(column: $0, row: row) } } }

  func rect(_ tile: Tile) -> CGRect {
    CGRect(
      x: bounds.minX + CGFloat(tile.column) * side.width, y: bounds.minY + CGFloat(tile.row) * side.height,
      width: side.width, height: side.height
    ).common(with: bounds)
  }
}
