import Foundation
package import StarmineGraphics

/// A picture that is drawn from a description, so that presets need no image files. Equal descriptions give equal
/// bytes.
package struct Sprite: Sendable, Hashable {
  /// The largest side in pixels.
  package static let maximumSize = 1024
  /// Every shape there is, with one line about it.
  package static var shapes: [(name: String, summary: String)] { SpriteShape.all.map { ($0.name, $0.summary) } }

  /// One of `shapes`.
  package let shape: String
  /// Pixels, 1...`maximumSize`.
  package var width: Int
  package var height: Int
  /// Multiplies the white shape.
  package var color = CGColor.white
  /// 0 is a clean edge; 1 fades from the middle to the edge. Shapes of light (dots, glows) have no edge to soften.
  package var softness = 0.0
  /// Standard deviation of a Gaussian blur, as a part of the size, 0...0.15. The shape shrinks so that its blur fits.
  package var blur = 0.0

  /// Nil if there is no such shape. `size` is the height; the width follows from the shape.
  package init?(shape: String, size: Int = 64) {
    guard let row = SpriteShape.all.first(where: { $0.name == shape }) else { return nil }
    self.shape = shape
    height = size
    width = max(1, Int((Double(size) * row.aspect).rounded()))
  }

  /// As `show` prints it.
  package var summary: String { "sprite \(shape) \(width)x\(height)" }

  /// The picture.
  package func makeImage() -> CGImage {
    let mask = blurred(coverage())
    return CGImage(width: width, height: height, pixels: mask.map(pixel))
  }

  private func pixel(coverage: Double) -> UInt32 {
    CGColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha * coverage).premultipliedPixel
  }

  // MARK: Coverage

  /// Part of the width and height that is left for the shape; 5 deviations hold all of the blur that shows.
  private var room: Double { 1 - 5 * blur }

  /// Opacity of every pixel, as the mean of 4 by 4 samples.
  private func coverage() -> [Double] {
    guard let row = SpriteShape.all.first(where: { $0.name == shape }) else { return [] }
    let scale = SIMD2(2 / Double(width), 2 / Double(height))
    let offsets = (0..<16).map { (SIMD2(Double($0 % 4), Double($0 / 4)) + 0.5) / 4 }
    return (0..<width * height).map { index in
      let corner = SIMD2(Double(index % width), Double(index / width))
      return offsets.reduce(0) { $0 + opacity(row.form, at: ((corner + $1) * scale - 1) / room) } / 16
    }
  }

  private func opacity(_ form: SpriteShape.Form, at point: SIMD2<Double>) -> Double {
    switch form {
    case .light(let light):
      return abs(point.x) < 1 && abs(point.y) < 1 ? light(point) : 0
    case .distance(let distance):
      let inside = -distance(point)
      guard softness > 0 else { return inside > 0 ? 1 : 0 }
      let t = min(max(inside / softness, 0), 1)
      return t * t * (3 - 2 * t)
    }
  }

  // MARK: Blur

  private func blurred(_ mask: [Double]) -> [Double] {
    guard blur > 0 else { return mask }
    let across = convolved(mask, count: width, step: 1, lines: height, lineStep: width, deviation: blur * Double(width))
    return convolved(
      across, count: height, step: width, lines: width, lineStep: 1, deviation: blur * Double(height))
  }

  /// A Gaussian along lines of `count` values that lie `step` apart.
  private func convolved(
    _ mask: [Double], count: Int, step: Int, lines: Int, lineStep: Int, deviation: Double
  ) -> [Double] {
    let reach = max(1, Int((3 * deviation).rounded(.up)))
    let weights = (-reach...reach).map { exp(-0.5 * pow(Double($0) / deviation, 2)) }
    let total = weights.reduce(0, +)
    var result = mask
    for line in 0..<lines {
      for index in 0..<count {
        var sum = 0.0
        for tap in max(-reach, -index)...min(reach, count - 1 - index) {
          sum += weights[tap + reach] * mask[line * lineStep + (index + tap) * step]
        }
        result[line * lineStep + index * step] = sum / total
      }
    }
    return result
  }
}
