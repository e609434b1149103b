package import Foundation
package import StarmineGraphics

/// Content of a layer besides its image, made for the density of pixels at which it is seen, so that it stays sharp.
package protocol ScalableContent: AnyObject, Sendable {
  /// A pure function of the state and the scale; what an implementation remembers may not be seen in the answer.
  ///
  /// - Parameter scale: pixels per point.
  func picture(of state: LayerState, scale: Double) -> ScaledPicture?
}

/// A picture with its place in a layer's coordinates.
package struct ScaledPicture: Sendable {
  package let image: CGImage
  /// Points.
  package let place: CGRect

  package init(image: CGImage, place: CGRect) {
    (self.image, self.place) = (image, place)
  }
}

extension PlaneTransform {
  /// Pixels per point for what is drawn with this transform around a point; nil where that is not seen.
  ///
  /// Upright planes get their own scale, to the bit, so that pixels meet pixels. Others get the larger of their two
  /// scales, in steps of 1/16, so that a slow turn does not ask for a new picture in every frame.
  func pixelsPerPoint(aroundX x: Double, y: Double) -> Double? {
    let (toX, toY, w) = apply(x, y)
    guard w > 0 else { return nil }
    if isAxisAligned && abs(m11) == abs(m22) { return abs(m11) }
    // d(x') / dx of a homography: (m11 - x' m13) / w, and so on.
    let right = hypot((m11 - toX * m13) / w, (m12 - toY * m13) / w)
    let down = hypot((m21 - toX * m23) / w, (m22 - toY * m23) / w)
    let scale = (max(right, down) * 16).rounded(.up) / 16
    return scale.isFinite ? scale : nil
  }
}

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
    let transform = plane.upright(state.shape, context)
    let bounds = destination.deviceBounds(transform, within: context.frame)
    guard !bounds.isEmpty else { return }
    list.commands.append(
      .image(
        ImageCommand(
          bounds: bounds, image: picture.image, destination: destination, transform: transform, filter: .linear,
          alpha: context.alpha)))
  }
}
