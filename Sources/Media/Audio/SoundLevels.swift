package import StarmineGraphics

/// How loud a sound is from moment to moment, as numbers that a scene can follow: 0 is silence, 1 its loudest moment.
///
/// A table, made once: what it says of a time depends on the file alone.
public struct SoundLevels: Sendable, Equatable {
  /// Levels in a second.
  package static let rate = 60.0
  /// Seconds of a file that are listened to; what follows is silence.
  package static let longest = 600.0
  /// Samples of 48 kHz around a moment whose mean power counts: 43 ms, two rounds of the lowest sounds that are heard.
  private static let window = 2048
  /// Levels are whole parts of 1: what a resampler rounds otherwise on another machine is the same level.
  private static let steps = 1024.0
  /// Power of a sound that counts as silence, of 1.
  private static let silence = 1e-10

  /// Levels from the sound's beginning on, `rate` a second.
  package let values: [Double]

  /// Listens to a file.
  ///
  /// - Parameters:
  ///   - path: a sound file, or a movie with sound.
  ///   - band: frequencies that count, in hertz, 10 to 20,000; nil: all of them.
  ///   - release: seconds in which a level falls to a third; it rises at once. 0 to 10.
  ///
  /// Errors: `VideoError.unreadableSound`, `invalidOption` for values out of range.
  public init(path: String, band: ClosedRange<Double>? = nil, release: Double = 0.1) throws(VideoError) {
    try self.init(path: path, in: .everywhere, band: band, release: release)
  }

  /// The same of a file that must be in a scope.
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

  /// Precondition: band and release are in their ranges.
  package init(_ sound: Sound, band: ClosedRange<Double>?, release: Double) {
    var samples = sound.mono
    if let band {
      // Twice each: 24 dB an octave.
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

  /// The level at a time, in seconds from the sound's beginning; 0 before it and after its end.
  public func level(at seconds: Double) -> Double {
    let place = seconds * Self.rate
    guard place >= 0, place <= Double(values.count - 1) else { return 0 }
    let index = min(Int(place), values.count - 1)
    let next = min(index + 1, values.count - 1)
    return values[index] + (values[next] - values[index]) * (place - Double(index))
  }

  /// Mean squares around each moment.
  private static func powers(_ samples: [Float]) -> [Double] {
    let step = Double(Sound.rate) / rate
    let count = samples.isEmpty ? 0 : Int(Double(samples.count) / step) + 1
    return (0..<count).map { index in
      let middle = Int(Double(index) * step)
      let part = samples[max(0, middle - window / 2)..<min(samples.count, middle + window / 2)]
      return part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(window)
    }
  }

  /// A level falls no faster than by a factor of e in `seconds`.
  private static func released(_ levels: [Double], seconds: Double) -> [Double] {
    guard seconds > 0 else { return levels }
    // A step of a fall; its series is exact enough, and the same on every machine.
    let share = 1 / (1 + 1 / (seconds * rate))
    var last = 0.0
    return levels.map { level in
      last = max(level, last * share)
      return last
    }
  }
}

extension Sound {
  /// The mean of both channels.
  var mono: [Float] {
    (0..<count).map { (samples[$0 * 2] + samples[$0 * 2 + 1]) / 2 }
  }
}
