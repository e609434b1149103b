/// A sound file under a movie.
public struct Soundtrack: Sendable, Equatable {
  /// A file in a common format: WAV, AIFF, FLAC, MP3, AAC, Ogg, Matroska or a movie with sound.
  public var path: String
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

/// Samples of two channels, left and right in turn, from -1 to 1.
package struct Sound: Sendable, Equatable {
  /// Samples of one channel in a second.
  package static let rate = 48_000
  /// Seconds that a movie with sound may have: 1.3 GB of samples.
  package static let longest = 3600.0

  package var samples: [Float]

  package init(samples: [Float]) { self.samples = samples }

  /// Samples of one channel.
  package var count: Int { samples.count / 2 }

  /// Mixes sound files for a part of a movie.
  ///
  /// - Parameters:
  ///   - start: seconds from the movie's start.
  ///   - seconds: the part's length, to which the sound is cut.
  package init(mixing tracks: [Soundtrack], from start: Double, seconds: Double) throws(VideoError) {
    guard seconds <= Sound.longest else {
      throw .invalidOption(name: "sound", value: "\(seconds) s", allowed: "a movie of at most \(Int(Sound.longest)) s")
    }
    let count = Int((seconds * Double(Sound.rate)).rounded())
    samples = Array(repeating: 0, count: count * 2)
    for track in tracks {
      try track.check()
      let first = Int(((track.at - start) * Double(Sound.rate)).rounded())
      // What lies before the part is decoded too: a file may be read from its beginning only.
      let needed = track.loops ? nil : max(0, count - first)
      let source = try AudioDecoder(path: track.path).read(atMost: needed)
      add(source, track, first: first, movieCount: count)
    }
  }

  private mutating func add(_ source: Sound, _ track: Soundtrack, first: Int, movieCount: Int) {
    guard source.count > 0 else { return }
    let end = track.loops ? movieCount : min(movieCount, first + source.count)
    let (fadeIn, fadeOut) = (track.fadeIn * Double(Sound.rate), track.fadeOut * Double(Sound.rate))
    for index in max(0, first)..<max(0, first, end) {
      let position = index - first
      var gain = track.gain
      if Double(position) < fadeIn { gain *= Double(position) / fadeIn }
      if Double(end - index) < fadeOut { gain *= Double(end - index) / fadeOut }
      let from = position % source.count
      for channel in 0..<2 { samples[index * 2 + channel] += Float(gain) * source.samples[from * 2 + channel] }
    }
  }
}
