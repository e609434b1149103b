/// Pixels with their position on a canvas.
struct PixelBlock {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  var pixels: [UInt32]
}

extension CGImage {
  /// The image in another size, with cubic interpolation. If it becomes smaller, each pixel is the mean of the covered
  /// pixels.
  /// - Parameters:
  ///   - place: rectangle in pixels of the canvas. Its edges may be between pixels.
  ///   - width: width of the canvas in pixels. Pixels outside of the canvas are left out.
  ///   - height: height of the canvas in pixels.
  func scaled(to place: CGRect, width: Int, height: Int) -> PixelBlock? {
    let columns = ScalingAxis(from: Double(place.minX), length: Double(place.width), source: self.width, limit: width)
    let rows = ScalingAxis(from: Double(place.minY), length: Double(place.height), source: self.height, limit: height)
    guard let columns, let rows else { return nil }
    // Horizontally first, for the rows that are needed.
    let across = columns.taps.count
    var lines = [SIMD4<Float>](repeating: .zero, count: across * self.height)
    for y in rows.sources {
      for (x, tap) in columns.taps.enumerated() {
        var sum = SIMD4<Float>.zero
        for (index, weight) in zip(tap.first..., tap.weights) {
          sum += components(base.pixels[y * self.width + index]) * weight
        }
        lines[y * across + x] = sum
      }
    }
    var block = PixelBlock(
      x: columns.first, y: rows.first, width: across, height: rows.taps.count,
      pixels: [UInt32](repeating: 0, count: across * rows.taps.count))
    for (y, tap) in rows.taps.enumerated() {
      for x in 0..<across {
        var sum = SIMD4<Float>.zero
        for (index, weight) in zip(tap.first..., tap.weights) { sum += lines[index * across + x] * weight }
        block.pixels[y * across + x] = pixel(sum)
      }
    }
    return block
  }
}

extension CGImage {
  /// The image as visible in a canvas. An upright image is scaled. Others are reduced if necessary, then rotated with
  /// bilinear interpolation.
  /// - Parameters:
  ///   - box: rectangle in points.
  ///   - place: from points to pixels of the canvas.
  ///   - width: width of the canvas in pixels. Pixels outside of the canvas are left out.
  ///   - height: height of the canvas in pixels.
  func placed(in box: CGRect, at place: CGAffineTransform, width: Int, height: Int) -> PixelBlock? {
    if place.b == 0, place.c == 0, place.a > 0, place.d > 0 {
      return scaled(to: box.applying(place), width: width, height: height)
    }
    let scales = (
      across: (place.a * place.a + place.b * place.b).squareRoot(),
      down: (place.c * place.c + place.d * place.d).squareRoot()
    )
    let across = max(1, min(Double(self.width), (scales.across * box.width).rounded(.up)))
    let down = max(1, min(Double(self.height), (scales.down * box.height).rounded(.up)))
    let room = CGRect(x: 0, y: 0, width: width, height: height)
    let shown = box.applying(place).insetBy(dx: -1, dy: -1).intersection(room)
    guard place.a * place.d != place.b * place.c, !shown.isEmpty, let area = PixelArea(shown, scale: 1),
      let source = scaled(to: CGRect(x: 0, y: 0, width: across, height: down), width: Int(across), height: Int(down))
    else { return nil }
    let toSource = place.inverted().concatenating(CGAffineTransform(translationX: -box.minX, y: -box.minY))
      .concatenating(CGAffineTransform(scaleX: across / box.width, y: down / box.height))
    var block = PixelBlock(x: area.minX, y: area.minY, width: area.width, height: area.height, pixels: [])
    block.pixels = (0..<area.width * area.height).map { index in
      let (x, y) = (index % area.width + area.minX, index / area.width + area.minY)
      return source.mix(at: CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(toSource))
    }
    return block
  }

  func faded(to alpha: CGFloat) -> CGImage {
    let factor = alpha.byte
    return factor == 255
      ? self : CGImage(width: width, height: height, pixels: base.pixels.map { StarmineGraphics.scaled($0, factor) })
  }

  /// The edges of the pixels that are more than half opaque, in a rectangle.
  package func silhouette(in place: CGRect) -> CGPath.Geometry {
    let across = width + 1
    /// Right, down, left, up.
    let steps = [1, across, -1, -across]
    var exits = [UInt8](repeating: 0, count: across * (height + 1))
    func isInside(_ x: Int, _ y: Int) -> Bool {
      x >= 0 && y >= 0 && x < width && y < height && base.pixels[y * width + x] >> 24 > 127
    }
    for y in 0..<height {
      for x in 0..<width where isInside(x, y) {
        let corner = y * across + x
        if !isInside(x, y - 1) { exits[corner] |= 1 }
        if !isInside(x + 1, y) { exits[corner + 1] |= 2 }
        if !isInside(x, y + 1) { exits[corner + across + 1] |= 4 }
        if !isInside(x - 1, y) { exits[corner + across] |= 8 }
      }
    }
    var result = CGPath.Geometry()
    func point(_ corner: Int) -> CGPoint {
      CGPoint(
        x: place.minX + place.width * CGFloat(corner % across) / CGFloat(width),
        y: place.minY + place.height * CGFloat(corner / across) / CGFloat(height))
    }
    for start in exits.indices {
      while exits[start] != 0 {
        var (corner, last) = (start, -1)
        result.move(to: point(start))
        while exits[corner] != 0 {
          let way = exits[corner].trailingZeroBitCount
          if last >= 0, way != last { result.addLine(to: point(corner)) }
          exits[corner] &= ~(1 << UInt8(way))
          (corner, last) = (corner + steps[way], way)
        }
        result.closeSubpath()
      }
    }
    return result
  }
}

extension PixelBlock {
  /// Interpolates between four pixels. Outside the block, pixels are transparent.
  fileprivate func mix(at point: CGPoint) -> UInt32 {
    let (left, top) = ((point.x - 0.5).rounded(.down), (point.y - 0.5).rounded(.down))
    guard left >= -1, top >= -1, left < CGFloat(width), top < CGFloat(height) else { return 0 }
    let (column, row) = (Int(left), Int(top))
    let (right, low) = (Float(point.x - 0.5 - left), Float(point.y - 0.5 - top))
    func part(_ x: Int, _ y: Int, _ weight: Float) -> SIMD4<Float> {
      x >= 0 && y >= 0 && x < width && y < height ? components(pixels[y * width + x]) * weight : .zero
    }
    return pixel(
      part(column, row, (1 - right) * (1 - low)) + part(column + 1, row, right * (1 - low))
        + part(column, row + 1, (1 - right) * low) + part(column + 1, row + 1, right * low))
  }
}

extension CGFloat {
  var byte: UInt32 { isNaN ? 0 : UInt32(Swift.min(Swift.max(self, 0), 1) * 255 + 0.5) }
}

/// The pixels along an axis, with the source pixels of each.
private struct ScalingAxis {
  struct Tap {
    var first: Int
    var weights: [Float]
  }

  let first: Int
  var taps: [Tap] = []

  var sources: Range<Int> {
    let used = taps.filter { !$0.weights.isEmpty }
    let first = used.map(\.first).min() ?? 0
    return first..<max(first, used.map { $0.first + $0.weights.count }.max() ?? 0)
  }

  /// Maximum number of source pixels per pixel. A smaller image, near the scale 0, is not drawn.
  private static let largestStep = 16_384.0

  /// Nil if nothing is visible.
  init?(from start: Double, length: Double, source: Int, limit: Int) {
    guard length > 0, start < Double(limit), start + length > 0, length < 0x1p30 else { return nil }
    let step = Double(source) / length
    guard step <= Self.largestStep else { return nil }
    let reach = max(1, step)
    // The cubic filter uses two pixels on each side, of the source or the result, whichever are larger.
    let margin = 2 * reach / step
    first = max(0, Int((start - margin).rounded(.down)))
    let end = min(limit, Int((start + length + margin).rounded(.up)))
    for index in first..<max(first, end) {
      let center = (Double(index) + 0.5 - start) * step
      let low = (center - 2 * reach).rounded(.down)
      let all = (0...Int(4 * reach) + 1).map { cubic((low + Double($0) + 0.5 - center) / reach) }
      let sum = all.reduce(0, +)
      // Outside the image, pixels are transparent.
      let start = min(max(0, -Int(low)), all.count)
      let inside = start..<max(start, min(all.count, source - Int(low)))
      taps.append(Tap(first: Int(low) + inside.lowerBound, weights: all[inside].map { Float($0 / sum) }))
    }
  }
}

/// The Catmull-Rom kernel.
private func cubic(_ x: Double) -> Double {
  let x = abs(x)
  return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
}

private func components(_ pixel: UInt32) -> SIMD4<Float> {
  SIMD4(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24))
}

/// The cubic filter overshoots, so colours are limited to alpha.
private func pixel(_ sum: SIMD4<Float>) -> UInt32 {
  let alpha = min(max(sum.w, 0), 255).rounded()
  let parts = sum.rounded(.toNearestOrAwayFromZero).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
  return UInt32(alpha) << 24 | UInt32(parts.z) << 16 | UInt32(parts.y) << 8 | UInt32(parts.x)
}
