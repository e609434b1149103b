package import Foundation
package import Starmine

/// A place that movies go to, with what it takes: a row of the command line's `--for`.
package struct ExportProfile: Sendable {
  let name: String
  let use: String
  /// The format's key.
  let format: String
  /// Pixels for a canvas; nil: as the document says.
  let pixels: @Sendable (CGSize) -> PixelSize?
  let framesPerSecond: Double?
  let quality: Double?
  /// Whether nothing lies behind the scene.
  let isOverlay: Bool

  package init(
    name: String, use: String, format: String, framesPerSecond: Double?, quality: Double?, isOverlay: Bool,
    pixels: @escaping @Sendable (CGSize) -> PixelSize?
  ) {
    (self.name, self.use, self.format, self.pixels) = (name, use, format, pixels)
    (self.framesPerSecond, self.quality, self.isOverlay) = (framesPerSecond, quality, isOverlay)
  }
}
