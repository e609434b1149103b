import Foundation
import Graphics

/// What a layer drew for itself, as commands in its own coordinates (points): sharp at every scale.
///
/// Made by `CGContext`. Pixel bounds in the commands mean nothing; they are found anew for every frame.
public final class Drawing: Sendable, Equatable {
  public let commands: [DrawCommand]

  public init(commands: [DrawCommand]) {
    self.commands = commands
  }

  public static func == (left: Drawing, right: Drawing) -> Bool { left === right }
}

extension Evaluation {
  /// Draws what the layer drew for itself, cut off at its bounds as the bitmap of Apple's system is.
  mutating func drawDrawing(_ state: LayerState, matrix: CATransform3D) {
    guard let drawing = state.drawing, state.contents == nil else { return }
    var area = state.shape
    if !state.masksToBounds { area.cornerRadius = 0 }
    let transform = upright(PlaneTransform(matrix), area)
    let bounds = area.deviceBounds(transform, within: frame)
    guard !bounds.isEmpty else { return }
    list.commands.append(.pushGroup(GroupCommand(bounds: bounds, clip: (area, transform))))
    var around = [bounds]
    for command in drawing.commands {
      let outer = around[around.count - 1]
      guard let placed = command.placed(by: transform, within: outer) else { continue }
      list.commands.append(placed)
      if case .pushGroup(let group) = placed { around.append(group.bounds) }
      if case .popGroup = placed { around.removeLast() }
    }
    list.commands.append(.popGroup)
  }

  /// Images keep their top at the top where the geometry around them is flipped (documented).
  func upright(_ transform: PlaneTransform, _ area: RoundedRect) -> PlaneTransform {
    guard isFlipped else { return transform }
    var mirror = PlaneTransform.identity
    mirror.m22 = -1
    mirror.m32 = area.minY + area.maxY
    return mirror.concatenated(with: transform)
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
    // Cuts come from planes that cross in space, and nothing drawn here has depth, a shadow or a filter of its own.
    case .particles, .shadow, .cut, .picture, .backdrop:
      return nil
    }
  }

  /// The command as seen through a transform; nil for what cannot be seen in `frame`.
  ///
  /// A group is kept even where it is empty, because its end follows.
  func placed(by transform: PlaneTransform, within frame: DeviceRect) -> DrawCommand? {
    switch moved(by: transform) {
    case .fill(var fill):
      fill.bounds = fill.shape.deviceBounds(fill.transform, within: frame)
      return fill.bounds.isEmpty || !fill.transform.isFinite ? nil : .fill(fill)
    case .image(var image):
      image.bounds = image.destination.deviceBounds(image.transform, within: frame)
      return image.bounds.isEmpty || !image.transform.isFinite ? nil : .image(image)
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

extension PlaneTransform {
  var isFinite: Bool { (m11 + m12 + m13 + m21 + m22 + m23 + m31 + m32 + m33).isFinite }

  /// First this transform, then the other.
  public func concatenated(with other: PlaneTransform) -> PlaneTransform {
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
