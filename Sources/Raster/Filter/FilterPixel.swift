import CStarminePixelKernels
import StarmineGraphics
import StarmineScene

/// What filters do with the pixels of a form.
protocol FilterPixel: Pixel, Equatable {
  /// Turns a component's values: that of column `x` of row `y` becomes value `y` of line `x`, as a whole number for
  /// blurs.
  ///
  /// - Parameters:
  ///   - component: 0 to 3, as they lie in memory.
  ///   - count: of rows.
  ///   - length: pixels of a row.
  static func turn(
    _ component: Int, _ count: Int, length: Int, from source: (Int) -> UnsafePointer<Self>,
    to target: (Int) -> UnsafeMutablePointer<UInt32>)

  /// Puts blurred values into a component of pixels that has none yet.
  static func add(
    _ values: UnsafePointer<UInt32>, _ component: Int, to pixels: UnsafeMutablePointer<Self>, count: Int)

  /// Means of `count` blocks, `1 << across` pixels wide and as many as `1 << down` rows high; a missing row is
  /// transparent.
  static func means(
    _ rows: UnsafePointer<UnsafePointer<Self>?>, across: Int, down: Int, into out: UnsafeMutablePointer<Self>,
    count: Int, _ kernels: KernelTable.Blurs)

  /// Pixels between the middles of blocks of two rows.
  static func enlarge(
    _ near: UnsafePointer<Self>, _ far: UnsafePointer<Self>, _ place: PixelEnlargement,
    into out: UnsafeMutablePointer<Self>, count: Int, _ kernels: KernelTable.Blurs)

  /// Maps the straight colours of a row; transparent pixels count as transparent black.
  static func filter(_ row: UnsafeMutablePointer<Self>, count: Int, by matrix: ColorMatrix)

  /// With a share of a blurred pixel added, whose alpha goes along as far as its light outshines it.
  func plusGlow(_ blurred: Self, _ intensity: Float) -> Self

  /// Pixels as they are kept for the tiles.
  static func kept(_ pixels: [Self]) -> OffscreenImage.Pixels
}

/// Each pixel depends on itself alone, and neighbours are often equal.
@inline(__always)
private func changeRow<P: FilterPixel>(_ row: UnsafeMutablePointer<P>, _ count: Int, _ change: (P) -> P) {
  var (last, result) = (P.transparent, change(.transparent))
  for x in 0..<count {
    if row[x] != last { (last, result) = (row[x], change(row[x])) }
    row[x] = result
  }
}

extension UInt32: FilterPixel {
  static func turn(
    _ component: Int, _ count: Int, length: Int, from source: (Int) -> UnsafePointer<UInt32>,
    to target: (Int) -> UnsafeMutablePointer<UInt32>
  ) {
    let shift = UInt32(8 * component)
    turnLines(count, length: length, from: source, to: target) {
      // Times 257.
      let bytes = $0 &>> shift & 255
      return bytes | bytes &<< 8
    }
  }

  static func add(
    _ values: UnsafePointer<UInt32>, _ component: Int, to pixels: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    let shift = UInt32(8 * component)
    // A shift that looks at its count first is not done in vectors.
    for x in 0..<count { pixels[x] |= AlphaPlane.byte(values[x]) &<< shift }
  }

  static func means(
    _ rows: UnsafePointer<UnsafePointer<UInt32>?>, across: Int, down: Int, into out: UnsafeMutablePointer<UInt32>,
    count: Int, _ kernels: KernelTable.Blurs
  ) {
    kernels.meanBlocks(out, rows, Int32(across), Int32(down), count)
  }

  static func enlarge(
    _ near: UnsafePointer<UInt32>, _ far: UnsafePointer<UInt32>, _ place: PixelEnlargement,
    into out: UnsafeMutablePointer<UInt32>, count: Int, _ kernels: KernelTable.Blurs
  ) {
    var place = place
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: pixel_enlarge_scratch(place.blocks)) { scratch in
      guard let scratch = scratch.baseAddress else { return }
      kernels.enlargeRow(out, near, far, scratch, &place, count)
    }
  }

  static func filter(_ row: UnsafeMutablePointer<UInt32>, count: Int, by matrix: ColorMatrix) {
    changeRow(row, count) { $0.filtered(matrix) }
  }

  private func filtered(_ matrix: ColorMatrix) -> UInt32 {
    let alpha = Float(self >> 24)
    var color = SIMD4<Float>()
    if alpha > 0 {
      color = SIMD4(Float(self >> 16 & 255), Float(self >> 8 & 255), Float(self & 255), 0) / alpha
      color.w = alpha / 255
    }
    let mapped = matrix.apply(color)
    let part = { (value: Float) in Swift.max(0, Swift.min(1, value)) }
    return premultiplied(red: part(mapped.x), green: part(mapped.y), blue: part(mapped.z), alpha: part(mapped.w))
  }

  func plusGlow(_ blurred: UInt32, _ intensity: Float) -> UInt32 {
    DeepPixel(word: self).plusGlow(DeepPixel(word: blurred), intensity).word
  }

  static func kept(_ pixels: [UInt32]) -> OffscreenImage.Pixels { .words(pixels) }
}

extension DeepPixel: FilterPixel {
  /// What 1 is in a blur, and the light at which a blur's ends: values then have 23 bits, and sums over the widest box
  /// stay in 32.
  private static let (unit, mostLight): (Float, Float) = (65536, 127)

  static func turn(
    _ component: Int, _ count: Int, length: Int, from source: (Int) -> UnsafePointer<DeepPixel>,
    to target: (Int) -> UnsafeMutablePointer<UInt32>
  ) {
    func components(_ y: Int) -> UnsafePointer<Float> {
      UnsafeRawPointer(source(y)).assumingMemoryBound(to: Float.self) + component
    }
    for y in stride(from: 0, to: count & ~3, by: 4) {
      let (a, b, c, d) = (components(y), components(y + 1), components(y + 2), components(y + 3))
      for x in 0..<length {
        let values = whole(DeepPixel(a[4 * x], b[4 * x], c[4 * x], d[4 * x]))
        UnsafeMutableRawPointer(target(x) + y).storeBytes(of: values, as: SIMD4<UInt32>.self)
      }
    }
    for y in count & ~3..<count {
      let row = components(y)
      for x in 0..<length { target(x)[y] = whole(DeepPixel(repeating: row[4 * x])).x }
    }
  }

  /// Rounded, and what is not a number is none. Above 2^23 the last bit of a float is 1, so a sum rounds.
  @inline(__always)
  private static func whole(_ light: DeepPixel) -> SIMD4<UInt32> {
    var value = light.replacing(with: mostLight, where: light .>= DeepPixel(repeating: mostLight))
    value.replace(with: 0, where: .!(value .> .zero))
    return unsafeBitCast(value * unit + 0x1p23, to: SIMD4<UInt32>.self) & 0x7F_FFFF
  }

  static func add(
    _ values: UnsafePointer<UInt32>, _ component: Int, to pixels: UnsafeMutablePointer<DeepPixel>, count: Int
  ) {
    let components = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: Float.self) + component
    for x in 0..<count { components[4 * x] = Float(Int32(truncatingIfNeeded: values[x])) * (1 / unit) }
  }

  static func means(
    _ rows: UnsafePointer<UnsafePointer<DeepPixel>?>, across: Int, down: Int,
    into out: UnsafeMutablePointer<DeepPixel>, count: Int, _ kernels: KernelTable.Blurs
  ) {
    let (width, share) = (1 << across, 1 / Float(1 << (across + down)))
    for block in 0..<count {
      var sum = DeepPixel.zero
      for y in 0..<1 << down {
        guard let row = rows[y] else { continue }
        for x in block * width..<(block + 1) * width { sum += row[x] }
      }
      out[block] = sum * share
    }
  }

  static func enlarge(
    _ near: UnsafePointer<DeepPixel>, _ far: UnsafePointer<DeepPixel>, _ place: PixelEnlargement,
    into out: UnsafeMutablePointer<DeepPixel>, count: Int, _ kernels: KernelTable.Blurs
  ) {
    let (down, across) = (1 / Float(2 << place.down), 1 / Float(2 << place.across))
    let (farShare, steps) = (Float(place.weight) * down, 2 << Int(place.across))
    func mixed(_ block: Int) -> DeepPixel {
      let inside = Swift.max(0, Swift.min(place.blocks - 1, block))
      return near[inside] * (1 - farShare) + far[inside] * farShare
    }
    let first = Int(place.first) >> (Int(place.across) + 1)
    var (left, right) = (mixed(first), mixed(first + 1))
    var (x, block) = (0, first)
    while x < count {
      // From one middle to the next; shares are multiples of a power of two, so that their sums are exact.
      let phase = (Int(place.first) + 2 * x) & (steps - 1)
      let end = Swift.min(count, x + (steps - phase + 1) / 2)
      var share = Float(phase) * across
      for x in x..<end {
        out[x] = left * (1 - share) + right * share
        share += 2 * across
      }
      (x, block) = (end, block + 1)
      (left, right) = (right, mixed(block + 1))
    }
  }

  static func filter(_ row: UnsafeMutablePointer<DeepPixel>, count: Int, by matrix: ColorMatrix) {
    changeRow(row, count) { $0.filtered(matrix) }
  }

  private func filtered(_ matrix: ColorMatrix) -> DeepPixel {
    var color = SIMD4<Float>()
    if w > 0 {
      let straight = self / w
      color = straight.replacing(with: Self.limit, where: straight .>= Self.limit)
      color = SIMD4(color.z, color.y, color.x, w)
    }
    var mapped = matrix.apply(color)
    mapped.replace(with: Self.limit, where: mapped .>= Self.limit)
    mapped.replace(with: 0, where: .!(mapped .> .zero))
    let colors = DeepPixel(mapped.z, mapped.y, mapped.x, 1)
    return colors * mapped.w
  }

  /// In the order of the kernel, whose twin it is.
  package func plusGlow(_ blurred: DeepPixel, _ intensity: Float) -> DeepPixel {
    var glow = blurred * intensity
    let brightest = Swift.max(glow.x, Swift.max(glow.y, glow.z))
    let alpha = blurred.w * Swift.min(1, intensity)
    glow.w = Swift.max(alpha, brightest)
    return plus(glow)
  }

  static func kept(_ pixels: [DeepPixel]) -> OffscreenImage.Pixels { .floats(pixels) }
}
