/// Memory of what commands refer to: areas of moving paths, silhouettes of shadows, batches of rectangles. The next
/// frame uses it again.
// Crosses threads with the display list that carries it: an evaluation uses it if that list held the last reference.
// Unchecked access: each stroke takes several, and one evaluation alone has the pool.
final class CommandPool: @unchecked Sendable {
  @exclusivity(unchecked) private var strokes = StrokeScratch()
  /// Areas that are no longer drawn, the one for the first command last.
  @exclusivity(unchecked) private var areas: [PathArea] = []
  /// Those that the present list draws, in order.
  @exclusivity(unchecked) private var lent: [PathArea] = []
  private var shadows: [ShadowCommand] = []
  private var rects: [RectBatch] = []
  /// Whether the present list has commands of these two kinds.
  private var lendsCommands = false

  /// Takes over what commands refer to that is not needed any more. Of earlier ones, the unused go.
  func recycle(_ commands: inout [DrawCommand]) {
    areas.removeAll(keepingCapacity: true)
    lent.reverse()
    swap(&areas, &lent)
    shadows.removeAll(keepingCapacity: true)
    rects.removeAll(keepingCapacity: true)
    guard lendsCommands else { return }
    lendsCommands = false
    for index in commands.indices.reversed() {
      // Commands let go of what is taken over, so that there is one reference.
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

  /// A shadow of nothing.
  func shadow() -> ShadowCommand {
    lendsCommands = true
    return shadows.popLast()
      ?? ShadowCommand(
        bounds: .empty, silhouette: [], silhouetteBounds: .empty, color: 0, sigmaX: 0, sigmaY: 0, offsetX: 0, offsetY: 0
      )
  }

  /// A batch of nothing.
  func batch() -> RectBatch {
    lendsCommands = true
    return rects.popLast() ?? RectBatch()
  }

  /// Takes a batch that is not drawn, or not any more.
  func giveBack(_ batch: consuming RectBatch) {
    batch.removeAll()
    rects.append(batch)
  }

  /// The area inside a path.
  func area(_ path: CGPath.Geometry, tolerance: CGFloat) -> PathArea {
    var area = takeSpare()
    PathArea.refill(&area) { path.appendPolygons(tolerance: tolerance, to: &$0) }
    return area
  }

  /// The area that a pen covers.
  /// - Parameter keepsLines: whether the path stays as it is while the pen changes.
  func area(stroking path: CGPath.Geometry, _ style: StrokeStyle, tolerance: CGFloat, keepsLines: Bool) -> PathArea {
    var area = takeSpare()
    PathArea.refill(&area, turnsOneWay: true) {
      strokes.stroke(path, style, tolerance: tolerance, keepsLines: keepsLines, into: &$0)
    }
    return area
  }

  /// Notes an area that a command draws: those that none draws go at once, however many there are.
  func lend(_ area: PathArea) { lent.append(area) }

  private func takeSpare() -> PathArea {
    // One that something else still refers to (a shadow that is kept) stays as it is.
    while var area = areas.popLast() {
      if isKnownUniquelyReferenced(&area) { return area }
    }
    return PathArea()
  }
}
