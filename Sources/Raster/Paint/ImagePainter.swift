import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

/// An image under any plane transform, clipped by coverage.
struct MappedImage {
  let source: PixelSource
  let coverage: ShapeCoverage
  /// From device pixels to 0...1 over the image.
  let inverse: PlaneTransform
  /// Without perspective, positions advance in equal steps from this pixel.
  let affineOrigin: (x: Int, y: Int)?
  /// Level of detail: `log2` of base texels per pixel; negative if magnified.
  let detail: Double
  let isTrilinear: Bool
  let tint: UInt32
  /// Nil if the image is stretched evenly.
  let slices: NineSlice?
  /// The same levels in float, for float pixels, if the picture has them.
  let deep: [DeepTexels.Level]
  /// Upper limit of their components.
  let lightLimit: Float

  /// The sampled level, and the weight of the next one, 0...65535.
  var level: (lower: Int, share: UInt32) {
    let lowest = max(0, min(detail, Double(source.count - 1)))
    let lower = Int(isTrilinear ? lowest.rounded(.down) : lowest.rounded())
    return (lower, isTrilinear ? UInt32((lowest - Double(lower)) * 65535) : 0)
  }
}

extension MappedImage {
  /// Base texels per device pixel at a device point in the denser direction, as a power of two.
  static func detail(_ inverse: PlaneTransform, atX x: Double, y: Double, width: Double, height: Double) -> Double {
    let d = inverse.derivative(at: inverse.apply(x, y))
    let (dux, duy, dvx, dvy) = (d.alongX.x * width, d.alongY.x * width, d.alongX.y * height, d.alongY.y * height)
    let density = max((dux * dux + dvx * dvx).squareRoot(), (duy * duy + dvy * dvy).squareRoot())
    guard density.isFinite, density > 0 else { return 0 }
    // Piecewise linear between powers of two: no library logarithm, so every platform agrees.
    return Double(density.exponent) + density.significand - 1
  }
}

extension MappedImage {
  /// Positions along a row, starting at a pixel. They are computed from one origin in integers, so they do not depend
  /// on the row's start.
  fileprivate func axes(_ level: PixelLevel, from origin: (x: Int, y: Int), x: Int, y: Int) -> (PixelAxis, PixelAxis) {
    let (startU, startV, w) = inverse.apply(Double(origin.x) + 0.5, Double(origin.y) + 0.5)
    let axis = { (texels: PixelTexels, start: Double, stepX: Double, stepY: Double) -> PixelAxis in
      let step = fixed(stepX / w * texels.span)
      // The origin can be far outside a small image.
      let exact = (texels.center + (start - 0.5) * texels.span) * 65536
      let place = exact > -0x1p50 ? Int(min(0x1p50, exact).rounded()) : -1 << 50
      let position =
        place &+ (x &- origin.x) &* Int(step) &+ (y &- origin.y)
        &* Int(fixed(stepY / w * texels.span))
      return PixelAxis(
        position: Int32(truncatingIfNeeded: position), step: step, minimum: texels.minimum, maximum: texels.maximum,
        distance: 0, distance_step: 0, length: 0, mask: texels.mask)
    }
    return (
      axis(level.horizontal, startU, inverse.m11, inverse.m21), axis(level.vertical, startV, inverse.m12, inverse.m22)
    )
  }
}

extension SpritePainter {
  /// Draws a mapped image row by row: coverage, positions, one or two levels, blend.
  func draw(_ image: MappedImage, walk: CoverageWalk) {
    let (lower, share) = image.level
    let (nearColumns, farColumns) = columns(image, lower, isTwo: share > 0)
    for y in clip.minY..<clip.maxY {
      let row = walk.row(y)
      guard row.minX < row.maxX else { continue }
      if !image.deep.isEmpty {
        drawDeep(image, row, y, nearColumns, farColumns, walk.bytes)
        continue
      }
      sample(image, image.source.levels[lower], nearColumns, row, walk.bytes, y, into: near)
      if share > 0 { sample(image, image.source.levels[lower + 1], farColumns, row, walk.bytes, y, into: far) }
      image.source.withGain { gain in
        draw.row(
          surface.pointer(row.minX, y), near, share > 0 ? far : near, 65535 - share, share, image.tint, gain,
          row.maxX - row.minX)
      }
    }
  }

  /// Positions of the clip's columns, which are equal in all rows of an axis-aligned image: in one level, or in that
  /// and the next one.
  private func columns(
    _ image: MappedImage, _ level: Int, isTwo: Bool
  ) -> (near: UnsafePointer<Int32>?, far: UnsafePointer<Int32>?) {
    guard image.affineOrigin == nil, image.inverse.isUpright else { return (nil, nil) }
    // The kernel reads positions up to a multiple of eight.
    let width = clip.width + 8
    let memory = scratch.columns.reserve(2 * width)
    for index in 0...(isTwo ? 1 : 0) {
      let texels = image.source.levels[level + index].horizontal
      for x in 0..<width { memory[index * width + x] = texels.position(unit: image.place(clip.minX + x, clip.minY).u) }
    }
    return (UnsafePointer(memory), UnsafePointer(memory + width))
  }

  /// Converts coverage to 0...256, starting at the row's first pixel.
  private func fillCoverage(_ row: CoverageRow, _ bytes: UnsafeMutablePointer<UInt8>) {
    let out = scratch.coverage.base
    row.forEachPart { first, last, isSolid in
      for x in first..<last {
        let byte = isSolid ? 255 : UInt16(bytes[x - clip.minX])
        out[x - row.minX] = byte + byte >> 7
      }
    }
  }

  private func sample(
    _ image: MappedImage, _ level: PixelLevel, _ columns: UnsafePointer<Int32>?, _ row: CoverageRow,
    _ bytes: UnsafeMutablePointer<UInt8>, _ y: Int, into out: UnsafeMutablePointer<UInt64>
  ) {
    let u = findPlaces(image, level, columns, row, bytes, y)
    kernels.sampleBilinear(
      out, level.texels, level.width, level.height, u, scratch.v.base, scratch.coverage.base, row.maxX - row.minX)
  }

  /// Writes vertical positions and coverage to the scratch. Returns horizontal positions.
  func findPlaces(
    _ image: MappedImage, _ level: PixelLevel, _ columns: UnsafePointer<Int32>?, _ row: CoverageRow,
    _ bytes: UnsafeMutablePointer<UInt8>, _ y: Int
  ) -> UnsafePointer<Int32> {
    let (v, count) = (scratch.v.base, row.maxX - row.minX)
    let u = columns.map { $0 + (row.minX - clip.minX) } ?? UnsafePointer(scratch.u.base)
    if columns != nil {
      let position = level.vertical.position(unit: image.place(row.minX, y).v)
      v.update(repeating: position, count: (count + 7) & ~7)
    } else {
      findPositions(image, level, row, y)
    }
    fillCoverage(row, bytes)
    return u
  }

  /// Positions of a row's pixels.
  private func findPositions(_ image: MappedImage, _ level: PixelLevel, _ row: CoverageRow, _ y: Int) {
    let (u, v, count) = (scratch.u.base, scratch.v.base, row.maxX - row.minX)
    if let origin = image.affineOrigin {
      var (horizontal, vertical) = image.axes(level, from: origin, x: row.minX, y: y)
      kernels.affinePositions(u, v, scratch.coverage.base, &horizontal, &vertical, count)
    } else if image.slices == nil, !image.inverse.isAffine {
      var (map, horizontal, vertical) = (PixelPerspective(image.inverse), level.horizontal, level.vertical)
      kernels.perspectivePositions(u, v, &map, &horizontal, &vertical, Int32(row.minX), Int32(y), count)
    } else {
      for i in 0..<(count + 7) & ~7 {
        // Each pixel is computed from its own coordinates, so a value does not depend on where the row starts.
        let place = image.place(row.minX + i, y)
        u[i] = level.horizontal.position(unit: place.u)
        v[i] = level.vertical.position(unit: place.v)
      }
    }
  }
}

extension MappedImage {
  /// The image position at a pixel's centre, 0...1.
  @inline(__always)
  fileprivate func place(_ x: Int, _ y: Int) -> (u: Double, v: Double) {
    let (u, v, _) = inverse.apply(Double(x) + 0.5, Double(y) + 0.5)
    guard let slices else { return (u, v) }
    return (slices.horizontal.source(u), slices.vertical.source(v))
  }
}

extension PixelPerspective {
  fileprivate init(_ t: PlaneTransform) {
    self.init(u: (t.m11, t.m21, t.m31), v: (t.m12, t.m22, t.m32), w: (t.m13, t.m23, t.m33))
  }
}

extension PlaneTransform {
  fileprivate var isUpright: Bool { m12 == 0 && m21 == 0 && m13 == 0 && m23 == 0 }
}

extension PixelTexels {
  /// The clamped 16.16 position for a position on the sprite, 0...1.
  @inline(__always)
  package func position(unit: Double) -> Int32 {
    let texels = center + (unit - 0.5) * span
    // NaN, which occurs if the plane is seen edge-on, is clamped to the near side.
    let limited = texels > -1 ? min(texels, 40_000) : -1
    return max(minimum, min(maximum, Int32(truncatingIfNeeded: floorInt(limited * 65536 + 0.5)))) & mask
  }
}
