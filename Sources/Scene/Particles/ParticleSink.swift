/// Collects the visible particles of one emitter: projects, culls, packs colours and appends to the batch.
struct ParticleSink: ~Copyable {
  private static let capacity = 1024
  /// Most sprites are drawn without an order; then no keys are kept.
  let keepsOrder: Bool
  private let projection: ParticleProjection
  private(set) var batch: ParticleBatch
  /// One sort key per particle of the batch, if an order is kept.
  private(set) var order: [Float] = []
  /// Particles that live at the time of evaluation, drawn or not.
  private(set) var liveCount = 0
  /// What the limit leaves room for, and by how much it was exceeded.
  var room: EmissionRoom
  private(set) var droppedCount = 0

  // Full columns are appended to the batch at once; the pointers never leave this owner.
  private let columns: UnsafeMutablePointer<Float>
  private let tints: UnsafeMutablePointer<UInt32>
  private let indices: UnsafeMutablePointer<UInt16>
  private var count = 0
  private var extent = ExtentLanes()

  /// What orders the particles of a batch, if anything.
  enum OrderKey {
    case none, age, depth
  }
  let orderKey: OrderKey

  init(batch: ParticleBatch, projection: ParticleProjection, orderKey: OrderKey, room: EmissionRoom) {
    self.batch = batch
    self.room = room
    self.projection = projection
    self.orderKey = orderKey
    keepsOrder = orderKey != .none
    columns = .allocate(capacity: Self.capacity * 7)
    tints = .allocate(capacity: Self.capacity)
    indices = .allocate(capacity: Self.capacity)
  }

  deinit {
    columns.deallocate()
    tints.deallocate()
    indices.deallocate()
  }

  /// Takes `count` births off the limit; the births that are left may be fewer.
  mutating func admit(_ count: Int) -> Int {
    let admitted = min(count, room.births)
    room.births -= admitted
    droppedCount += count - admitted
    if admitted > Self.capacity { batch.reserve(batch.count + admitted) }
    return admitted
  }

  /// Counts living particles that cannot be seen.
  @inline(__always)
  mutating func count(isAlive: SIMDMask<SIMD8<Int32>>) {
    liveCount += isAlive.laneCount
  }

  /// Adds the living lanes. `ages` in the cell's clock; `layerAges` for the order by age.
  @inline(__always)
  mutating func add(
    _ seen: AppearanceLanes, isAlive: SIMDMask<SIMD8<Int32>>, ages: Floats, layerAges: Floats, identities: Words,
    sprites: SpriteRange?
  ) {
    liveCount += isAlive.laneCount
    guard let sprites else { return }
    let (lanes, isInFrame) = projection.project(seen, size: sprites.size)
    // Below half a step of 8 bits an alpha rounds to nothing.
    let isVisible = isAlive .& isInFrame .& (seen.color.alpha .>= 0.5 / 255)
    let bits = isVisible.laneBits
    guard bits != 0 else { return }
    let key = orderKey == .age ? 0 - layerAges : seen.position.z
    store(lanes, packed(seen.color), key, sprites.first)
    if sprites.count > 1 { chooseFrames(of: sprites, ages, identities) }
    count += bits == 255 ? 8 : compact(bits)
    if count > Self.capacity - 8 { flush() }
  }

  /// Premultiplied `0xAARRGGBB`, components clamped to 0...1.
  @inline(__always)
  private func packed(_ color: ColorLanes) -> Words {
    let alpha = LaneMath.clampedToUnit(color.alpha) * 255
    let red = LaneMath.rounded(LaneMath.clampedToUnit(color.red) * alpha)
    let green = LaneMath.rounded(LaneMath.clampedToUnit(color.green) * alpha)
    let blue = LaneMath.rounded(LaneMath.clampedToUnit(color.blue) * alpha)
    return LaneMath.rounded(alpha) &<< 24 | red &<< 16 | green &<< 8 | blue
  }

  /// Writes eight sprites behind the filled part of the columns.
  @inline(__always)
  private func store(_ lanes: SpriteLanes, _ tint: Words, _ key: Floats, _ sprite: UInt16) {
    let stride = Self.capacity * 4
    let base = UnsafeMutableRawPointer(columns + count)
    base.storeBytes(of: lanes.x, as: Floats.self)
    base.storeBytes(of: lanes.y, toByteOffset: stride, as: Floats.self)
    base.storeBytes(of: lanes.widthX, toByteOffset: stride * 2, as: Floats.self)
    base.storeBytes(of: lanes.widthY, toByteOffset: stride * 3, as: Floats.self)
    base.storeBytes(of: lanes.heightX, toByteOffset: stride * 4, as: Floats.self)
    base.storeBytes(of: lanes.heightY, toByteOffset: stride * 5, as: Floats.self)
    base.storeBytes(of: key, toByteOffset: stride * 6, as: Floats.self)
    UnsafeMutableRawPointer(tints + count).storeBytes(of: tint, as: Words.self)
    UnsafeMutableRawPointer(indices + count).storeBytes(of: SIMD8(repeating: sprite), as: SIMD8<UInt16>.self)
  }

  /// Gives the eight sprites behind the filled part their flipbook frames.
  private func chooseFrames(of sprites: SpriteRange, _ ages: Floats, _ identities: Words) {
    for lane in 0..<8 {
      indices[count + lane] = sprites.sprite(age: ages[lane] > 0 ? ages[lane] : 0, identity: identities[lane])
    }
  }

  /// Moves the lanes whose bits are set to the front of the eight; returns how many they are.
  @inline(__always)
  private func compact(_ bits: Int) -> Int {
    var kept = 0
    var rest = bits
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest - 1
      if lane != kept {
        let target = columns + count + kept
        let source = columns + count + lane
        for column in 0..<7 { target[column * Self.capacity] = source[column * Self.capacity] }
        tints[count + kept] = tints[count + lane]
        indices[count + kept] = indices[count + lane]
      }
      kept += 1
    }
    return kept
  }

  /// Moves the filled part of the columns to the batch.
  private mutating func flush() {
    extendBounds()
    func column(_ index: Int) -> UnsafeBufferPointer<Float> {
      UnsafeBufferPointer(start: columns + index * Self.capacity, count: count)
    }
    batch.x.append(contentsOf: column(0))
    batch.y.append(contentsOf: column(1))
    batch.widthX.append(contentsOf: column(2))
    batch.widthY.append(contentsOf: column(3))
    batch.heightX.append(contentsOf: column(4))
    batch.heightY.append(contentsOf: column(5))
    batch.tint.append(contentsOf: UnsafeBufferPointer(start: tints, count: count))
    batch.sprite.append(contentsOf: UnsafeBufferPointer(start: indices, count: count))
    if keepsOrder { order.append(contentsOf: column(6)) }
    batch.count += count
    count = 0
  }

  /// Takes the filled part of the columns into the bounds.
  private mutating func extendBounds() {
    var first = 0
    while first < count {
      // The last eight may overlap those before; fewer than eight are taken one by one.
      if count - first < 8, count >= 8 { first = count - 8 }
      let lanes = UnsafeRawPointer(columns + first)
      func column(_ index: Int) -> Floats {
        lanes.loadUnaligned(fromByteOffset: Self.capacity * 4 * index, as: Floats.self)
      }
      let valid = Floats.laneNumbers .< Float(min(count - first, 8))
      extent.add(x: column(0), column(2), column(4), valid)
      extent.add(y: column(1), column(3), column(5), valid)
      first += 8
    }
  }

  /// The finished batch, in drawing order.
  consuming func finish(newestFirst: Bool) -> (batch: ParticleBatch, liveCount: Int, droppedCount: Int) {
    flush()
    if keepsOrder { batch.sort(by: order, descending: newestFirst) }
    if batch.count > 0 { batch.bounds = extent.deviceRect.intersection(projection.clip) }
    return (batch, liveCount, droppedCount)
  }
}

/// The rectangle around sprites, as far as eight lanes each have seen.
private struct ExtentLanes {
  var lowX = Floats(repeating: .greatestFiniteMagnitude)
  var lowY = Floats(repeating: .greatestFiniteMagnitude)
  var highX = Floats(repeating: -.greatestFiniteMagnitude)
  var highY = Floats(repeating: -.greatestFiniteMagnitude)

  @inline(__always)
  mutating func add(x: Floats, _ width: Floats, _ height: Floats, _ valid: SIMDMask<SIMD8<Int32>>) {
    let half = (LaneMath.magnitude(width) + LaneMath.magnitude(height)) * 0.5
    lowX = lowX.replacing(with: x - half, where: (x - half .< lowX) .& valid)
    highX = highX.replacing(with: x + half, where: (x + half .> highX) .& valid)
  }

  @inline(__always)
  mutating func add(y: Floats, _ width: Floats, _ height: Floats, _ valid: SIMDMask<SIMD8<Int32>>) {
    let half = (LaneMath.magnitude(width) + LaneMath.magnitude(height)) * 0.5
    lowY = lowY.replacing(with: y - half, where: (y - half .< lowY) .& valid)
    highY = highY.replacing(with: y + half, where: (y + half .> highY) .& valid)
  }

  /// Whole pixels around what was seen; visible sprites lie within what integers hold.
  var deviceRect: DeviceRect {
    DeviceRect(
      minX: Int(lowX.min().rounded(.down)), minY: Int(lowY.min().rounded(.down)), maxX: Int(highX.max().rounded(.up)),
      maxY: Int(highY.max().rounded(.up)))
  }
}

extension SIMDMask where Storage == SIMD8<Int32> {
  /// Bit k is lane k.
  @inline(__always)
  var laneBits: Int {
    let weights = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128)
    return Int((unsafeBitCast(self, to: SIMD8<Int32>.self) & weights).wrappedSum())
  }

  @inline(__always)
  var laneCount: Int {
    -Int(unsafeBitCast(self, to: SIMD8<Int32>.self).wrappedSum())
  }
}
