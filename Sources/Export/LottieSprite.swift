/// A particle picture, as a shape if possible.
enum LottieSprite {
  /// A rectangle of one colour: sides as fractions of the picture's, and the corner radius as a fraction of the width.
  case box(width: Double, height: Double, radius: Double, color: [Double])
  /// A single-colour round spot, with opacities from the centre to the edge, by shares of half the picture's side.
  case spot([(place: Double, alpha: Double)], color: [Double])
  /// Another sharp single-colour shape.
  case silhouette(LottieSilhouette, color: [Double])
  case picture(CGImage)

  /// The largest side in pixels that is analyzed. Finer details do not change the classification.
  private static let (largest, rings) = (512, 48)

  init(_ sprite: ParticleBatch.Sprite) {
    let image = Self.part(of: sprite)
    self = .picture(image)
    guard image.width <= Self.largest, image.height <= Self.largest else { return }
    let pixels = (0..<image.width * image.height).map { image.base.pixels[$0] }
    guard let color = Self.onlyColor(pixels) else { return }
    let alphas = pixels.map { Double($0 >> 24) / 255 }
    if let box = Self.box(alphas, image.width, image.height) {
      let sides = box.0 / SIMD2(Double(image.width), Double(image.height))
      self = .box(width: sides.x, height: sides.y, radius: box.radius / Double(image.width), color: color)
    } else if image.width == image.height, let spot = Self.spot(alphas, image.width) {
      self = .spot(spot, color: color)
    } else if let silhouette = LottieSilhouette(alphas, image.width, image.height) {
      self = .silhouette(silhouette, color: color)
    }
  }

  private static func part(of sprite: ParticleBatch.Sprite) -> CGImage {
    let (width, height) = (Double(sprite.image.width), Double(sprite.image.height))
    let rect = CGRect(
      x: (Double(sprite.minU) * width).rounded(), y: (Double(sprite.minV) * height).rounded(),
      width: (Double(sprite.maxU - sprite.minU) * width).rounded(),
      height: (Double(sprite.maxV - sprite.minV) * height).rounded())
    return sprite.image.cropping(to: rect) ?? sprite.image
  }

  /// The colour of all visible pixels, 0...1; nil if there are several.
  private static func onlyColor(_ pixels: [UInt32]) -> [Double]? {
    var (low, high) = ([1.0, 1, 1], [0.0, 0, 0])
    for pixel in pixels where pixel >> 24 > 63 {
      let alpha = Double(pixel >> 24)
      for component in 0..<3 {
        let value = min(1, Double(pixel >> (16 - 8 * component) & 255) / alpha)
        (low[component], high[component]) = (min(low[component], value), max(high[component], value))
      }
    }
    guard zip(low, high).allSatisfy({ $1 - $0 < 0.03 && $1 >= $0 }) else { return nil }
    return zip(low, high).map { ($0 + $1) / 2 }
  }

  /// Sides and corner radius of a centred rectangle that is all there is, in pixels.
  private static func box(_ alphas: [Double], _ width: Int, _ height: Int) -> (SIMD2<Double>, radius: Double)? {
    let total = alphas.reduce(0, +)
    let row = alphas[(height / 2) * width..<(height / 2 + 1) * width].reduce(0, +)
    let column = (0..<height).reduce(0.0) { $0 + alphas[$1 * width + width / 2] }
    // Four round corners lack this much of their squares.
    let radius = (max(0, row * column - total) / (4 - .pi)).squareRoot()
    guard row > 0, column > 0, radius < 0.4 * min(row, column) else { return nil }
    for (index, alpha) in alphas.enumerated() {
      let (x, y) = (
        abs(Double(index % width) + 0.5 - Double(width) / 2) - row / 2,
        abs(Double(index / width) + 0.5 - Double(height) / 2) - column / 2
      )
      let corner = SIMD2(max(0, x + radius), max(0, y + radius))
      let outside = min(x, y) < -radius ? max(x, y) : corner.length - radius
      if abs(alpha - max(0, min(1, 0.5 - outside))) > (min(x, y) < -radius ? 0.03 : 0.2) { return nil }
    }
    return (SIMD2(row, column), radius < 0.3 ? 0 : radius)
  }

  /// Opacities along the radius; nil if the picture is not round.
  private static func spot(_ alphas: [Double], _ side: Int) -> [(Double, Double)]? {
    let half = Double(side) / 2
    var sums = [(sum: Double, low: Double, high: Double, count: Double)](repeating: (0, 1, 0, 0), count: rings + 1)
    for (index, alpha) in alphas.enumerated() {
      let (x, y) = (Double(index % side) + 0.5 - half, Double(index / side) + 0.5 - half)
      let ring = Int((x * x + y * y).squareRoot() / half * Double(rings))
      if ring > rings { if alpha > 0.06 { return nil } else { continue } }
      sums[ring].sum += alpha
      (sums[ring].low, sums[ring].high) = (min(sums[ring].low, alpha), max(sums[ring].high, alpha))
      sums[ring].count += 1
    }
    // Pixels of the ring at a disc's edge differ by their coverage.
    let wide = sums.count { $0.count > 0 && $0.high - $0.low > 0.35 }
    guard wide <= max(3, Int(2.5 * Double(rings) / half)) else { return nil }
    let found = sums.enumerated().filter { $0.element.count > 0 }.map {
      (place: (Double($0.offset) + 0.5) / Double(rings), alpha: $0.element.sum / $0.element.count)
    }
    return simplified([(0, found.first?.alpha ?? 0)] + found.filter { $0.place < 1 } + [(1, 0)])
  }

  private static func simplified(_ line: [(place: Double, alpha: Double)]) -> [(Double, Double)] {
    var (result, start) = ([line[0]], 0)
    while start < line.count - 1 {
      var end = start + 1
      while end + 1 < line.count, isStraight(line, start, end + 1) { end += 1 }
      result.append(line[end])
      start = end
    }
    return result
  }

  private static func isStraight(_ line: [(place: Double, alpha: Double)], _ start: Int, _ end: Int) -> Bool {
    let (a, b) = (line[start], line[end])
    return line[start...end].allSatisfy { point in
      abs(a.alpha + (b.alpha - a.alpha) * (point.place - a.place) / (b.place - a.place) - point.alpha) < 0.02
    }
  }
}
