/// Contents of a layer that are drawn for the pixel density at which they are visible, so that they stay sharp.
package protocol ScalableContent: AnyObject, Sendable {
  /// A pure function of its arguments. Caches of an implementation must not affect the result.
  /// - Parameter scale: pixels per point.
  /// - Parameter visible: the visible part of the layer's plane, in the layer's coordinates; nil: unknown.
  /// - Parameter take: takes a number of pixels from the limit of the frame. Returns false if there are too few.
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
