import StarmineScene
import Synchronization

/// Masks and images made so far for one frame, by the identity of their commands. A layer inside one that throws a
/// shadow is drawn for the silhouette and once more for itself; without this, work would double with every such level.
final class OffscreenCache: Sendable {
  private let masks = Mutex<[ObjectIdentifier: ShadowMask]>([:])
  private let images = Mutex<[ObjectIdentifier: OffscreenImage]>([:])
  private let bitmap = Mutex<Bitmap?>(nil)

  /// A bitmap before its filters, kept for the other command that draws the same one.
  private struct Bitmap: ~Copyable {
    let drawing: CommandIdentity
    let buffer: PixelBuffer
  }

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

  /// The bitmap of a command before its filters: the one drawn for the other of two commands, or a new one.
  func bitmap(of command: OffscreenCommand, draw: () -> PixelBuffer) -> PixelBuffer {
    guard let drawing = command.drawing else { return draw() }
    if let kept = takeBitmap(drawing) { return kept }
    let buffer = draw()
    bitmap.withLock { $0 = Bitmap(drawing: drawing, buffer: PixelBuffer(copying: buffer)) }
    return buffer
  }

  private func takeBitmap(_ drawing: CommandIdentity) -> PixelBuffer? {
    bitmap.withLock { kept in
      guard let bitmap = kept.take() else { return nil }
      guard bitmap.drawing === drawing else {
        kept = consume bitmap
        return nil
      }
      return bitmap.buffer
    }
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
