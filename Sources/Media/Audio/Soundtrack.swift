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
  /// Whether it begins again when it ends.
  public var loops = false

  /// A sound file from its start, at its own loudness.
  public init(path: String) {
    self.path = path
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
