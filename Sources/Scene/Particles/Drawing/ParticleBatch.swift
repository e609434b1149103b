package import StarmineGraphics

/// Visible particles of an emitter as a structure of arrays, in drawing order and device pixels.
///
/// Every array has `count` elements. All numbers are finite.
package struct ParticleBatch: Sendable {
  /// The part of an image that particles show.
  package struct Sprite: Sendable {
    package var image: CGImage
    package var minU: Float, minV: Float, maxU: Float, maxV: Float
    /// Whether to use the nearest texel instead of bilinear filtering, also on mipmaps.
    package var isNearest: Bool
    package var isNearestWhenSmaller: Bool
    /// Bias of the level of detail. Above 0 is softer.
    package var detailBias: Float
    /// Factor of tints.
    package var gain: TintGain

    package init(
      image: CGImage, minU: Float, minV: Float, maxU: Float, maxV: Float, isNearest: Bool,
      isNearestWhenSmaller: Bool? = nil, detailBias: Float = 0, gain: TintGain = .none
    ) {
      self.image = image
      (self.detailBias, self.gain) = (detailBias, gain)
      (self.minU, self.minV, self.maxU, self.maxV) = (minU, minV, maxU, maxV)
      self.isNearest = isNearest
      self.isNearestWhenSmaller = isNearestWhenSmaller ?? isNearest
    }

    func isSame(as other: Sprite) -> Bool {
      image === other.image && (minU, minV, maxU, maxV) == (other.minU, other.minV, other.maxU, other.maxV)
        && (isNearest, isNearestWhenSmaller) == (other.isNearest, other.isNearestWhenSmaller)
        && detailBias == other.detailBias && gain == other.gain
    }
  }

  /// Pixels that particles can touch.
  package var bounds: DeviceRect
  /// Whether all particles are inside the bounds, so that a shared batch need not clip them.
  package var boundsAreWhole = false
  package var blend: BlendMode
  package var sprites: [Sprite]

  package var count: Int
  package var x: [Float]
  package var y: [Float]
  /// Device vector along the width of the sprite, left to right.
  package var widthX: [Float]
  package var widthY: [Float]
  /// Device vector along the height of the sprite, top to bottom.
  package var heightX: [Float]
  package var heightY: [Float]
  /// Premultiplied `0xAARRGGBB` that multiplies the pixels of the sprite.
  package var tint: [UInt32]
  package var sprite: [UInt16]

  package init(blend: BlendMode = .sourceOver, sprites: [Sprite] = []) {
    bounds = .empty
    self.blend = blend
    self.sprites = sprites
    count = 0
    (x, y, widthX, widthY, heightX, heightY) = ([], [], [], [], [], [])
    (tint, sprite) = ([], [])
  }

  /// The float columns in the order of the kernels (`ParticleColumns`).
  package static let numbers: [any WritableKeyPath<ParticleBatch, [Float]> & Sendable] = [
    \.x, \.y, \.widthX, \.widthY, \.heightX, \.heightY,
  ]

  /// Removes the particles and keeps the memory.
  package mutating func removeAll() {
    count = 0
    (bounds, boundsAreWhole) = (.empty, false)
    // Spelled out, because key paths are reference counted.
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    widthX.removeAll(keepingCapacity: true)
    widthY.removeAll(keepingCapacity: true)
    heightX.removeAll(keepingCapacity: true)
    heightY.removeAll(keepingCapacity: true)
    tint.removeAll(keepingCapacity: true)
    sprite.removeAll(keepingCapacity: true)
  }

  /// Appends particles with their sprites. The bounds do not change.
  package mutating func append(_ other: ParticleBatch) {
    let first = UInt16(truncatingIfNeeded: sprites.count)
    x.append(contentsOf: other.x)
    y.append(contentsOf: other.y)
    widthX.append(contentsOf: other.widthX)
    widthY.append(contentsOf: other.widthY)
    heightX.append(contentsOf: other.heightX)
    heightY.append(contentsOf: other.heightY)
    tint.append(contentsOf: other.tint)
    for index in other.sprite { sprite.append(first &+ index) }
    sprites.append(contentsOf: other.sprites)
    count += other.count
  }

  /// Adds an emitter's sprites, unless they equal the last ones. Returns their first index.
  /// - Parameter isFirst: whether no particle uses another sprite.
  mutating func add(_ added: [Sprite], isFirst: Bool) -> Int {
    guard !isFirst else {
      sprites = added
      return 0
    }
    let first = sprites.count - added.count
    if first >= 0, hasLast(added, from: first) { return first }
    sprites += added
    return sprites.count - added.count
  }

  private func hasLast(_ others: [Sprite], from first: Int) -> Bool {
    // In place, because copies retain images.
    let (sprites, others) = (sprites.span, others.span)
    for index in others.indices where !sprites[first + index].isSame(as: others[index]) { return false }
    return true
  }

  /// Reserves memory for a long run: at least twice the previous amount, so that many runs do not copy repeatedly.
  mutating func reserve(_ needed: Int) {
    guard needed > x.capacity else { return }
    let capacity = max(needed, x.capacity * 2)
    for column in Self.numbers { self[keyPath: column].reserveCapacity(capacity) }
    tint.reserveCapacity(capacity)
    sprite.reserveCapacity(capacity)
  }
}
