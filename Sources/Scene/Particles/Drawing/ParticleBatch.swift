package import StarmineGraphics

/// Visible particles of one emitter at one time, as a structure of arrays, in drawing order, in device pixels.
///
/// Every array has `count` elements; all numbers are finite.
package struct ParticleBatch: Sendable {
  /// Part of an image that particles show.
  package struct Sprite: Sendable {
    package var image: CGImage
    /// In unit coordinates of the image.
    package var minU: Float, minV: Float, maxU: Float, maxV: Float
    /// Nearest texel instead of bilinear, on the image itself and on its smaller levels.
    package var isNearest: Bool
    package var isNearestWhenSmaller: Bool
    /// Added to the level of detail where the image is drawn smaller; above 0 softer.
    package var detailBias: Float
    /// What tints are multiplied by.
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

  /// Pixels that any particle can touch.
  package var bounds: DeviceRect
  /// Whether no particle reaches beyond the bounds: what draws them together with others need not keep them inside.
  package var boundsAreWhole = false
  package var blend: BlendMode
  package var sprites: [Sprite]

  package var count: Int
  /// Centre.
  package var x: [Float]
  package var y: [Float]
  /// Device vector along the sprite's whole width, left to right.
  package var widthX: [Float]
  package var widthY: [Float]
  /// Device vector along the sprite's whole height, top to bottom.
  package var heightX: [Float]
  package var heightY: [Float]
  /// Premultiplied `0xAARRGGBB`; multiplies the sprite's premultiplied pixels component by component.
  package var tint: [UInt32]
  /// Index into `sprites`.
  package var sprite: [UInt16]

  package init(blend: BlendMode = .sourceOver, sprites: [Sprite] = []) {
    bounds = .empty
    self.blend = blend
    self.sprites = sprites
    count = 0
    (x, y, widthX, widthY, heightX, heightY) = ([], [], [], [], [], [])
    (tint, sprite) = ([], [])
  }

  /// The columns of single precision, in the order in which the kernels have them (`ParticleColumns`).
  package static let numbers: [any WritableKeyPath<ParticleBatch, [Float]> & Sendable] = [
    \.x, \.y, \.widthX, \.widthY, \.heightX, \.heightY,
  ]

  /// The batch without particles, on the memory that it has.
  package mutating func removeAll() {
    count = 0
    (bounds, boundsAreWhole) = (.empty, false)
    // Spelled out, as where columns are filled: key paths are counted references.
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    widthX.removeAll(keepingCapacity: true)
    widthY.removeAll(keepingCapacity: true)
    heightX.removeAll(keepingCapacity: true)
    heightY.removeAll(keepingCapacity: true)
    tint.removeAll(keepingCapacity: true)
    sprite.removeAll(keepingCapacity: true)
  }

  /// Appends the particles of another batch, with its sprites; the bounds stay.
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

  /// Adds an emitter's sprites, unless they are the last ones; answers where they begin.
  ///
  /// - Parameter isFirst: whether no particle shows another sprite.
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
    // Read where they lie: copies would count their images.
    let (sprites, others) = (sprites.span, others.span)
    for index in others.indices where !sprites[first + index].isSame(as: others[index]) { return false }
    return true
  }

  /// Makes room for a long run, so that columns do not grow step by step; at least twice as much as before, so that
  /// many runs do not copy what is there again and again.
  mutating func reserve(_ needed: Int) {
    guard needed > x.capacity else { return }
    let capacity = max(needed, x.capacity * 2)
    for column in Self.numbers { self[keyPath: column].reserveCapacity(capacity) }
    tint.reserveCapacity(capacity)
    sprite.reserveCapacity(capacity)
  }
}
