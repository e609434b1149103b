/// An image stretched over a rectangle of a plane.
package struct ImageCommand: Sendable {
  package var bounds: DeviceRect
  package var image: CGImage
  /// Where the image lies in its plane; its corner radius clips it.
  package var destination: RoundedRect
  package var transform: PlaneTransform
  package var filter: SamplingFilter
  /// Opacity, 0...255.
  package var alpha: UInt8
  /// Premultiplied `0xAARRGGBB` that multiplies the image's pixels component by component.
  package var tint: UInt32 = .max
  /// How the image lies there, where it is not simply stretched.
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
  /// Where the tint's colour is none that a word holds.
  package var gain: TintGain {
    get { fit.value.gain }
    set { if newValue != gain { fit.value.gain = newValue } }
  }
}

/// Which part of an image shows.
package struct ImageFit: RareGroup {
  /// The part of the image that is stretched over the destination, in units of its size; outside the image its edges
  /// repeat.
  package var source = ContentsPlacement.unit
  /// How that part stretches; nil: evenly.
  package var slices: NineSlice?
  /// Added to the level of detail under the trilinear filter.
  package var detailBias = 0.0
  /// Inside the destination; where there is one, no more than this shows.
  package var clip: RoundedRect?
  /// Of the tint.
  package var gain = TintGain.none
  /// What components of a picture of floats end at; nil: they do not.
  package var lightLimit: Float?

  package static let defaults = ImageFit()
}
