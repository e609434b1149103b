import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

// Pictures of floats in tiles of floats: as others, but for what is read and how far it goes.

extension SpritePainter {
  /// Draws a row of an image of floats.
  ///
  /// - Parameters:
  ///   - columns: positions of an upright image's columns in the level that is sampled, and in the next one.
  ///   - bytes: of the row's coverage.
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
      for i in 0..<count {
        samples[i] += (image.deep[lower + 1].sample(u[i], scratch.v.base[i]) - samples[i]) * part
      }
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

extension DeepTexels.Level {
  /// The colour at a position in 16.16 inside the image.
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
