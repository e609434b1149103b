import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

/// Rows into which sprites and images are resampled; one per worker.
final class PaintScratch {
  let upright = ScratchBuffer<UInt64>()
  let near = ScratchBuffer<UInt64>()
  let far = ScratchBuffer<UInt64>()
  let u = ScratchBuffer<Int32>()
  let v = ScratchBuffer<Int32>()
  /// Positions of columns: those of one level, then those of the next.
  let columns = ScratchBuffer<Int32>()
  let coverage = ScratchBuffer<UInt16>()
  /// Samples of float pictures.
  let deep = ScratchBuffer<DeepPixel>()
  /// A sprite that is drawn separately.
  let apart = ScratchBuffer<UInt32>()
  /// `VisibleTexels.ranks` in memory that kernels can read.
  let visibleRanks = ScratchBuffer<UInt8>()

  /// Zeros, used if every sample may be visible.
  let noRanks = ScratchBuffer<UInt8>()

  init() {
    visibleRanks.reserve(256).update(from: VisibleTexels.ranks, count: 256)
    noRanks.reserve(256)
  }
}

struct SpritePainter {
  let surface: Surface
  let clip: DeviceRect
  let kernels: KernelTable
  let scratch: PaintScratch
  let draw: KernelTable.Sprites
  let isAdditive: Bool
  /// Float pictures of the sprites; nil if there are none.
  var deep: DeepSources?
  /// The blend mode of sprites that are drawn separately first; nil for modes with kernels.
  private let mix: Int32?
  let near: UnsafeMutablePointer<UInt64>
  let far: UnsafeMutablePointer<UInt64>
  let upright: UnsafeMutablePointer<UInt64>

  /// - Parameter clip: A rectangle within the surface's bounds.
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
  func draw(_ sprites: UnsafeBufferPointer<PixelSprite>, _ sources: UnsafePointer<PixelSource>) {
    if let mix { return drawApart(sprites, sources, mix) }
    if let deep { return drawDeep(sprites, sources, deep) }
    guard let first = sprites.baseAddress else { return }
    var target = PixelTarget(
      pixels: surface.base, stride: surface.stride, origin_x: Int32(truncatingIfNeeded: surface.bounds.minX),
      origin_y: Int32(truncatingIfNeeded: surface.bounds.minY), min_x: Int32(truncatingIfNeeded: clip.minX),
      min_y: Int32(truncatingIfNeeded: clip.minY), max_x: Int32(truncatingIfNeeded: clip.maxX),
      max_y: Int32(truncatingIfNeeded: clip.maxY),
      visible_ranks: kernels.form == .words ? scratch.visibleRanks.base : scratch.noRanks.base)
    draw.list(&target, first, sprites.count, sources, upright)
  }

  /// Draws each sprite separately and blends the result.
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
}

extension PixelSprite {
  /// Pixels that the sprite can touch, with a margin of one.
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
