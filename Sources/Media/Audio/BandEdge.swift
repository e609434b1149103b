import StarmineGraphics

/// Takes away what lies beyond a frequency: a Butterworth filter of second order as a biquad (bilinear transform with
/// its frequency prewarped; R. Bristow-Johnson, Audio EQ Cookbook).
struct BandEdge {
  private let before: (Double, Double, Double)
  private let after: (Double, Double)

  /// Keeps what is above a frequency, in hertz.
  init(above frequency: Double) { self.init(frequency, sign: -1) }

  /// Keeps what is below a frequency, in hertz.
  init(below frequency: Double) { self.init(frequency, sign: 1) }

  /// - Parameter sign: 1 for the low side, -1 for the high one.
  private init(_ frequency: Double, sign: Double) {
    let angle = 2 * Double.pi * frequency / Double(Sound.rate)
    let (cosine, bend) = (Double.cos(angle), Double.sin(angle) * 0.5.squareRoot())
    let (edge, whole) = ((1 - sign * cosine) / 2, 1 + bend)
    before = (edge / whole, sign * 2 * edge / whole, edge / whole)
    after = (-2 * cosine / whole, (1 - bend) / whole)
  }

  /// Filters samples of one channel in their place, from silence on.
  func run(_ samples: inout [Float]) {
    var (first, second) = (0.0, 0.0)
    for index in samples.indices {
      let input = Double(samples[index])
      let output = before.0 * input + first
      first = before.1 * input - after.0 * output + second
      second = before.2 * input - after.1 * output
      samples[index] = Float(output)
    }
  }
}
