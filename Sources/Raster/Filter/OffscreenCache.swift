import StarmineScene
import Synchronization

/// Masks and images made so far for one frame, by the identity of their commands. A layer inside one that throws a
/// shadow is drawn for the silhouette and once more for itself; without this, work would double with every such level.
final class OffscreenCache: Sendable {
  private let masks = Mutex<[ObjectIdentifier: ShadowMask]>([:])
  private let images = Mutex<[ObjectIdentifier: OffscreenImage]>([:])

  /// The mask made for the same shadow if it holds all its pixels, otherwise a new one.
  func mask(of shadow: ShadowCommand, make: () -> ShadowMask) -> ShadowMask {
    let identity = ObjectIdentifier(shadow.identity)
    if let mask = masks.withLock({ $0[identity] }), mask.covers(shadow.bounds) { return mask }
    let mask = ShadowMask(requested: shadow.bounds, make())
    masks.withLock { $0[identity] = mask }
    return mask
  }

  func image(of command: OffscreenCommand, make: () -> OffscreenImage) -> OffscreenImage {
    let identity = ObjectIdentifier(command.identity)
    if let image = images.withLock({ $0[identity] }), image.covers(command.bounds) { return image }
    let image = OffscreenImage(requested: command.bounds, make())
    images.withLock { $0[identity] = image }
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
