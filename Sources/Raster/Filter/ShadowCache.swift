import Scene
import Synchronization

/// Masks of shadows that were drawn before, by everything that they are made from: a mask out of here is the one that
/// would be made anew. Of those that are thrown by fills alone; bounded, those not asked for longest go first.
final class ShadowCache: Sendable {
  /// Bytes of masks that are kept.
  static let limit = 64 << 20

  fileprivate struct Entry {
    var mask: ShadowMask
    var lastUse: Int
  }

  fileprivate struct Contents {
    var entries: [ShadowKey: Entry] = [:]
    var bytes = 0
    var uses = 0
  }

  private let contents = Mutex(Contents())

  /// How many masks are kept.
  var count: Int { contents.withLock { $0.entries.count } }

  func mask(of shadow: ShadowCommand, made: () -> ShadowMask) -> ShadowMask {
    guard let key = ShadowKey(shadow) else { return made() }
    let known = contents.withLock { contents -> ShadowMask? in
      contents.uses += 1
      guard let index = contents.entries.index(forKey: key) else { return nil }
      contents.entries.values[index].lastUse = contents.uses
      return contents.entries.values[index].mask
    }
    if let known { return known }
    let mask = made()
    contents.withLock { $0.keep(mask, key) }
    return mask
  }
}

extension ShadowCache.Contents {
  fileprivate mutating func keep(_ mask: ShadowMask, _ key: ShadowKey) {
    guard mask.alpha.count <= ShadowCache.limit / 4, entries[key] == nil else { return }
    entries[key] = ShadowCache.Entry(mask: mask, lastUse: uses)
    bytes += mask.alpha.count
    if bytes <= ShadowCache.limit { return }
    // Down to half, so that this is rare.
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where bytes > ShadowCache.limit / 2
    {
      bytes -= entry.mask.alpha.count
      entries[key] = nil
    }
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
