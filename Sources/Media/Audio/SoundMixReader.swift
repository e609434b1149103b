package struct SoundMixReader: ~Copyable, Sendable {
  private let mix: SoundMix
  private let parts: [SoundMixPartReader]
  /// Samples per channel so far.
  package private(set) var done = 0

  package init(_ mix: SoundMix) {
    self.mix = mix
    parts = mix.parts.map(SoundMixPartReader.init)
  }

  /// Samples per channel.
  package var count: Int { mix.count }

  /// The next samples, left and right alternating. Fewer at the end.
  /// - Parameter most: maximum number of samples per channel.
  package mutating func next(_ most: Int) throws(VideoError) -> [Float] {
    let places = done..<done + min(most, mix.count - done)
    var samples = [Float](repeating: 0, count: 2 * places.count)
    for part in parts { try part.add(to: &samples, places) }
    done = places.upperBound
    return samples
  }
}

/// Reads a file of a mix forward, and again from its start if it repeats.
private final class SoundMixPartReader: @unchecked Sendable {  // Held by one `SoundMixReader`, which is not copied.
  private let part: SoundMixPart
  private var decoder: AudioDecoder?
  /// Decoded samples, and the position of the first one in the file.
  private var (samples, start): ([Float], Int)

  init(_ part: SoundMixPart) {
    self.part = part
    (samples, start) = (part.kept ?? [], 0)
  }

  func add(to mixed: inout [Float], _ places: Range<Int>) throws(VideoError) {
    var index = max(places.lowerBound, part.first)
    let end = min(places.upperBound, part.end)
    while index < end {
      let place = part.start + (index - part.first) % part.length
      try reach(place)
      let next = min(end, index + min(start + samples.count / 2, part.start + part.length) - place)
      for index in index..<next {
        let gain = part.gain(at: index)
        let at = part.start + (index - part.first) % part.length
        let (to, from) = ((index - places.lowerBound) * 2, (at - start) * 2)
        for channel in 0..<2 { mixed[to + channel] += gain * samples[from + channel] }
      }
      index = next
    }
  }

  private func reach(_ place: Int) throws(VideoError) {
    if place >= start, place < start + samples.count / 2 { return }
    var reading = place < start ? nil : decoder.take()
    if reading == nil {
      reading = try AudioDecoder(path: part.track.path, in: part.track.files, stream: part.track.stream)
      (samples, start) = ([], 0)
    }
    while place >= start + samples.count / 2 {
      start += samples.count / 2
      guard let next = try reading?.next() else {
        throw .unreadableSound(path: part.track.path, reason: "it was shortened while it was read")
      }
      samples = next
    }
    decoder = reading.take()
  }
}
