import StarmineScene
import Synchronization

/// Masks of shadows that were drawn before, by everything that they are made from: a mask out of here is the one that
/// would be made anew. Of those that are thrown by fills alone; bounded, those not asked for longest go first.
final class ShadowCache: Sendable {
  /// Bytes of masks that are kept.
  static let limit = 64 << 20

  private struct Contents {
    var masks = BoundedCache<ShadowKey, ShadowMask>(limit: ShadowCache.limit)
    var uses = 0
  }

  private let contents = Mutex(Contents())

  /// How many masks are kept.
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

/// All that a mask depends on.
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

  /// Nil where other things than fills throw the shadow.
  init?(_ shadow: ShadowCommand) {
    (bounds, silhouetteBounds) = (shadow.bounds, shadow.silhouetteBounds)
    numbers = SIMD4(shadow.sigmaX, shadow.sigmaY, shadow.offsetX, shadow.offsetY)
    for command in shadow.silhouette {
      guard case .fill(let fill) = command else { return nil }
      var paint = fill.paint
      // Alpha alone counts.
      if case .solid(let color) = paint { paint = .solid(color & 0xFF00_0000) }
      let piece = Piece(shape: fill.shape, transform: fill.transform, paint: paint, bounds: fill.bounds)
      if first == nil { first = piece } else { others.append(piece) }
    }
  }
}
