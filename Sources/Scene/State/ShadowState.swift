package import Foundation
package import StarmineGraphics

/// A layer's shadow (behavior.md 4.8).
package struct ShadowState: RareGroup {
  package var shadowColor: CGColor? = .black
  package var shadowOpacity: Float = 0
  /// Points, in the layer's own directions.
  package var shadowOffset = CGSize(width: 0, height: -3)
  /// Standard deviation of the blur, points.
  package var shadowRadius: CGFloat = 3
  /// In the layer's own coordinates; what throws the shadow instead of what the layer shows.
  package var shadowPath: CGPath.Geometry?

  package static let defaults = ShadowState()
}

extension LayerState {
  var hasShadow: Bool { shadow.shadowOpacity > 0 && (shadow.shadowColor?.alpha ?? 0) > 0 }
}

/// Commands of one identity differ in their bounds and colour alone: what is drawn of one can be used for another.
package final class CommandIdentity: Sendable {
  package init() {}
}

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
  /// Standard deviations of the blur, pixels.
  package var sigmaX: Double
  package var sigmaY: Double
  /// Pixels to the right and down.
  package var offsetX: Double
  package var offsetY: Double
  package private(set) var identity = CommandIdentity()

  package init(
    bounds: DeviceRect, silhouette: [DrawCommand], silhouetteBounds: DeviceRect, color: UInt32, sigmaX: Double,
    sigmaY: Double, offsetX: Double, offsetY: Double
  ) {
    (self.bounds, self.silhouette, self.silhouetteBounds) = (bounds, silhouette, silhouetteBounds)
    (self.color, self.sigmaX, self.sigmaY) = (color, sigmaX, sigmaY)
    (self.offsetX, self.offsetY) = (offsetX, offsetY)
  }

  /// Takes everything out and keeps the memory. The identity is another one if anything else still has the old.
  mutating func removeAll() {
    silhouette.removeAll(keepingCapacity: true)
    if !isKnownUniquelyReferenced(&identity) { identity = CommandIdentity() }
  }
}

extension ShadowCommand {
  /// Three boxes in a row come near a Gaussian; their variances add up to its own. Box widths need not be whole: the
  /// pixels at both ends weigh `share`.
  package struct Box: Sendable, Equatable {
    /// Pixels of full weight on either side of the middle.
    package let radius: Int
    /// Weight of the next pixel on either side, 0..<1.
    package let share: Double

    /// - Parameter sigma: standard deviation of three such boxes.
    package init(sigma: Double) {
      let variance = sigma * sigma / 3
      radius = Int(((1 + 12 * variance).squareRoot() - 1) / 2)
      let r = Double(radius)
      let missing = 3 * variance - r * (r + 1)
      share = max(0, (2 * r + 1) * missing / (6 * ((r + 1) * (r + 1) - variance)))
    }
  }

  /// Pixels by which three boxes spread.
  static func reach(_ sigma: Double) -> Int { 3 * (Box(sigma: sigma).radius + 1) }
}
