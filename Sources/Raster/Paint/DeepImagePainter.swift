import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

// Float pictures in float tiles.

extension SpritePainter {
  /// Draws a row of a float image.
  /// - Parameters:
  ///   - columns: Positions of an axis-aligned image's columns in the sampled level, and in the next one.
  ///   - bytes: The row's coverage.
  func drawDeep(
    _ image: MappedImage, _ row: CoverageRow, _ y: Int, _ columns: UnsafePointer<Int32>?,
    _ farColumns: UnsafePointer<Int32>?, _ bytes: UnsafeMutablePointer<UInt8>
  ) {
    let ((lower, share), count) = (image.level, row.maxX - row.minX)
    let samples = scratch.deep.reserve(count)
    var u = findPlaces(image, image.source.levels[lower], columns, row, bytes, y)
    for i in 0..<count { samples[i] = image.deep[lower].sample(u[i], scratch.v.base[i]) }
    if share > 0 {
      u = findPlaces(image, image.source.levels[lower + 1], farColumns, row, bytes, y)
      let part = Float(Int32(share)) * (1 / 65535)
      for i in 0..<count { samples[i] += (image.deep[lower + 1].sample(u[i], scratch.v.base[i]) - samples[i]) * part }
    }
    blend(samples, count, image, onto: surface.pointer(row.minX, y).assumingMemoryBound(to: DeepPixel.self))
  }

  private func blend(
    _ samples: UnsafePointer<DeepPixel>, _ count: Int, _ image: MappedImage, onto row: UnsafeMutablePointer<DeepPixel>
  ) {
    let (limit, coverage) = (DeepPixel(image.lightLimit, image.lightLimit, image.lightLimit, 1), scratch.coverage.base)
    let gain = image.source.gain
    let tint = DeepPixel(word: image.tint) * DeepPixel(gain.0, gain.1, gain.2, gain.3)
    for i in 0..<count {
      let color = pointwiseMin(samples[i], limit) * tint
      row[i] = (color * (Float(coverage[i]) * (1 / 256))).over(row[i])
    }
  }
}

/// The float pixels of sprite pictures, by source index.
struct DeepSources {
  let levels: [Int: [DeepTexels.Level]]
  /// The source of sprite index 0.
  let first: Int

  subscript(source: UInt16) -> [DeepTexels.Level]? { levels[first + Int(source)] }
}

// The sprite kernels read bytes. Float pictures on particles are rare, so they are drawn here, row by row, by the exact
// overlap of a pixel with the sprite along its sides.
extension SpritePainter {
  /// Draws sprites in order, from float pixels where their pictures have them.
  func drawDeep(
    _ sprites: UnsafeBufferPointer<PixelSprite>, _ sources: UnsafePointer<PixelSource>, _ deep: DeepSources
  ) {
    var plain = self
    plain.deep = nil
    for index in sprites.indices {
      let sprite = sprites[index]
      if let levels = deep[sprite.source] {
        drawDeep(sprite, sources[Int(sprite.source)], levels)
      } else {
        plain.draw(UnsafeBufferPointer(rebasing: sprites[index...index]), sources)
      }
    }
  }

  private func drawDeep(_ sprite: PixelSprite, _ source: PixelSource, _ levels: [DeepTexels.Level]) {
    guard let map = RotatedMap(sprite, source) else { return }
    let box = sprite.box.intersection(clip)
    guard !box.isEmpty else { return }
    let rotation = map.rotation(minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: box.maxY)
    let (level, count) = (levels[map.level - source.levels], box.width)
    let (u, v, coverage) = (scratch.u.base, scratch.v.base, scratch.coverage.base)
    let gain = source.gain
    let tint = DeepPixel(word: sprite.tint) * DeepPixel(gain.0, gain.1, gain.2, gain.3) * (1 / 256)
    for y in box.minY..<box.maxY {
      let (dx, dy) = (Int(rotation.first_x), y - map.originY)
      var (across, down) = (rotation.across.axis(dx, dy), rotation.down.axis(dx, dy))
      kernels.affinePositions(u, v, coverage, &across, &down, count)
      let row = surface.pointer(box.minX, y).assumingMemoryBound(to: DeepPixel.self)
      for i in 0..<count where coverage[i] > 0 {
        let color = level.sample(u[i], v[i]) * tint * Float(coverage[i])
        row[i] = isAdditive ? color.plus(row[i]) : color.over(row[i])
      }
    }
  }
}

extension PixelPlane {
  /// The positions along a row from a pixel on, relative to the origin.
  fileprivate func axis(_ x: Int, _ y: Int) -> PixelAxis {
    PixelAxis(
      position: Int32(truncatingIfNeeded: Int(position) &+ x &* Int(step_x) &+ y &* Int(step_y)), step: step_x,
      minimum: minimum, maximum: maximum,
      distance: Int32(truncatingIfNeeded: Int(distance) &+ x &* Int(distance_x) &+ y &* Int(distance_y)),
      distance_step: distance_x, length: length, mask: mask)
  }
}

extension DeepTexels.Level {
  /// The colour at a 16.16 position inside the image.
  @inline(__always)
  fileprivate func sample(_ u: Int32, _ v: Int32) -> DeepPixel {
    let (column, row) = (Int(u >> 16), Int(v >> 16))
    let (right, below) = (column + 1 < width ? 1 : 0, row + 1 < height ? width : 0)
    let texel = texels.start + (row * width + column)
    let (across, down) = (Float(u & 0xFFFF) * (1 / 65536), Float(v & 0xFFFF) * (1 / 65536))
    let above = texel[0] + (texel[right] - texel[0]) * across
    return above + (texel[below] + (texel[below + right] - texel[below]) * across - above) * down
  }
}
