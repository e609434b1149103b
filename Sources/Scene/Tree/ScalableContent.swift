package import Foundation
package import StarmineGraphics

/// Contents of a layer that are drawn for the pixel density at which they are visible, so that they stay sharp.
package protocol ScalableContent: AnyObject, Sendable {
  /// A pure function of its arguments. Cached results must not be observable.
  ///
  /// - Parameters:
  ///   - scale: pixels per point.
  ///   - visible: visible part of the layer's plane in its coordinates; nil if unknown.
  ///   - take: takes pixels from the limit of the frame. Returns false if too many.
  func picture(of state: LayerState, scale: Double, visible: CGRect?, take: (_ pixels: Double) -> Bool)
    -> ScaledPicture?
}

package struct ScaledPicture: Sendable {
  package let image: CGImage
  /// Points.
  package let place: CGRect
  /// Premultiplied `0xAARRGGBB` that multiplies the pixels of the image.
  package let tint: UInt32
  /// Factor for a tint that cannot be stored in 8 bits.
  package let gain: TintGain

  package init(image: CGImage, place: CGRect, tint: UInt32 = .max, gain: TintGain = .none) {
    (self.image, self.place, self.tint, self.gain) = (image, place, tint, gain)
  }
}
