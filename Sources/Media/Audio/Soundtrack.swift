import StarmineGraphics

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
  /// Things about the files that one may hear, such as damaged parts that were left out.
  package var remarks: [String] = []

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
    guard count * 2 * MemoryLayout<Float>.stride <= MemoryBudget.available / 2 else {
      throw .outOfMemory(operation: "mixing \(Int(seconds)) s of sound")
    }
    samples = Array(repeating: 0, count: count * 2)
    for track in tracks {
      try track.check()
      let first = Int(((track.at - start) * Double(Sound.rate)).rounded())
      // What lies before the part is decoded too: a file may be read from its beginning only. Where a sound comes
      // again, all of it is needed, but no more than up to the part's end.
      let skipped = track.loops ? 0 : max(0, -first)
      let needed = min(max(0, count - first - skipped), Int(Sound.longest) * Sound.rate)
      let source = try AudioDecoder(path: track.path).read(atMost: needed, from: skipped)
      add(source, track, first: first, skipped: skipped, movieCount: count)
      remarks += source.remarks
    }
  }

  /// - Parameter skipped: samples of the file that the source does not have.
  private mutating func add(_ source: Sound, _ track: Soundtrack, first: Int, skipped: Int, movieCount: Int) {
    guard source.count > 0 else { return }
    let end = track.loops ? movieCount : min(movieCount, first + skipped + source.count)
    let (fadeIn, fadeOut) = (track.fadeIn * Double(Sound.rate), track.fadeOut * Double(Sound.rate))
    for index in max(0, first)..<max(0, first, end) {
      let position = index - first
      var gain = track.gain
      if Double(position) < fadeIn { gain *= Double(position) / fadeIn }
      if Double(end - index) < fadeOut { gain *= Double(end - index) / fadeOut }
      let from = (position - skipped) % source.count
      for channel in 0..<2 { samples[index * 2 + channel] += Float(gain) * source.samples[from * 2 + channel] }
    }
  }
}
