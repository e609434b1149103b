/// Blurs the coverage of an outline by three box filters with fractional edges, so that the blur increases without
/// steps. Approximates a Gaussian of the same standard deviation.
struct CoverageBlur {
  private var values: [Float]
  private let width: Int
  private let height: Int
  private static let boxes = 3

  init(_ values: [Float], width: Int, height: Int) {
    (self.values, self.width, self.height) = (values, width, height)
  }

  mutating func blur(_ sigma: Double) {
    let variance = sigma * sigma / Double(Self.boxes)
    let radius = Int((((12 * variance + 1).squareRoot() - 1) / 2).rounded(.down))
    let r = Double(radius)
    // Weight of the outer pixels for which the variance of the box is that of the Gaussian.
    let edge = (2 * r + 1) * (variance - r * (r + 1) / 3) / (2 * ((r + 1) * (r + 1) - variance))
    for _ in 0..<Self.boxes {
      for row in 0..<height { box(from: row * width, count: width, step: 1, radius, Float(edge)) }
      for column in 0..<width { box(from: column, count: height, step: width, radius, Float(edge)) }
    }
  }

  /// Averages a row or a column. Values outside are 0.
  private mutating func box(from start: Int, count: Int, step: Int, _ radius: Int, _ edge: Float) {
    let margin = radius + 1
    var padded = [Float](repeating: 0, count: count + 2 * margin)
    for index in 0..<count { padded[margin + index] = values[start + index * step] }
    let line = padded.span
    let factor = 1 / (Float(2 * radius + 1) + 2 * edge)
    var target = values.mutableSpan
    var sum = Float(0)
    for index in 0..<radius { sum += line[margin + index] }
    for index in 0..<count {
      sum += line[margin + index + radius]
      target[start + index * step] = max(0, sum + edge * (line[index] + line[index + 2 * margin])) * factor
      sum -= line[index + 1]
    }
  }

  func part(_ part: PixelArea, of area: PixelArea) -> [Float] {
    (0..<part.height).flatMap { row in
      let start = (row + part.minY - area.minY) * width + part.minX - area.minX
      return values[start..<start + part.width]
    }
  }
}
