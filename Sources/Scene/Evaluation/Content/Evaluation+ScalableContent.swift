import Foundation
import StarmineGraphics

extension Evaluation {
  /// The content that a layer makes for its scale.
  mutating func drawScalable(
    _ content: (any ScalableContent)?, of state: LayerState, _ plane: PlaneTransform, _ context: DrawContext
  ) {
    guard let content, !RoundedRect(state.bounds).deviceBounds(plane, within: context.frame).isEmpty,
      let scale = plane.pixelsPerPoint(aroundX: state.bounds.midX, y: state.bounds.midY), scale > 0,
      takeEffect(EffectBudget.cost(ofPictureOf: state.bounds.size, scale: scale)),
      let picture = content.picture(of: state, scale: scale)
    else { return }
    let destination = RoundedRect(
      minX: picture.place.minX, minY: picture.place.minY, maxX: picture.place.maxX, maxY: picture.place.maxY)
    let transform = context.upright(plane, state.shape)
    let bounds = destination.deviceBounds(transform, within: context.frame)
    guard !bounds.isEmpty else { return }
    var command = ImageCommand(
      bounds: bounds, image: picture.image, destination: destination, transform: transform, filter: .linear,
      alpha: context.alpha)
    (command.tint, command.gain) = (picture.tint, picture.gain)
    list.commands.append(.image(command))
  }
}
