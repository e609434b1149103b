import Foundation
import StarmineGraphics
import StarmineScene
import StarmineImport

/// A particle picture, as a shape if possible.
enum LottieSprite {
  /// A single-colour rectangle, relative to the picture's size.
  case box(width: Double, height: Double, color: [Double])
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
      self = .box(width: box.0, height: box.1, color: color)
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

  /// The size of a centred rectangle; nil if the picture shows anything else.
  private static func box(_ alphas: [Double], _ width: Int, _ height: Int) -> (Double, Double)? {
    let total = alphas.reduce(0, +)
    let row = alphas[(height / 2) * width..<(height / 2 + 1) * width].reduce(0, +)
    let column = (0..<height).reduce(0.0) { $0 + alphas[$1 * width + width / 2] }
    guard row > 0, column > 0, abs(total - row * column) < 0.01 * total else { return nil }
    // Each pixel must be the product of the middle row and the middle column.
    for y in 0..<height {
      for x in 0..<width {
        let product = alphas[(height / 2) * width + x] * alphas[y * width + width / 2]
        if abs(alphas[y * width + x] - product) > 0.03 { return nil }
        let isInside = abs(Double(x) + 0.5 - Double(width) / 2) < row / 2 - 1
        if isInside, y == height / 2, product < 0.97 { return nil }
      }
    }
    return (row / Double(width), column / Double(height))
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
