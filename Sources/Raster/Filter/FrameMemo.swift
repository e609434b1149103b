import StarmineScene
import Synchronization

/// Bitmaps made so far for one frame. A layer inside one that throws a shadow is drawn for the silhouette and once more
/// for itself; without a memory, work would double with every such level.
final class FrameMemo: Sendable {
  private let masks = Mutex<[ObjectIdentifier: ShadowMask]>([:])
  private let pictures = Mutex<[ObjectIdentifier: Picture]>([:])

  /// The mask made for the same shadow if it holds all its pixels, otherwise a new one.
  func mask(of shadow: ShadowCommand, make: () -> ShadowMask) -> ShadowMask {
    let identity = ObjectIdentifier(shadow.identity)
    if let mask = masks.withLock({ $0[identity] }), mask.covers(shadow.bounds) { return mask }
    let mask = ShadowMask(requested: shadow.bounds, make())
    masks.withLock { $0[identity] = mask }
    return mask
  }

  func picture(of command: PictureCommand, make: () -> Picture) -> Picture {
    let identity = ObjectIdentifier(command.identity)
    if let picture = pictures.withLock({ $0[identity] }), picture.covers(command.bounds) { return picture }
    let picture = Picture(requested: command.bounds, make())
    pictures.withLock { $0[identity] = picture }
    return picture
  }
}

extension ShadowMask {
  fileprivate init(requested: DeviceRect, _ mask: ShadowMask) {
    self = mask
    self.requested = requested
  }

  fileprivate func covers(_ rect: DeviceRect) -> Bool { requested.intersection(rect) == rect }
}

extension Picture {
  fileprivate init(requested: DeviceRect, _ picture: Picture) {
    self = picture
    self.requested = requested
  }

  fileprivate func covers(_ rect: DeviceRect) -> Bool { requested.intersection(rect) == rect }
}
