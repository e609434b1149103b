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
