import StarmineGraphics

/// Stereo samples, left and right alternating, -1...1.
package struct Sound: Sendable, Equatable {
  /// Samples per second and channel.
  package static let rate = 48_000

  package var samples: [Float]
  /// Notes on the files, such as skipped damaged parts.
  package var remarks: [String] = []

  package init(samples: [Float]) { self.samples = samples }

  /// Samples per channel.
  package var count: Int { samples.count / 2 }
}

/// The sound of a movie or a part of it. It is mixed from files in pieces, so that memory does not increase with the
/// duration. `SoundMixReader` returns its samples.
package struct SoundMix: Sendable, Equatable {
  /// Samples per channel.
  package let count: Int
  let parts: [SoundMixPart]
  /// Notes on the files, such as skipped damaged parts.
  package let remarks: [String]

  package init(_ sound: Sound) {
    (count, remarks) = (sound.count, sound.remarks)
    let (track, count) = (Soundtrack(path: ""), sound.count)
    parts = [SoundMixPart(track, first: 0, end: count, 0, length: count, kept: sound.samples)]
  }

  /// Checks sound files for a part of a movie, so that unreadable files are reported before a frame is drawn.
  /// - Parameter start: seconds from the movie's start.
  /// - Parameter seconds: length of the part, to which the sound is cut.
  package init(mixing tracks: [Soundtrack], from start: Double, seconds: Double) throws(VideoError) {
    let count = Int((seconds * Double(Sound.rate)).rounded())
    var (parts, remarks): ([SoundMixPart], [String]) = ([], [])
    for track in tracks {
      try track.check()
      let first = Int(((track.at - start) * Double(Sound.rate)).rounded())
      if let part = try SoundMixPart(track, first: first, movieCount: count, &remarks) { parts.append(part) }
    }
    (self.count, self.parts, self.remarks) = (count, parts, remarks)
  }
}

/// A file of a mix. Times are in samples per channel.
struct SoundMixPart: Sendable, Equatable {
  let track: Soundtrack
  /// Start in the mix, which can be before it, and end.
  let first, end: Int
  let start: Int
  /// Length, or the needed start of it.
  let length: Int
  /// Samples of a short file, so that repetitions need no decoding.
  let kept: [Float]?

  /// Maximum number of cached samples of both channels: five minutes, 115 MB.
  private static let most = 2 * 300 * Sound.rate

  init(_ track: Soundtrack, first: Int, end: Int, _ start: Int, length: Int, kept: [Float]?) {
    (self.track, self.first, self.end, self.start) = (track, first, end, start)
    (self.length, self.kept) = (length, kept)
  }

  /// Decodes the file once. Nil if no part of it is needed.
  init?(_ track: Soundtrack, first: Int, movieCount: Int, _ remarks: inout [String]) throws(VideoError) {
    // Decodes the part before the mix too, because files may not be seekable.
    let start = Int((track.start * Double(Sound.rate)).rounded())
    let heard = track.length.map { Int(($0 * Double(Sound.rate)).rounded()) } ?? movieCount - first
    let needed = start + max(0, min(movieCount - first, heard))
    var decoder = try AudioDecoder(path: track.path, in: track.files, stream: track.stream)
    var (kept, read): ([Float]?, Int) = ([], 0)
    while read < needed, let piece = try decoder.next() {
      let count = min(piece.count / 2, needed - read)
      read += count
      kept?.append(contentsOf: piece.prefix(2 * count))
      if 2 * read > SoundMixPart.most { kept = nil }
    }
    remarks += decoder.remarks
    let length = read - start
    guard length > 0 else { return nil }
    let end = track.loops ? movieCount : min(movieCount, first + length)
    self.init(track, first: first, end: end, start, length: length, kept: kept)
  }

  func gain(at index: Int) -> Float {
    let (fadeIn, fadeOut) = (track.fadeIn * Double(Sound.rate), track.fadeOut * Double(Sound.rate))
    var gain = track.gain
    if !track.volume.isEmpty { gain *= track.volume(at: Double(index - first) / Double(Sound.rate)) }
    if Double(index - first) < fadeIn { gain *= Double(index - first) / fadeIn }
    if Double(end - index) < fadeOut { gain *= Double(end - index) / fadeOut }
    return Float(gain)
  }
}
