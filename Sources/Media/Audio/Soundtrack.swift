package import StarmineGraphics

/// A sound file under a movie.
public struct Soundtrack: Sendable, Equatable {
  /// A file in a common format: WAV, AIFF, FLAC, MP3, AAC, Ogg, Matroska or a movie with sound.
  public var path: String
  /// Where the file must be. Default: anywhere.
  package var files = FileScope.everywhere
  /// Seconds from the movie's start at which it begins; below 0 its beginning is cut off. Default 0.
  public var at = 0.0
  /// Factor of its loudness, 0 to 16. Default 1.
  public var gain = 1.0
  /// Seconds over which it comes in and goes out, in a straight line. Default 0.
  public var fadeIn = 0.0
  /// Seconds from full loudness to silence, at the end. Default 0.
  public var fadeOut = 0.0
  /// Number of the file's stream; nil: the first one with sound.
  package var stream: Int?
  /// Seconds of the file before the part that is heard. Default 0.
  package var start = 0.0
  /// Seconds of the file that are heard; nil: all from `start` on.
  package var length: Double?
  /// Loudness over time, in addition to `gain`, by ascending time. Default empty.
  package var volume: [VolumePoint] = []
  /// Whether it begins again when it ends.
  public var loops = false

  /// A sound file from its start, at its own loudness.
  public init(path: String) {
    self.path = path
  }

  /// A factor of the loudness at a time; between two points it changes linearly.
  package struct VolumePoint: Sendable, Equatable {
    /// Seconds after `at`.
    package var time: Double
    package var gain: Double

    package init(time: Double, gain: Double) { (self.time, self.gain) = (time, gain) }
  }

  /// The factor of `volume` at a time, in seconds after `at`.
  func volume(at time: Double) -> Double {
    guard let next = volume.firstIndex(where: { $0.time > time }) else { return volume.last?.gain ?? 1 }
    guard next > 0 else { return volume[0].gain }
    let (from, to) = (volume[next - 1], volume[next])
    return from.gain + (to.gain - from.gain) * (time - from.time) / (to.time - from.time)
  }

  /// Throws `VideoError.invalidOption` for values out of range.
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
