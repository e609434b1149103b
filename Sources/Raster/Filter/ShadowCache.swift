import StarmineScene
import Synchronization

/// Cache of shadow masks that consist of fills only, by all of their inputs. A cached mask equals a recomputed one.
/// Limited in size; the least recently used masks are removed first.
final class ShadowCache: Sendable {
  /// Limit of cached masks in bytes.
  static let limit = 64 << 20

  private struct Contents {
    var masks = BoundedCache<ShadowKey, ShadowMask>(limit: ShadowCache.limit)
    var uses = 0
  }

  private let contents = Mutex(Contents())

  var count: Int { contents.withLock { $0.masks.count } }

  func mask(of shadow: ShadowCommand, made: () -> ShadowMask) -> ShadowMask {
    guard let key = ShadowKey(shadow) else { return made() }
    let known = contents.withLock { contents -> ShadowMask? in
      contents.uses += 1
      return contents.masks.use(key, at: contents.uses) { $0 }
    }
    if let known { return known }
    let mask = made()
    contents.withLock { $0.masks.keep(mask, key, bytes: mask.alpha.count, at: $0.uses) }
    return mask
  }
}

private struct ShadowKey: Hashable {
  private struct Piece: Hashable {
    var shape: Shape
    var transform: PlaneTransform
    var paint: Paint
    var bounds: DeviceRect
  }

  /// Most silhouettes are one piece.
  private var first: Piece?
  private var others: [Piece] = []
  private var bounds: DeviceRect
  private var silhouetteBounds: DeviceRect
  private var numbers: SIMD4<Double>

  /// Returns nil if the shadow is not cast by fills only.
  init?(_ shadow: ShadowCommand) {
    (bounds, silhouetteBounds) = (shadow.bounds, shadow.silhouetteBounds)
    numbers = SIMD4(shadow.sigmaX, shadow.sigmaY, shadow.offsetX, shadow.offsetY)
    for command in shadow.silhouette {
      guard case .fill(let fill) = command else { return nil }
      var paint = fill.paint
      // Only alpha matters.
      if case .solid(let color) = paint { paint = .solid(color & 0xFF00_0000) }
      let piece = Piece(shape: fill.shape, transform: fill.transform, paint: paint, bounds: fill.bounds)
      if first == nil { first = piece } else { others.append(piece) }
    }
  }
}
