/// Work of the paths of one frame: points that are flattened, edges that meet a strip of the sweep. One takes
/// up to 50 ns (measured on dense scribbles with their filling), so that a frame takes four seconds at most.
///
/// Without a limit, copies of a path of many points took minutes. It does not count what is kept from frame to frame: a
/// frame has the same picture whatever was drawn before.
enum PathBudget {
  /// Budget of a frame.
  static let perFrame = WorkBudget(80 << 20)

  /// Cost of one element, before anything is made of it.
  static func cost(ofElement isKept: Bool) -> Int { isKept ? 1 : 16 }

  /// Cost of the path that a command fills or is clipped to, if there is one.
  static func cost(of command: DrawCommand) -> Int {
    command.path.map { cost(of: $0.area, in: command.bounds) } ?? 0
  }

  /// Cost of an area seen in `bounds`.
  ///
  /// The sweep has a strip between any two heights of points, and is cut where edges cross; both are limited to parts
  /// of a pixel. In each strip it looks at every edge that passes; where they are very many, they are far away in
  /// memory, and new ones do not come in order.
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

/// Work of one kind that is left to one frame, in units of its own.
struct WorkBudget {
  private var left: Int

  init(_ amount: Int) { left = amount }

  /// Takes a cost off what is left; false where that is not enough.
  mutating func take(_ cost: Int) -> Bool {
    guard cost <= left else { return false }
    left -= cost
    return true
  }
}

extension Int {
  /// The sum, or the largest number where that is less: for counts that documents make as large as they like.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }
}
