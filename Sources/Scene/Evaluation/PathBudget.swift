/// Work of the paths of one frame: flattened points, and edges that meet a strip of the sweep. Each takes up to 50 ns
/// (measured on dense scribbles, including filling), so a frame takes at most four seconds.
///
/// Without a limit, copies of a path with many points took minutes. Cached results count too, because a frame must not
/// depend on previous ones.
enum PathBudget {
  static let perFrame = WorkBudget(80 << 20)

  /// Cost of an element before it is processed.
  static func cost(ofElement isKept: Bool) -> Int { isKept ? 1 : 16 }

  /// Cost of the path that is filled or clipped, if any.
  static func cost(of command: DrawCommand) -> Int { command.path.map { cost(of: $0.area, in: command.bounds) } ?? 0 }

  /// Cost of an area in `bounds`.
  ///
  /// The sweep has a strip between successive heights of points, and strips are cut where edges cross. Both are limited
  /// to fractions of a pixel. In each strip, it processes every edge that passes. Very many edges are slow, because
  /// memory access is not sequential.
  static func cost(of area: PathArea, in bounds: DeviceRect) -> Int {
    let (count, crossed) = (Double(area.pointCount), area.edgesCrossed)
    let heights = Double(bounds.height) * 256
    if count > 65_536 { return clamped(count + heights / 128 * crossed * 3) }
    let strips = min(2 * count, count > 8192 ? heights / 32 : heights)
    let cuts = min(
      count * max(crossed - 2, 0) / 2, crossed > 512 ? heights / 128 : crossed > 32 ? heights / 32 : heights)
    return clamped(count + (strips + cuts) * crossed)
  }

  private static func clamped(_ cost: Double) -> Int { cost < 0x1p60 ? Int(cost) : 1 << 60 }
}

/// The remaining work of one type for a frame.
struct WorkBudget {
  private var left: Int

  init(_ amount: Int) { left = amount }

  /// Subtracts a cost. Returns false if not enough remains.
  mutating func take(_ cost: Int) -> Bool {
    guard cost <= left else { return false }
    left -= cost
    return true
  }
}

extension Int {
  /// The sum, limited to the largest number, for counts that documents can make arbitrarily large.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }
}
