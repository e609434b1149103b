/// An image stretched to a rectangle of a plane.
package struct ImageCommand: Sendable {
  package var bounds: DeviceRect
  package var image: CGImage
  /// Rectangle of the image in its plane, clipped by its corner radius.
  package var destination: RoundedRect
  package var transform: PlaneTransform
  package var filter: SamplingFilter
  package var alpha: UInt8
  /// Premultiplied `0xAARRGGBB` that multiplies the pixels of the image.
  package var tint: UInt32 = .max
  /// Placement of the image if it is not simply stretched.
  package var fit = Rare<ImageFit>()

  package init(
    bounds: DeviceRect, image: CGImage, destination: RoundedRect, transform: PlaneTransform, filter: SamplingFilter,
    alpha: UInt8
  ) {
    (self.bounds, self.image, self.destination) = (bounds, image, destination)
    (self.transform, self.filter, self.alpha) = (transform, filter, alpha)
  }
}

extension ImageCommand {
  /// Factor for a tint that cannot be stored in 8 bits.
  package var gain: TintGain {
    get { fit.value.gain }
    set { if newValue != gain { fit.value.gain = newValue } }
  }
}

/// The visible part of an image.
package struct ImageFit: RareGroup {
  /// Part of the image that is stretched to the destination, in units of its size. Outside the image, its edges repeat.
  package var source = ContentsPlacement.unit
  /// Stretching of that part in slices; nil: evenly.
  package var slices: NineSlice?
  /// Bias of the level of detail of the trilinear filter.
  package var detailBias = 0.0
  /// Additional clip inside the destination.
  package var clip: RoundedRect?
  package var gain = TintGain.none
  /// Limit of components of a float image; nil: no limit.
  package var lightLimit: Float?

  package static let defaults = ImageFit()
}
