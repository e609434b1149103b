import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

/// Rows that sprites and images are resampled into; one per worker.
final class PaintScratch {
  let upright = ScratchBuffer<UInt64>()
  let near = ScratchBuffer<UInt64>()
  let far = ScratchBuffer<UInt64>()
  let u = ScratchBuffer<Int32>()
  let v = ScratchBuffer<Int32>()
  /// Positions of columns, of one level behind those of another.
  let columns = ScratchBuffer<Int32>()
  let coverage = ScratchBuffer<UInt16>()
  /// Samples of pictures of floats.
  let deep = ScratchBuffer<DeepPixel>()
  /// A sprite that is drawn apart.
  let apart = ScratchBuffer<UInt32>()
  /// `VisibleTexels.ranks` where kernels read them.
  let visibleRanks = ScratchBuffer<UInt8>()

  /// Nothing but 0: where nothing is too faint to be seen.
  let noRanks = ScratchBuffer<UInt8>()

  init() {
    visibleRanks.reserve(256).update(from: VisibleTexels.ranks, count: 256)
    noRanks.reserve(256)
  }
}

/// Draws sprites into one clip rectangle of a surface.
struct SpritePainter {
  let surface: Surface
  let clip: DeviceRect
  let kernels: KernelTable
  let scratch: PaintScratch
  let draw: KernelTable.Sprites
  /// Whether light is added.
  let isAdditive: Bool
  /// Pictures of floats among the sprites'; nil: none.
  var deep: DeepSources?
  /// How sprites are joined that are drawn apart first; nil for those that kernels blend.
  private let mix: Int32?
  let near: UnsafeMutablePointer<UInt64>
  let far: UnsafeMutablePointer<UInt64>
  let upright: UnsafeMutablePointer<UInt64>

  /// - Parameter clip: inside the surface's bounds.
  init(_ surface: Surface, clip: DeviceRect, blend: BlendMode, kernels: KernelTable, scratch: PaintScratch) {
    (self.surface, self.clip, self.kernels, self.scratch) = (surface, clip, kernels, scratch)
    draw = blend == .additive ? kernels.add : kernels.over
    (mix, isAdditive) = (blend.mix, blend == .additive)
    near = scratch.near.reserve(clip.width + 8)
    far = scratch.far.reserve(clip.width + 8)
    upright = scratch.upright.reserve(pixel_upright_scratch(clip.width))
    scratch.u.reserve(clip.width + 8)
    scratch.v.reserve(clip.width + 8)
    scratch.coverage.reserve(clip.width + 8)
  }

  /// Draws sprites in order.
  /// - Parameter sources: by the sprites' indices.
  func draw(_ sprites: UnsafeBufferPointer<PixelSprite>, _ sources: UnsafePointer<PixelSource>) {
    if let mix { return drawApart(sprites, sources, mix) }
    if let deep { return drawDeep(sprites, sources, deep) }
    if let list = draw.list { return drawAll(sprites, sources, list) }
    for sprite in sprites {
      let source = sources[Int(sprite.source)]
      source.withGain { gain in
        if sprite.isUpright { drawUpright(sprite, source, gain) } else { drawRotated(sprite, source, gain) }
      }
    }
  }

  private func drawAll(
    _ sprites: UnsafeBufferPointer<PixelSprite>, _ sources: UnsafePointer<PixelSource>, _ list: KernelTable.DrawSprites
  ) {
    guard let first = sprites.baseAddress else { return }
    var target = PixelTarget(
      pixels: surface.base, stride: surface.stride, origin_x: Int32(truncatingIfNeeded: surface.bounds.minX),
      origin_y: Int32(truncatingIfNeeded: surface.bounds.minY), min_x: Int32(truncatingIfNeeded: clip.minX),
      min_y: Int32(truncatingIfNeeded: clip.minY), max_x: Int32(truncatingIfNeeded: clip.maxX),
      max_y: Int32(truncatingIfNeeded: clip.maxY),
      visible_ranks: kernels.form == .words ? scratch.visibleRanks.base : scratch.noRanks.base)
    list(&target, first, sprites.count, sources, upright)
  }

  // MARK: Blending that no sprite kernel does

  /// Draws each sprite apart and joins it with what lies below.
  private func drawApart(
    _ sprites: UnsafeBufferPointer<PixelSprite>, _ sources: UnsafePointer<PixelSource>, _ mix: Int32
  ) {
    for index in sprites.indices {
      let box = sprites[index].box.intersection(clip)
      guard !box.isEmpty else { continue }
      let pixels = box.width * box.height
      let memory = scratch.apart.reserve((pixels + 8) * kernels.form.words)
      let layer = Surface(base: memory, stride: box.width, bounds: box, form: kernels.form)
      kernels.fill(layer.base, pixels, 0, pixels, 1)
      var painter = SpritePainter(layer, clip: box, blend: .sourceOver, kernels: kernels, scratch: scratch)
      painter.deep = deep
      painter.draw(UnsafeBufferPointer(rebasing: sprites[index...index]), sources)
      for y in box.minY..<box.maxY {
        kernels.joins.mixSpan(surface.pointer(box.minX, y), layer.pointer(box.minX, y), mix, box.width)
      }
    }
  }

  // MARK: Upright: columns are the same in all rows
  // The twin of `pixel_draw_sprites_over` and `..._add`, but for what cannot be seen: it draws everything.

  private func drawUpright(_ sprite: PixelSprite, _ source: PixelSource, _ gain: UnsafePointer<Float>) {
    // Levels are read where they lie: they are large to copy.
    let base = source.levels
    if sprite.width_x == base.pointee.horizontal.whole_length, sprite.height_y == base.pointee.vertical.whole_length,
      source.bias_factor == 1, drawWhole(sprite, base, gain)
    {
      return
    }
    let density = max(
      Float(base.pointee.horizontal.span) / abs(sprite.width_x),
      Float(base.pointee.vertical.span) / abs(sprite.height_y))
    let length = max(abs(sprite.width_x), abs(sprite.height_y))
    let level = length <= PIXEL_TINY_LENGTH ? source.coarserLevel(density: density) : source.level(density: density)
    let isSmall =
      length <= PIXEL_TINY_LENGTH
      || length <= PIXEL_SMALL_LENGTH && level.pointee.horizontal.span <= Double(abs(sprite.width_x))
        && level.pointee.vertical.span <= Double(abs(sprite.height_y))
    var columns = PixelUprightAxis(
      center: sprite.x, length: sprite.width_x, texels: level.pointee.horizontal, isSmall: isSmall,
      clip: (clip.minX, clip.maxX))
    var rows = PixelUprightAxis(
      center: sprite.y, length: sprite.height_y, texels: level.pointee.vertical, isSmall: isSmall,
      clip: (clip.minY, clip.maxY))
    guard columns.first < columns.last, rows.first < rows.last else { return }
    draw.upright(
      surface.pointer(Int(columns.first), Int(rows.first)), surface.stride, level.pointee.texels, &columns, &rows,
      sprite.tint, gain, upright)
  }

  /// Draws a sprite of its image's size if it lies on whole pixels: each of them shows one texel.
  private func drawWhole(
    _ sprite: PixelSprite, _ level: UnsafePointer<PixelLevel>, _ gain: UnsafePointer<Float>
  ) -> Bool {
    let left = Double(sprite.x) - Double(sprite.width_x) / 2
    let top = Double(sprite.y) - Double(sprite.height_y) / 2
    let (x, y) = (floorInt(left), floorInt(top))
    guard Double(x) == left, Double(y) == top else { return false }
    let (minX, minY) = (max(clip.minX, x), max(clip.minY, y))
    let columns = min(clip.maxX, x &+ Int(level.pointee.horizontal.count)) &- minX
    let rows = min(clip.maxY, y &+ Int(level.pointee.vertical.count)) &- minY
    guard columns > 0, rows > 0 else { return true }
    let width = Int(level.pointee.width)
    let row = Int(level.pointee.vertical.first) &+ minY &- y
    let column = Int(level.pointee.horizontal.first) &+ minX &- x
    draw.whole(
      surface.pointer(minX, minY), surface.stride, level.pointee.texels + (row &* width &+ column), width, columns,
      rows, sprite.tint, gain)
    return true
  }

  // MARK: Any other affine map: every pixel finds its own position

  private func drawRotated(_ sprite: PixelSprite, _ source: PixelSource, _ gain: UnsafePointer<Float>) {
    // Distances to the sides pass the acute corners of a sheared sprite by far; nothing of it lies beyond its reach,
    // which is also what it was sorted into tiles by. Asked first, because it costs less than the map: where planes cut
    // one another, each piece draws all particles of its plane.
    let reach = sprite.reach
    guard sprite.x - reach.x < Float(clip.maxX), sprite.x + reach.x >= Float(clip.minX),
      sprite.y - reach.y < Float(clip.maxY), sprite.y + reach.y >= Float(clip.minY),
      let map = RotatedMap(sprite, source)
    else { return }
    let level = map.level
    let (firstX, lastX) = (floorInt(Double(sprite.x - reach.x)), floorInt(Double(sprite.x + reach.x)) &+ 1)
    let minY = max(clip.minY, floorInt(Double(sprite.y - reach.y)))
    let maxY = min(clip.maxY, floorInt(Double(sprite.y + reach.y)) &+ 1)
    let (minX, maxX) = (max(clip.minX, firstX), min(clip.maxX, lastX))
    guard minX < maxX, minY < maxY else { return }
    var rotation = map.rotation(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    draw.rotated(
      surface.pointer(minX, minY), surface.stride, level.pointee.texels, level.pointee.width, level.pointee.height,
      &rotation, sprite.tint, gain)
  }
}

extension PixelSprite {
  /// Pixels that the sprite can touch, and a pixel around.
  var box: DeviceRect {
    DeviceRect(
      minX: floorInt(Double(x - reach.x)) - 1, minY: floorInt(Double(y - reach.y)) - 1,
      maxX: floorInt(Double(x + reach.x)) + 2, maxY: floorInt(Double(y + reach.y)) + 2)
  }
}

extension BlendMode {
  fileprivate var mix: Int32? {
    switch self {
    case .sourceOver, .additive: nil
    case .screen: Int32(PixelMixScreen)
    case .maximum: Int32(PixelMixMaximum)
    case .multiply: Int32(PixelMixMultiply)
    case .colorDodge: Int32(PixelMixDodge)
    }
  }
}
