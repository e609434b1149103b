/// A blurred, offset and coloured silhouette.
package struct ShadowCommand: Sendable {
  package var bounds: DeviceRect
  /// Commands of the silhouette. Only their alpha counts.
  package var silhouette: [DrawCommand]
  /// Pixels of the silhouette that are needed.
  package var silhouetteBounds: DeviceRect
  package var color: UInt32
  /// The colour if it cannot be stored in 8 bits.
  package var widePaint: Paint?
  /// Standard deviations of the blur in pixels.
  package var sigmaX: Double
  package var sigmaY: Double
  /// Pixels to the right and down.
  package var offsetX: Double
  package var offsetY: Double
  /// Maximum blur and offset in pixels. Drawing outside the frame within this distance is included for its shadow.
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

  mutating func take(_ color: CGColor, opacity: Float = 1, isDeep: Bool = false) {
    self.color = premultiplied(color, opacity: opacity)
    let paint = Paint(color, opacity: opacity, isDeep: isDeep)
    widePaint = paint?.isSolid == false ? paint : nil
  }

  /// Removes all contents and keeps the memory. The identity changes if it is still referenced.
  mutating func removeAll() {
    silhouette.removeAll(keepingCapacity: true)
    if !isKnownUniquelyReferenced(&identity) { identity = CommandIdentity() }
  }
}

/// Commands with the same identity differ only in bounds and colour, so their silhouettes can be reused.
package final class CommandIdentity: Sendable {
  package init() {}
}
