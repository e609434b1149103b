import Foundation
import StarmineGraphics

/// Memory of what commands refer to: areas of moving paths, silhouettes of shadows. The next frame uses it again.
// Crosses threads with the display list that carries it: an evaluation uses it if that list held the last reference.
final class CommandPool: @unchecked Sendable {
  private var strokes = StrokeScratch()
  /// Areas that are no longer drawn.
  private var areas: [PathArea] = []
  private var shadows: [ShadowCommand] = []

  /// Takes over what commands refer to that nobody needs any more. Of what came so before, the unused goes.
  func recycle(_ commands: inout [DrawCommand]) {
    areas.removeAll(keepingCapacity: true)
    shadows.removeAll(keepingCapacity: true)
    for index in commands.indices.reversed() {
      // Commands let go of what is taken over, so that there is one reference.
      if case .shadow(var shadow) = commands[index] {
        commands[index] = .popGroup
        shadow.removeAll()
        shadows.append(shadow)
      } else if let path = commands[index].path, !path.area.isKept {
        commands[index] = .popGroup
        areas.append(path.area)
      }
    }
  }

  /// A shadow of nothing.
  func shadow() -> ShadowCommand {
    shadows.popLast()
      ?? ShadowCommand(
        bounds: .empty, silhouette: [], silhouetteBounds: .empty, color: 0, sigmaX: 0, sigmaY: 0, offsetX: 0, offsetY: 0
      )
  }

  /// The area inside a path.
  func area(_ path: CGPath.Geometry, tolerance: CGFloat) -> PathArea {
    var area = takeSpare()
    PathArea.refill(&area) { path.appendPolygons(tolerance: tolerance, to: &$0) }
    return area
  }

  /// The area that a pen covers.
  ///
  /// - Parameter keepsLines: whether the path stays as it is while the pen changes.
  func area(stroking path: CGPath.Geometry, _ style: StrokeStyle, tolerance: CGFloat, keepsLines: Bool) -> PathArea {
    var area = takeSpare()
    PathArea.refill(&area) {
      strokes.stroke(path, style, tolerance: tolerance, keepsLines: keepsLines, into: &$0)
    }
    return area
  }

  private func takeSpare() -> PathArea {
    // One that something else still refers to (a shadow that is kept) stays as it is.
    while var area = areas.popLast() {
      if isKnownUniquelyReferenced(&area) { return area }
    }
    return PathArea()
  }
}
