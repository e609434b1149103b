/// Contents of a layer that are drawn for the pixel density at which they are visible, so that they stay sharp.
package protocol ScalableContent: AnyObject, Sendable {
  /// A pure function of its arguments; what an implementation remembers may not be seen in the answer.
  /// - Parameter scale: pixels per point.
  /// - Parameter visible: what can be seen of the layer's plane, in the layer's coordinates; nil: not known.
  /// - Parameter take: takes pixels that are to be drawn from what the frame may draw; false where they are too many.
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
