import Foundation
import StarmineGraphics

/// A layer's own drawing, as commands in its own coordinates (points): sharp at every scale.
///
/// Made by `CGContext`. Pixel bounds in the commands mean nothing; they are found anew for every frame.
package final class Drawing: Sendable, Equatable {
  package let commands: [DrawCommand]
  /// Parts of the commands that do not always show, in ascending order, apart from each other.
  package let fades: [Fade]
  /// Paths that were too much to draw.
  package let droppedPaths: Int

  /// Commands that come in linearly over a time, or that show until its end.
  package struct Fade: Sendable, Equatable {
    package var commands: Range<Int>
    /// Seconds of the layer's own time.
    package var begin: Double
    package var duration: Double
    package var isLeaving = false

    package init(_ commands: Range<Int>, begin: Double, duration: Double, isLeaving: Bool = false) {
      (self.commands, self.begin, self.duration, self.isLeaving) = (commands, begin, duration, isLeaving)
    }

    /// - Parameter time: in the layer's own time.
    package func opacity(at time: Double) -> Double {
      let progress = duration > 0 ? max(0, min(1, (time - begin) / duration)) : 1
      return isLeaving ? (progress < 1 ? 1 : 0) : progress
    }
  }

  package init(commands: [DrawCommand], fades: [Fade] = [], droppedPaths: Int = 0) {
    (self.commands, self.fades, self.droppedPaths) = (commands, fades, droppedPaths)
  }

  /// Commands that show at a time of the layer.
  func commands(at time: Double) -> [DrawCommand] {
    guard !fades.isEmpty else { return commands }
    var result: [DrawCommand] = []
    var next = 0
    for fade in fades {
      result += commands[next..<fade.commands.lowerBound]
      next = fade.commands.upperBound
      let alpha = UInt8(fade.opacity(at: time) * 255 + 0.5)
      if alpha == 0 { continue }
      if alpha < 255 { result.append(.pushGroup(GroupCommand(bounds: .empty, alpha: alpha))) }
      result += commands[fade.commands]
      if alpha < 255 { result.append(.popGroup) }
    }
    return result + commands[next...]
  }

  package static func == (left: Drawing, right: Drawing) -> Bool { left === right }
}

extension Evaluation {
  /// Draws what the layer drew for itself, cut off at its bounds as the bitmap of Apple's system is.
  mutating func drawDrawing(
    _ state: LayerState, at time: Double, _ plane: PlaneTransform, _ context: DrawContext
  ) {
    guard let drawing = state.drawing, state.contents == nil else { return }
    var area = state.shape
    if !state.masksToBounds { area.cornerRadius = 0 }
    let transform = plane.upright(area, context)
    let bounds = area.deviceBounds(transform, within: context.frame)
    guard !bounds.isEmpty else { return }
    list.droppedPaths += drawing.droppedPaths
    let drawn = drawing.commands(at: time).placed(by: transform, within: bounds)
    guard !drawn.isEmpty, takePath(drawn.reduce(0) { $0 + $1.pathCost }) else { return }
    list.commands.append(.pushGroup(GroupCommand(bounds: drawn.bounds, clip: (area, transform))))
    list.commands += drawn
    list.commands.append(.popGroup)
  }
}

extension PlaneTransform {
  /// Images keep their top at the top where the geometry around them is flipped (documented).
  func upright(_ area: RoundedRect, _ context: DrawContext) -> PlaneTransform {
    guard context.isFlipped else { return self }
    var mirror = PlaneTransform.identity
    mirror.m22 = -1
    mirror.m32 = area.minY + area.maxY
    return mirror.concatenated(with: self)
  }
}

extension DrawCommand {
  /// The command with another transform after its own; nil for what has no vector form.
  func moved(by transform: PlaneTransform) -> DrawCommand? {
    switch self {
    case .fill(var fill):
      fill.transform = fill.transform.concatenated(with: transform)
      return .fill(fill)
    case .image(var image):
      image.transform = image.transform.concatenated(with: transform)
      return .image(image)
    case .pushGroup(var group):
      if let clip = group.clip { group.clip = (clip.shape, clip.transform.concatenated(with: transform)) }
      return .pushGroup(group)
    case .popGroup:
      return .popGroup
    case .shadow(var shadow):
      shadow.silhouette = shadow.silhouette.compactMap { $0.moved(by: transform) }
      let (x, y) = (transform.linear(1, 0), transform.linear(0, 1))
      let (sigmaX, sigmaY) = (shadow.sigmaX, shadow.sigmaY)
      shadow.sigmaX = hypot(x.x * sigmaX, y.x * sigmaY)
      shadow.sigmaY = hypot(x.y * sigmaX, y.y * sigmaY)
      (shadow.offsetX, shadow.offsetY) = transform.linear(shadow.offsetX, shadow.offsetY)
      return .shadow(shadow)
    // Cuts come from planes that cross in space, and nothing drawn here has depth or a filter of its own.
    case .particles, .cut, .picture, .backdrop:
      return nil
    }
  }

  /// The command as seen through a transform; nil for what cannot be seen in `frame`.
  ///
  /// A group is kept even where it is empty, because its end follows; its bounds are those of its clip.
  fileprivate func placed(by transform: PlaneTransform, within frame: DeviceRect) -> DrawCommand? {
    if case .shadow(let shadow) = self { return shadow.placed(by: transform, within: frame).map { .shadow($0) } }
    switch moved(by: transform) {
    case .fill(var fill):
      guard fill.transform.isFinite else { return nil }
      fill.bounds = fill.shape.deviceBounds(fill.transform, within: frame)
      return fill.bounds.isEmpty ? nil : .fill(fill)
    case .image(var image):
      guard image.transform.isFinite else { return nil }
      image.bounds = image.destination.deviceBounds(image.transform, within: frame)
      return image.bounds.isEmpty ? nil : .image(image)
    case .pushGroup(var group):
      group.bounds = frame
      if let clip = group.clip {
        let isFinite = clip.transform.isFinite
        group.bounds = isFinite ? clip.shape.deviceBounds(clip.transform, within: frame) : .empty
        if !isFinite { group.clip = nil }
      }
      return .pushGroup(group)
    case let other:
      return other
    }
  }
}

extension [DrawCommand] {
  /// The commands of a drawing as seen through a transform, as far as they are in `frame`. Groups get the bounds of
  /// what is in them; empty ones go.
  func placed(by transform: PlaneTransform, within frame: DeviceRect) -> [DrawCommand] {
    var result: [DrawCommand] = []
    var groups: [(start: Int, group: GroupCommand)] = []
    for command in self {
      let around = groups.last?.group.bounds ?? frame
      guard let placed = command.placed(by: transform, within: around) else { continue }
      switch placed {
      case .pushGroup(let group):
        groups.append((result.count, group))
        result.append(placed)
      case .popGroup:
        guard let (start, open) = groups.popLast() else { continue }
        var group = open
        if !group.filter.reachesBeyondSource { group.bounds = result[(start + 1)...].bounds.intersection(group.bounds) }
        if group.bounds.isEmpty {
          result.removeSubrange(start...)
        } else {
          result[start] = .pushGroup(group)
          result.append(placed)
        }
      default: result.append(placed)
      }
    }
    return result
  }
}

extension PlaneTransform {
  var isFinite: Bool { (m11 + m12 + m13 + m21 + m22 + m23 + m31 + m32 + m33).isFinite }

  /// A difference of places, for a transform without perspective.
  func linear(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (m11 * x + m21 * y, m12 * x + m22 * y) }

  /// First this transform, then the other.
  package func concatenated(with other: PlaneTransform) -> PlaneTransform {
    func row(_ x: Double, _ y: Double, _ w: Double) -> (Double, Double, Double) {
      (
        x * other.m11 + y * other.m21 + w * other.m31, x * other.m12 + y * other.m22 + w * other.m32,
        x * other.m13 + y * other.m23 + w * other.m33
      )
    }
    var result = PlaneTransform()
    (result.m11, result.m12, result.m13) = row(m11, m12, m13)
    (result.m21, result.m22, result.m23) = row(m21, m22, m23)
    (result.m31, result.m32, result.m33) = row(m31, m32, m33)
    return result
  }
}
