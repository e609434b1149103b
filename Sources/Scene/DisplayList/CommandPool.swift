/// Reused memory of commands: areas of moving paths, silhouettes of shadows, batches of rectangles.
// Moves between threads with its display list. An evaluation uses it only if that list held the last reference.
// Unchecked access: each stroke needs several accesses, and only one evaluation has the pool.
final class CommandPool: @unchecked Sendable {
  @exclusivity(unchecked) private var strokes = StrokeScratch()
  /// Free areas, that for the first command last.
  @exclusivity(unchecked) private var areas: [PathArea] = []
  /// Areas of the present list, in order.
  @exclusivity(unchecked) private var lent: [PathArea] = []
  private var shadows: [ShadowCommand] = []
  private var rects: [RectBatch] = []
  /// Whether the present list has shadow or batch commands.
  private var lendsCommands = false

  /// Takes memory of unused commands. Older unused memory is released.
  func recycle(_ commands: inout [DrawCommand]) {
    areas.removeAll(keepingCapacity: true)
    lent.reverse()
    swap(&areas, &lent)
    shadows.removeAll(keepingCapacity: true)
    rects.removeAll(keepingCapacity: true)
    guard lendsCommands else { return }
    lendsCommands = false
    for index in commands.indices.reversed() {
      // Commands release the memory, so that there is a single reference.
      if case .shadow(var shadow) = commands[index] {
        commands[index] = .popGroup
        shadow.removeAll()
        shadows.append(shadow)
      } else if case .rects(let batch) = commands[index] {
        commands[index] = .popGroup
        giveBack(batch)
      }
    }
  }

  /// Returns an empty shadow.
  func shadow() -> ShadowCommand {
    lendsCommands = true
    return shadows.popLast()
      ?? ShadowCommand(
        bounds: .empty, silhouette: [], silhouetteBounds: .empty, color: 0, sigmaX: 0, sigmaY: 0, offsetX: 0, offsetY: 0
      )
  }

  /// Returns an empty batch.
  func batch() -> RectBatch {
    lendsCommands = true
    return rects.popLast() ?? RectBatch()
  }

  func giveBack(_ batch: consuming RectBatch) {
    batch.removeAll()
    rects.append(batch)
  }

  func area(_ path: CGPath.Geometry, tolerance: CGFloat) -> PathArea {
    var area = takeSpare()
    PathArea.refill(&area) { path.appendPolygons(tolerance: tolerance, to: &$0) }
    return area
  }

  /// The area of a stroke.
  /// - Parameter keepsLines: whether the path does not change with the pen.
  func area(stroking path: CGPath.Geometry, _ style: StrokeStyle, tolerance: CGFloat, keepsLines: Bool) -> PathArea {
    var area = takeSpare()
    PathArea.refill(&area, turnsOneWay: true) {
      strokes.stroke(path, style, tolerance: tolerance, keepsLines: keepsLines, into: &$0)
    }
    return area
  }

  /// Marks an area as used by a command. Areas without a command are released at once.
  func lend(_ area: PathArea) { lent.append(area) }

  private func takeSpare() -> PathArea {
    // An area with another reference (a stored shadow) is not changed.
    while var area = areas.popLast() {
      if isKnownUniquelyReferenced(&area) { return area }
    }
    return PathArea()
  }
}
