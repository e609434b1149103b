/// Samples of two channels, left and right in turn, from -1 to 1.
package struct Sound: Sendable, Equatable {
  /// Samples of one channel in a second.
  package static let rate = 48_000

  package var samples: [Float]
  /// Things about the files that one may hear, such as damaged parts that were left out.
  package var remarks: [String] = []

  package init(samples: [Float]) { self.samples = samples }

  /// Samples of one channel.
  package var count: Int { samples.count / 2 }
}

/// The sound of a movie, or of a part of it: mixed from files a piece at a time, so that hours of it take no more
/// memory than minutes. `SoundMixReader` gives its samples.
package struct SoundMix: Sendable, Equatable {
  /// Samples of one channel.
  package let count: Int
  let parts: [SoundMixPart]
  /// Things about the files that one may hear, such as damaged parts that were left out.
  package let remarks: [String]

  package init(_ sound: Sound) {
    (count, remarks) = (sound.count, sound.remarks)
    let (track, count) = (Soundtrack(path: ""), sound.count)
    parts = [SoundMixPart(track, first: 0, end: count, 0, length: count, kept: sound.samples)]
  }

  /// Looks through sound files for a part of a movie: what cannot be read is told before a frame is drawn.
  /// - Parameter start: seconds from the movie's start.
  /// - Parameter seconds: the part's length, to which the sound is cut.
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

/// One file of a mix, and when it is heard. Times are samples of one channel.
struct SoundMixPart: Sendable, Equatable {
  let track: Soundtrack
  /// Where in the mix it begins, which may be before it, and where it ends.
  let first, end: Int
  /// Where in the file it begins.
  let start: Int
  /// How long it is, or the beginning of it that is needed.
  let length: Int
  /// Its samples, if they are few: what repeats is not decoded over and over.
  let kept: [Float]?

  /// Samples, of both channels, that are kept: five minutes, 115 MB.
  private static let most = 2 * 300 * Sound.rate

  init(_ track: Soundtrack, first: Int, end: Int, _ start: Int, length: Int, kept: [Float]?) {
    (self.track, self.first, self.end, self.start) = (track, first, end, start)
    (self.length, self.kept) = (length, kept)
  }

  /// Decodes the file once; nil if none of it is heard.
  init?(_ track: Soundtrack, first: Int, movieCount: Int, _ remarks: inout [String]) throws(VideoError) {
    // What is before the mix is decoded too: a file may be read from its beginning only.
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
