import Foundation
import StarmineGraphics

/// The increase of loudness in frequency bands over time. High at onsets.
struct SpectralFlux {
  let values: [Double]

  /// Samples per window: 21 ms at 48 kHz.
  private static let window = 1024
  private static let bandCount = 32

  /// - Parameter samples: samples at `Sound.rate`.
  /// - Parameter rate: number of results per second.
  init(_ samples: [Float], rate: Double) {
    let step = Int(Double(Sound.rate) / rate)
    var transform = FourierTransform(count: Self.window)
    let shape = (0..<Self.window).map { 0.5 - 0.5 * Double.cos(2 * Double.pi * Double($0) / Double(Self.window)) }
    let bands = Self.bands
    var loudness: [Float] = []
    loudness.reserveCapacity((samples.count / step + 1) * bands.count)
    for middle in stride(from: 0, to: samples.count, by: step) {
      let first = middle - Self.window / 2
      for index in 0..<Self.window {
        let place = first + index
        transform.real[index] = samples.indices.contains(place) ? Double(samples[place]) * shape[index] : 0
        transform.imaginary[index] = 0
      }
      transform.run()
      for band in bands {
        var power = 0.0
        for line in band { power += transform.power(line) }
        loudness.append(Float(power.squareRoot()))
      }
    }
    values = Self.rises(loudness, bands.count)
  }

  /// Uses the logarithm of loudness above a floor relative to the maximum, so that noise has little effect.
  private static func rises(_ loudness: [Float], _ width: Int) -> [Double] {
    let most = loudness.max() ?? 0
    guard most > 0 else { return Array(repeating: 0, count: loudness.count / width) }
    let levels = loudness.map { Double.log(Double(1 + 30 * $0 / most)) }
    return (0..<levels.count / width).map { moment in
      guard moment > 0 else { return 0 }
      // Windows overlap, so the difference to the window before the previous one is clearest.
      let before = max(0, moment - 2)
      var sum = 0.0
      for band in 0..<width { sum += max(0, levels[moment * width + band] - levels[before * width + band]) }
      return sum / Double(width)
    }
  }

  /// Frequency bands as lines of the spectrum, wider with increasing frequency.
  private static let bands: [Range<Int>] = {
    var (edges, edge) = ([1], 1.0)
    let growth = Double.pow(Double(window / 2) / 2, 1 / Double(bandCount))
    while (edges.last ?? 0) < window / 2 {
      edge = max(edge * growth, Double(edges.last ?? 0) + 1)
      edges.append(min(window / 2, Int(edge)))
    }
    return zip(edges, edges.dropFirst()).map { $0..<$1 }
  }()
}

/// An in-place discrete Fourier transform for powers of two.
struct FourierTransform {
  var real: [Double]
  var imaginary: [Double]
  private let turns: [(cosine: Double, sine: Double)]
  private let reversed: [Int]

  init(count: Int) {
    real = Array(repeating: 0, count: count)
    imaginary = real
    turns = (0..<count / 2).map { index in
      let angle = -2 * Double.pi * Double(index) / Double(count)
      return (Double.cos(angle), Double.sin(angle))
    }
    let bits = count.trailingZeroBitCount
    reversed = (0..<count).map { index in
      (0..<bits).reduce(0) { $0 << 1 | (index >> $1 & 1) }
    }
  }

  func power(_ line: Int) -> Double { real[line] * real[line] + imaginary[line] * imaginary[line] }

  mutating func run() {
    for (index, other) in reversed.enumerated() where index < other {
      real.swapAt(index, other)
      imaginary.swapAt(index, other)
    }
    var half = 1
    while half < real.count {
      let stride = turns.count / half
      for start in Swift.stride(from: 0, to: real.count, by: 2 * half) {
        for offset in 0..<half { combine(start + offset, start + offset + half, turns[offset * stride]) }
      }
      half *= 2
    }
  }

  @inline(__always)
  private mutating func combine(_ first: Int, _ second: Int, _ turn: (cosine: Double, sine: Double)) {
    let x = real[second] * turn.cosine - imaginary[second] * turn.sine
    let y = real[second] * turn.sine + imaginary[second] * turn.cosine
    (real[second], imaginary[second]) = (real[first] - x, imaginary[first] - y)
    (real[first], imaginary[first]) = (real[first] + x, imaginary[first] + y)
  }
}

/// A second-order Butterworth filter as a biquad (bilinear transform with prewarped frequency; R. Bristow-Johnson,
/// Audio EQ Cookbook).
struct BandEdge {
  private let before: (Double, Double, Double)
  private let after: (Double, Double)

  /// Creates a high-pass filter with a frequency in hertz.
  init(above frequency: Double) { self.init(frequency, sign: -1) }

  /// Creates a low-pass filter with a frequency in hertz.
  init(below frequency: Double) { self.init(frequency, sign: 1) }

  /// - Parameter sign: 1 for low-pass, -1 for high-pass.
  private init(_ frequency: Double, sign: Double) {
    let angle = 2 * Double.pi * frequency / Double(Sound.rate)
    let (cosine, bend) = (Double.cos(angle), Double.sin(angle) * 0.5.squareRoot())
    let (edge, whole) = ((1 - sign * cosine) / 2, 1 + bend)
    before = (edge / whole, sign * 2 * edge / whole, edge / whole)
    after = (-2 * cosine / whole, (1 - bend) / whole)
  }

  /// Filters the samples of a channel in place, from silence.
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
