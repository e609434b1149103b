package import StarmineGraphics
import Synchronization

/// Sprites that were drawn, for programs that read many versions of one document: equal descriptions share a picture.
package final class SpriteCache: Sendable {
  private let kept = Mutex<(images: [Sprite: CGImage], pixels: Int)>(([:], 0))
  /// Beyond it everything goes: 64 MB, with smaller levels a third more.
  private static let mostPixels = 16 << 20

  package init() {}

  /// The picture of a sprite, drawn where it is not there yet.
  package func image(of sprite: Sprite) -> CGImage {
    if let image = kept.withLock({ $0.images[sprite] }) { return image }
    let image = sprite.makeImage()
    return kept.withLock { kept in
      // Another thread may have drawn it meanwhile.
      if let image = kept.images[sprite] { return image }
      let pixels = image.width * image.height
      if kept.pixels + pixels > Self.mostPixels { kept = ([:], 0) }
      kept.images[sprite] = image
      kept.pixels += pixels
      return image
    }
  }
}
