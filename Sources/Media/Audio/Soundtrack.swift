package import StarmineGraphics

/// A sound file in a movie.
public struct Soundtrack: Sendable, Equatable {
  /// Path of a file: WAV, AIFF, FLAC, MP3, AAC, Ogg, Matroska or a movie with sound.
  public var path: String
  /// Scope of the file. Default everywhere.
  package var files = FileScope.everywhere
  /// Start in the movie in seconds. If negative, the start of the sound is cut off. Default 0.
  public var at = 0.0
  /// Gain, 0...16. Default 1.
  public var gain = 1.0
  /// Duration of the linear fade-in in seconds. Default 0.
  public var fadeIn = 0.0
  /// Duration of the linear fade-out at the end in seconds. Default 0.
  public var fadeOut = 0.0
  package var stream: Int?
  /// Start in the file in seconds. Default 0.
  package var start = 0.0
  /// Duration in the file in seconds; nil: to the end.
  package var length: Double?
  /// Additional gain over time, with ascending times. Default empty.
  package var volume: [VolumePoint] = []
  /// Whether the sound repeats. Default false.
  public var loops = false

  /// Creates a sound track from the start of a file with a gain of 1.
  public init(path: String) {
    self.path = path
  }

  /// A gain at a time. Between points it is interpolated linearly.
  package struct VolumePoint: Sendable, Equatable {
    /// Seconds after `at`.
    package var time: Double
    package var gain: Double

    package init(time: Double, gain: Double) { (self.time, self.gain) = (time, gain) }
  }

  func volume(at time: Double) -> Double {
    guard let next = volume.firstIndex(where: { $0.time > time }) else { return volume.last?.gain ?? 1 }
    guard next > 0 else { return volume[0].gain }
    let (from, to) = (volume[next - 1], volume[next])
    return from.gain + (to.gain - from.gain) * (time - from.time) / (to.time - from.time)
  }

  func check() throws(VideoError) {
    let values = [
      ("sound at", at, -86_400.0...86_400), ("gain", gain, 0...16), ("fade-in", fadeIn, 0...86_400),
      ("fade-out", fadeOut, 0...86_400),
    ]
    for (name, value, range) in values where !range.contains(value) {
      throw .invalidOption(
        name: name, value: "\(value)", allowed: "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
  }
}
