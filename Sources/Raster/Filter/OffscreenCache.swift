import StarmineScene
import Synchronization

/// Masks and images made so far for one frame, by the identity of their commands. A layer inside one that throws a
/// shadow is drawn for the silhouette and once more for itself; without this, work would double with every such level.
final class OffscreenCache: Sendable {
  private let masks = Mutex<[ObjectIdentifier: ShadowMask]>([:])
  private let images = Mutex<[ImageKey: OffscreenImage]>([:])

  /// A silhouette in bytes may show what the frame has in floats.
  private struct ImageKey: Hashable {
    let identity: ObjectIdentifier
    let form: PixelDepth
  }

  /// The mask made for the same shadow if it holds all its pixels, otherwise a new one.
  func mask(of shadow: ShadowCommand, make: () -> ShadowMask) -> ShadowMask {
    let identity = ObjectIdentifier(shadow.identity)
    if let mask = masks.withLock({ $0[identity] }), mask.covers(shadow.bounds) { return mask }
    let mask = ShadowMask(requested: shadow.bounds, make())
    masks.withLock { $0[identity] = mask }
    return mask
  }

  /// - Parameter form: of what the image is drawn to.
  func image(of command: OffscreenCommand, _ form: PixelDepth, make: () -> OffscreenImage) -> OffscreenImage {
    let key = ImageKey(identity: ObjectIdentifier(command.identity), form: form)
    if let image = images.withLock({ $0[key] }), image.covers(command.bounds) { return image }
    let image = OffscreenImage(requested: command.bounds, make())
    images.withLock { $0[key] = image }
    return image
  }
}

extension ShadowMask {
  fileprivate init(requested: DeviceRect, _ mask: ShadowMask) {
    self = mask
    self.requested = requested
  }

  fileprivate func covers(_ rect: DeviceRect) -> Bool { requested.intersection(rect) == rect }
}

extension OffscreenImage {
  fileprivate init(requested: DeviceRect, _ image: OffscreenImage) {
    self = image
    self.requested = requested
  }

  fileprivate func covers(_ rect: DeviceRect) -> Bool { requested.intersection(rect) == rect }
}
