/// A blurred, shifted and coloured silhouette.
package struct ShadowCommand: Sendable {
  /// Pixels that it can touch.
  package var bounds: DeviceRect
  /// Commands that throw the shadow: only their alpha counts.
  package var silhouette: [DrawCommand]
  /// Pixels of the silhouette that count.
  package var silhouetteBounds: DeviceRect
  /// Premultiplied `0xAARRGGBB`.
  package var color: UInt32
  /// The colour where it is one that no word holds.
  package var widePaint: Paint?
  /// Standard deviations of the blur, pixels.
  package var sigmaX: Double
  package var sigmaY: Double
  /// Pixels to the right and down.
  package var offsetX: Double
  package var offsetY: Double
  /// Largest blur and farthest shift that are drawn, pixels: what lies beyond the frame by no more than that is drawn
  /// as well, for its shadow.
  static let largestSigma = 400.0
  static let farthestOffset = 4000.0
  package private(set) var identity = CommandIdentity()

  package init(
    bounds: DeviceRect, silhouette: [DrawCommand], silhouetteBounds: DeviceRect, color: UInt32, sigmaX: Double,
    sigmaY: Double, offsetX: Double, offsetY: Double
  ) {
    (self.bounds, self.silhouette, self.silhouetteBounds) = (bounds, silhouette, silhouetteBounds)
    (self.color, self.sigmaX, self.sigmaY) = (color, sigmaX, sigmaY)
    (self.offsetX, self.offsetY) = (offsetX, offsetY)
  }

  /// The colour of a shadow, with what of it no word holds.
  mutating func take(_ color: CGColor, opacity: Float = 1, isDeep: Bool = false) {
    self.color = premultiplied(color, opacity: opacity)
    let paint = Paint(color, opacity: opacity, isDeep: isDeep)
    widePaint = paint?.isSolid == false ? paint : nil
  }

  /// Takes everything out and keeps the memory. The identity is another one if anything else still has the old.
  mutating func removeAll() {
    silhouette.removeAll(keepingCapacity: true)
    if !isKnownUniquelyReferenced(&identity) { identity = CommandIdentity() }
  }
}

/// Commands of one identity differ in their bounds and colour alone: what is drawn of one can be used for another.
package final class CommandIdentity: Sendable {
  package init() {}
}
