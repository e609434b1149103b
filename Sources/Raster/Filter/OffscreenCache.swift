import StarmineScene
import Synchronization

/// Masks and images of one frame, by the identity of their commands. A nested layer that casts a shadow is drawn for
/// the silhouette and again for itself; without the cache, work would double with each such level.
final class OffscreenCache: Sendable {
  private let masks = Mutex<[ObjectIdentifier: ShadowMask]>([:])
  private let images = Mutex<[ImageKey: OffscreenImage]>([:])

  /// The same command can be drawn as a byte silhouette and as float pixels.
  private struct ImageKey: Hashable {
    let identity: ObjectIdentifier
    let form: PixelDepth
  }

  /// The existing mask of the shadow if it contains all requested pixels, otherwise a new one.
  func mask(of shadow: ShadowCommand, make: () -> ShadowMask) -> ShadowMask {
    let identity = ObjectIdentifier(shadow.identity)
    if let mask = masks.withLock({ $0[identity] }), mask.covers(shadow.bounds) { return mask }
    let mask = ShadowMask(requested: shadow.bounds, make())
    masks.withLock { $0[identity] = mask }
    return mask
  }

  /// - Parameter form: The pixel format of the image's target.
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
