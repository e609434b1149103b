import Synchronization

/// An image that is drawn from a description, so that presets need no image files. Equal descriptions give equal bytes.
package struct Sprite: Sendable, Hashable {
  package static let maximumSize = 1024
  package static var shapes: [(name: String, summary: String)] { SpriteShape.all.map { ($0.name, $0.summary) } }

  package let shape: String
  /// Width in pixels, 1...`maximumSize`.
  package var width: Int
  package var height: Int
  /// Colour that multiplies the white shape.
  package var color = CGColor.white
  /// 0 is a sharp edge; 1 fades from the middle to the edge. Light shapes (dots, glows) ignore it.
  package var softness = 0.0
  /// Standard deviation of a Gaussian blur as a fraction of the size, 0...0.15. The shape shrinks accordingly.
  package var blur = 0.0
  /// Selects one of the forms of `cloud`, `mist`, `noise` and `flame`, 0...99.
  package var seed = 0
  /// Columns and rows of shapes in the picture, 1...4; their seeds count up from `seed`.
  package var sheet = 1

  /// Nil for an unknown shape. `size` is the height; the width follows from the shape.
  package init?(shape: String, size: Int = 64) {
    guard let row = SpriteShape.all.first(where: { $0.name == shape }) else { return nil }
    self.shape = shape
    height = size
    width = max(1, Int((Double(size) * row.aspect).rounded()))
  }

  package func makeImage() -> CGImage {
    let part = sharedCoverage
    if row?.isLit == true, case .seeded(let shape) = row?.form { return makeImage { shape($0, $1).y } }
    let pixels = blur > 0 ? blurred(unfolded(part)).map(pixel) : unfolded(part.map(pixel))
    return CGImage(width: width, height: height, pixels: pixels)
  }

  /// The last computed coverage with its white sprite.
  private static let last = Mutex<(sprite: Sprite, coverage: [Double])?>(nil)
  /// Larger coverages are not cached: half a megabyte.
  private static let mostShared = 1 << 16

  /// `partialCoverage`, computed once for successive sprites that differ only in colour. Used by the lights of `rain`.
  private var sharedCoverage: [Double] {
    var sprite = self
    sprite.color = .white
    if let last = Self.last.withLock({ $0 }), last.sprite == sprite { return last.coverage }
    let coverage = partialCoverage(samples: samples)
    if coverage.count <= Self.mostShared { Self.last.withLock { $0 = (sprite, coverage) } }
    return coverage
  }

  /// The picture with a light for each pixel, which darkens the color.
  private func makeImage(light: (SIMD2<Double>, Int) -> Double) -> CGImage {
    let pixels = blurred(unfolded(sharedCoverage)).enumerated().map { index, coverage in
      guard coverage > 0 else { return UInt32(0) }
      let place = place(ofPixel: SIMD2(Double(index % width), Double(index / width)) + 0.5)
      let light = light(place.point, place.seed)
      return CGColor(
        red: color.red * light, green: color.green * light, blue: color.blue * light, alpha: color.alpha * coverage
      ).premultipliedPixel
    }
    return CGImage(width: width, height: height, pixels: pixels)
  }

  private func pixel(coverage: Double) -> UInt32 {
    CGColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha * coverage).premultipliedPixel
  }

  /// Estimated work: samples of the shape and additions of the blur. A unit takes some tens of nanoseconds.
  var work: Double {
    let taps = blur > 0 ? 2 * (reach(blur * Double(width)) + reach(blur * Double(height))) : 0
    var shape = Double(samples * samples)
    if case .seeded = row?.form { shape = 8 * (shape + 1) }
    return Double(width * height) * (shape + Double(taps) / 250)
  }

  // MARK: Coverage

  /// Fraction of the width and height that remains for the shape. Five deviations contain the visible blur.
  private var room: Double { 1 - 5 * blur }

  private var row: SpriteShape? { SpriteShape.all.first { $0.name == shape } }

  /// Samples per pixel along each side. Smooth shapes need few.
  private var samples: Int {
    let side = min(width, height) / sheet
    if side >= row?.plainFrom ?? .max { return 1 }
    return side >= row?.smoothFrom ?? .max ? 2 : 4
  }

  /// Opacity of every pixel.
  /// - Parameter side: samples per pixel along each side.
  package func coverage(samples side: Int) -> [Double] { unfolded(partialCoverage(samples: side)) }

  /// Computed columns and rows. The others are mirrored.
  private var part: (width: Int, height: Int) {
    row?.isMirrored == true && sheet == 1 ? ((width + 1) / 2, (height + 1) / 2) : (width, height)
  }

  /// Mirrors the computed part to the whole.
  private func unfolded<Value>(_ values: [Value]) -> [Value] {
    let part = part
    guard part.width < width || part.height < height else { return values }
    return (0..<width * height).map { index in
      let (x, y) = (index % width, index / width)
      return values[min(y, height - 1 - y) * part.width + min(x, width - 1 - x)]
    }
  }

  private func partialCoverage(samples side: Int) -> [Double] {
    guard let form = row?.form else { return [] }
    let part = part
    let count = Double(side * side)
    let offsets = (0..<side * side).map { (SIMD2(Double($0 % side), Double($0 / side)) + 0.5) / Double(side) }
    // Distances change by at most `SpriteShape.steepness` per unit, so far from an edge all samples are equal.
    let margin = SpriteShape.steepness * (scale * scale).sum().squareRoot() / room
    return (0..<part.width * part.height).map { index in
      let corner = SIMD2(Double(index % part.width), Double(index / part.width))
      if case .distance(let distance) = form {
        let inside = -distance(place(ofPixel: corner + 0.5).point)
        if inside < -margin { return 0 }
        if inside > softness + margin { return 1 }
      }
      return offsets.reduce(0) { $0 + opacity(form, at: place(ofPixel: corner + $1)) } / count
    }
  }

  /// Units of a shape's square per pixel, if it fills its cell of the sheet.
  private var scale: SIMD2<Double> { Double(2 * sheet) / SIMD2(Double(width), Double(height)) }

  /// The point of a shape's square at a place in pixels, and the seed of the shape there.
  private func place(ofPixel pixel: SIMD2<Double>) -> (point: SIMD2<Double>, seed: Int) {
    let cell = (pixel * scale / 2).rounded(.down)
    return ((pixel * scale - 1 - 2 * cell) / room, seed + Int(cell.y) * sheet + Int(cell.x))
  }

  private func opacity(_ form: SpriteShape.Form, at place: (point: SIMD2<Double>, seed: Int)) -> Double {
    let (point, seed) = place
    switch form {
    case .light(let light):
      return abs(point.x) < 1 && abs(point.y) < 1 ? light(point) : 0
    case .seeded(let shape):
      return abs(point.x) < 1 && abs(point.y) < 1 ? shape(point, seed).x : 0
    case .distance(let distance):
      let inside = -distance(point)
      guard softness > 0 else { return inside > 0 ? 1 : 0 }
      let t = min(max(inside / softness, 0), 1)
      return t * t * (3 - 2 * t)
    }
  }

  // MARK: Blur

  /// Pixels that a Gaussian affects on each side, for a deviation in pixels.
  private func reach(_ deviation: Double) -> Int { max(1, Int((3 * deviation).rounded(.up))) }

  private func blurred(_ mask: [Double]) -> [Double] {
    guard blur > 0 else { return mask }
    let turned = Self.transposed(mask, width: width)
    let across = convolved(turned, width: height, deviation: blur * Double(width))
    return convolved(Self.transposed(across, width: height), width: width, deviation: blur * Double(height))
  }

  private static func transposed(_ mask: [Double], width: Int) -> [Double] {
    let height = mask.count / width
    return (0..<mask.count).map { mask[$0 % height * width + $0 / height] }
  }

  /// A vertical Gaussian. Adds whole rows; each pixel from top to bottom.
  private func convolved(_ mask: [Double], width: Int, deviation: Double) -> [Double] {
    let (reach, height) = (reach(deviation), mask.count / width)
    let weights = (-reach...reach).map { Double.exp(-0.5 * Double.pow(Double($0) / deviation, 2)) }
    let total = weights.reduce(0, +)
    let mask = mask.span
    var result: [Double] = []
    result.reserveCapacity(mask.count)
    for y in 0..<height {
      var sums = [Double](repeating: 0, count: width)
      var row = sums.mutableSpan
      for tap in max(-reach, -y)...min(reach, height - 1 - y) {
        let (weight, source) = (weights[tap + reach], mask.extracting((y + tap) * width..<(y + tap + 1) * width))
        for x in 0..<width { row[x] += weight * source[x] }
      }
      for x in 0..<width { row[x] /= total }
      result += sums
    }
    return result
  }
}
