package import StarmineGraphics

/// The loudness of a sound over time for scenes: 0 is silence, 1 the loudest moment.
///
/// The levels depend only on the file.
public struct SoundLevels: Sendable, Equatable {
  /// Levels per second.
  package static let rate = 60.0
  /// Maximum analysed seconds of a file. The rest counts as silence.
  package static let longest = 600.0
  /// Samples at 48 kHz for a mean power: 43 ms, two periods of the lowest audible sounds.
  private static let window = 2048
  /// Levels are quantized, so that different rounding of resamplers gives the same level.
  private static let steps = 1024.0
  /// Power that counts as silence.
  private static let silence = 1e-10

  package let values: [Double]

  /// Analyses a sound.
  ///
  /// - Parameters:
  ///   - path: a sound file, or a movie with sound.
  ///   - band: frequency band in hertz, 10...20,000; nil: all frequencies.
  ///   - release: seconds in which a level falls to a third, 0...10. It rises immediately.
  ///
  /// Errors: `VideoError.unreadableSound`; `invalidOption` for values out of range.
  public init(path: String, band: ClosedRange<Double>? = nil, release: Double = 0.1) throws(VideoError) {
    try self.init(path: path, in: .everywhere, band: band, release: release)
  }

  package init(path: String, in scope: FileScope, band: ClosedRange<Double>?, release: Double) throws(VideoError) {
    if let band, !(band.lowerBound >= 10 && band.upperBound <= 20_000 && band.lowerBound < band.upperBound) {
      throw .invalidOption(
        name: "band", value: "\(band.lowerBound) to \(band.upperBound)", allowed: "from 10 to 20000 hertz, low to high")
    }
    guard (0...10).contains(release) else {
      throw .invalidOption(name: "release", value: "\(release)", allowed: "a number from 0 to 10 seconds")
    }
    let sound = try AudioDecoder(path: path, in: scope).read(atMost: Int(Self.longest) * Sound.rate)
    self.init(sound, band: band, release: release)
  }

  /// Precondition: band and release are in range.
  package init(_ sound: Sound, band: ClosedRange<Double>?, release: Double) {
    var samples = sound.mono
    if let band {
      // Applied twice: 24 dB per octave.
      for filter in [BandEdge(above: band.lowerBound), BandEdge(below: band.upperBound)] {
        filter.run(&samples)
        filter.run(&samples)
      }
    }
    let powers = Self.powers(samples)
    let most = powers.max() ?? 0
    let levels = powers.map { most > Self.silence ? ($0 / most).squareRoot() : 0 }
    values = Self.released(levels, seconds: release).map { ($0 * Self.steps).rounded() / Self.steps }
  }

  /// Returns the level at a time in seconds from the start of the sound. 0 before the start and after the end.
  public func level(at seconds: Double) -> Double {
    let place = seconds * Self.rate
    guard place >= 0, place <= Double(values.count - 1) else { return 0 }
    let index = min(Int(place), values.count - 1)
    let next = min(index + 1, values.count - 1)
    return values[index] + (values[next] - values[index]) * (place - Double(index))
  }

  private static func powers(_ samples: [Float]) -> [Double] {
    let step = Double(Sound.rate) / rate
    let count = samples.isEmpty ? 0 : Int(Double(samples.count) / step) + 1
    return (0..<count).map { index in
      let middle = Int(Double(index) * step)
      let part = samples[max(0, middle - window / 2)..<min(samples.count, middle + window / 2)]
      return part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(window)
    }
  }

  /// Limits the fall of levels to a factor of e in `seconds`.
  private static func released(_ levels: [Double], seconds: Double) -> [Double] {
    guard seconds > 0 else { return levels }
    // Factor per step. Its series is accurate enough and gives the same result on every machine.
    let share = 1 / (1 + 1 / (seconds * rate))
    var last = 0.0
    return levels.map { level in
      last = max(level, last * share)
      return last
    }
  }
}

extension Sound {
  var mono: [Float] {
    (0..<count).map { (samples[$0 * 2] + samples[$0 * 2 + 1]) / 2 }
  }
}
