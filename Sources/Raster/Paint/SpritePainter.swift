import CPixelKernels
import Scene

/// Rows that sprites and images are resampled into; one per worker.
final class PaintScratch {
  let taps = ScratchBuffer<PixelTap>()
  let expanded = ScratchBuffer<UInt64>()
  let near = ScratchBuffer<UInt64>()
  let far = ScratchBuffer<UInt64>()
  let u = ScratchBuffer<Int32>()
  let v = ScratchBuffer<Int32>()
  let coverage = ScratchBuffer<UInt16>()
}

/// Draws sprites into one clip rectangle of a surface.
struct SpritePainter {
  let surface: Surface
  let clip: DeviceRect
  let kernels: KernelTable
  let blend: KernelTable.BlendRow
  let scratch: PaintScratch
  let near: UnsafeMutablePointer<UInt64>
  let far: UnsafeMutablePointer<UInt64>
  let taps: UnsafeMutablePointer<PixelTap>

  /// - Parameter clip: inside the surface's bounds.
  init(_ surface: Surface, clip: DeviceRect, blend: BlendMode, kernels: KernelTable, scratch: PaintScratch) {
    (self.surface, self.clip, self.kernels, self.scratch) = (surface, clip, kernels, scratch)
    self.blend = blend == .additive ? kernels.blendAdd : kernels.blendOver
    near = scratch.near.reserve(clip.width)
    far = scratch.far.reserve(clip.width)
    taps = scratch.taps.reserve(clip.width)
    scratch.u.reserve(clip.width)
    scratch.v.reserve(clip.width)
    scratch.coverage.reserve(clip.width)
  }

  @inline(__always)
  func draw(_ sprite: Sprite, _ source: SpriteSource) {
    if sprite.isUpright {
      drawUpright(sprite, source)
    } else {
      drawRotated(sprite, source)
    }
  }

  // MARK: Upright: columns are the same for all rows, so each texel row is resampled once

  private func drawUpright(_ sprite: Sprite, _ source: SpriteSource) {
    let base = source.levels.pointee
    let level = source.level(
      density: max(
        Float(base.horizontal.span) / abs(sprite.widthX), Float(base.vertical.span) / abs(sprite.heightY)))
    let columns = UprightAxis(center: sprite.x, length: sprite.widthX, texels: level.pointee.horizontal)
    let rows = UprightAxis(center: sprite.y, length: sprite.heightY, texels: level.pointee.vertical)
    let (minX, maxX) = columns.pixels(clip.minX, clip.maxX)
    let (minY, maxY) = rows.pixels(clip.minY, clip.maxY)
    guard minX < maxX, minY < maxY else { return }
    let (firstTexel, lastTexel) = columns.fill(taps, minX, maxX)
    var cache = TexelRows(level: level, first: firstTexel, last: lastTexel, painter: self, count: maxX &- minX)
    for y in minY..<maxY {
      let position = rows.sample(y)
      let whole = rows.coverage(y)
      let fraction = position >> 8 & 255
      let texelRow = position >> 16
      let (near, far) = cache.pair(texelRow, fraction == 0 ? texelRow : texelRow &+ 1)
      blend(
        surface.pointer(minX, y), near, far, UInt32(truncatingIfNeeded: min(65535, (256 &- fraction) &* whole)),
        UInt32(truncatingIfNeeded: fraction &* whole), sprite.tint, maxX &- minX)
    }
  }

  // MARK: Any other affine map: every pixel finds its own position

  private func drawRotated(_ sprite: Sprite, _ source: SpriteSource) {
    guard let map = RotatedMap(sprite, source) else { return }
    let level = map.level.pointee
    let reach = Double(sprite.reach.y)
    let minY = max(clip.minY, floorInt(Double(sprite.y) - reach))
    let maxY = min(clip.maxY, floorInt(Double(sprite.y) + reach) &+ 1)
    let (u, v, coverage) = (scratch.u.base, scratch.v.base, scratch.coverage.base)
    var y = minY
    while y < maxY {
      let (minX, maxX) = map.span(y, clip.minX, clip.maxX)
      if minX < maxX {
        var (horizontal, vertical) = map.axes(minX, y)
        kernels.affinePositions(u, v, coverage, &horizontal, &vertical, maxX &- minX)
        kernels.sampleBilinear(near, level.texels, level.width, level.height, u, v, coverage, maxX &- minX)
        blend(surface.pointer(minX, y), near, near, 65535, 0, sprite.tint, maxX &- minX)
      }
      y &+= 1
    }
  }
}

/// The last two texel rows that were resampled.
struct TexelRows {
  private let level: UnsafePointer<SpriteLevel>
  private let first: Int
  private let texelCount: Int
  private let count: Int
  private let kernels: KernelTable
  private let taps: UnsafeMutablePointer<PixelTap>
  private let expanded: UnsafeMutablePointer<UInt64>
  private var even: (row: Int, pixels: UnsafeMutablePointer<UInt64>)
  private var odd: (row: Int, pixels: UnsafeMutablePointer<UInt64>)

  @inline(__always)
  init(level: UnsafePointer<SpriteLevel>, first: Int, last: Int, painter: SpritePainter, count: Int) {
    self.level = level
    self.first = first
    texelCount = min(last &+ 1, Int(level.pointee.width) &- 1) &- first &+ 1
    self.count = count
    kernels = painter.kernels
    taps = painter.taps
    expanded = painter.scratch.expanded.reserve(texelCount &+ 1)
    even = (-1, painter.near)
    odd = (-1, painter.far)
  }

  /// Two neighbouring rows (or the same one twice); rows of one parity share a buffer, so neither displaces the other.
  @inline(__always)
  mutating func pair(_ near: Int, _ far: Int) -> (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt64>) {
    let low = row(near)
    return (low, near == far ? low : row(far))
  }

  @inline(__always)
  private mutating func row(_ index: Int) -> UnsafeMutablePointer<UInt64> {
    if index & 1 == 0 {
      if even.row != index {
        even.row = index
        resample(index, into: even.pixels)
      }
      return even.pixels
    }
    if odd.row != index {
      odd.row = index
      resample(index, into: odd.pixels)
    }
    return odd.pixels
  }

  @inline(__always)
  private func resample(_ index: Int, into out: UnsafeMutablePointer<UInt64>) {
    let texels = level.pointee.texels + (index &* Int(level.pointee.width) &+ first)
    kernels.resampleRow(out, expanded, texels, texelCount, taps, count)
  }
}
