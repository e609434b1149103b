import Foundation
package import StarmineGraphics
import Synchronization

/// Onsets, tempo and beats of a sound.
///
/// Onsets are peaks of the spectral flux: the increase of loudness in frequency bands. The tempo is the lag with the
/// highest autocorrelation of the flux. Beats are the best chain of moments at that distance with a high flux (dynamic
/// programming, after Ellis, "Beat tracking by dynamic programming").
public struct SoundBeats: Sendable, Equatable {
  /// Times of onsets in seconds from the start of the sound, ascending, to a thousandth.
  public let onsets: [Double]
  /// Times of beats in seconds, ascending. Empty without a tempo.
  public let beats: [Double]
  /// Beats per minute, 50...200. 0 with fewer than three onsets.
  public let tempo: Double

  /// Flux values per second.
  static let rate = 200.0
  /// Minimum seconds between two onsets.
  private static let shortest = 0.05

  /// Analyses a sound file or a movie with sound, at most its first ten minutes.
  ///
  /// Errors: `VideoError.unreadableSound`.
  public init(path: String) throws(VideoError) { try self.init(path: path, in: .everywhere) }

  private init(path: String, in scope: FileScope) throws(VideoError) {
    self.init(try AudioDecoder(path: path, in: scope).read(atMost: Int(SoundLevels.longest) * Sound.rate))
  }

  /// Returns a cached result if the file has not changed, for programs that read a document after each change.
  /// - Parameter scope: folders that the file may be in.
  package static func kept(path: String, in scope: FileScope) throws(VideoError) -> SoundBeats {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let key = "\(path) \(attributes?[.modificationDate] ?? "") \(attributes?[.size] ?? "")"
    if let known = heard.withLock({ $0[key] }) { return known }
    let found = try SoundBeats(path: path, in: scope)
    heard.withLock { heard in
      if heard.count >= 16 { heard = [:] }
      heard[key] = found
    }
    return found
  }

  private static let heard = Mutex<[String: SoundBeats]>([:])

  package init(_ sound: Sound) {
    let samples = sound.mono
    let flux = SpectralFlux(samples, rate: Self.rate).values
    var onsets: [Double] = []
    for peak in Self.peaks(of: flux) {
      let time = Self.refined(Double(peak) / Self.rate, in: samples)
      if time - (onsets.last ?? -1) >= Self.shortest { onsets.append(time) }
    }
    self.onsets = onsets
    guard onsets.count >= 3, let lag = Self.lag(of: flux) else {
      (beats, tempo) = ([], 0)
      return
    }
    beats = Self.chain(through: flux, lag: lag).map { Self.nearest(to: Double($0) / Self.rate, in: onsets) }
    tempo = (600 * Self.rate / lag).rounded() / 10
  }

  // MARK: Onsets

  /// Indices of local maxima of the flux well above its average.
  private static func peaks(of flux: [Double]) -> [Int] {
    let most = flux.max() ?? 0
    guard most > 1e-3 else { return [] }
    let (near, wide) = (Int(0.03 * rate), Int(0.5 * rate))
    var sums = [0.0]
    for value in flux { sums.append((sums.last ?? 0) + value) }
    return flux.indices.filter { index in
      let value = flux[index]
      guard value > 0.08 * most else { return false }
      let (from, to) = (max(0, index - wide), min(flux.count, index + wide + 1))
      guard value > 1.5 * (sums[to] - sums[from]) / Double(to - from) else { return false }
      let (first, last) = (max(0, index - near), min(flux.count - 1, index + near))
      // The first of equal values.
      return !(first..<index).contains { flux[$0] >= value } && !(index...last).contains { flux[$0] > value }
    }
  }

  /// The steepest rise of the sound near a peak of the flux, whose windows are longer.
  private static func refined(_ time: Double, in samples: [Float]) -> Double {
    let part = Sound.rate / 1000
    let first = max(0, Int(time * 1000) - 25)
    let last = min(samples.count / part, first + 50)
    var (best, rise, before) = (time, 0.0, 0.0)
    for index in first..<max(first, last) {
      let piece = samples[index * part..<(index + 1) * part]
      let level = piece.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
      if index > first || first == 0, level - before > rise { (best, rise) = (Double(index) / 1000, level - before) }
      before = level
    }
    return best
  }

  private static func nearest(to time: Double, in onsets: [Double]) -> Double {
    let next = onsets.partitioningIndex { $0 >= time }
    let near = [next - 1, next].filter(onsets.indices.contains).map { onsets[$0] }
      .min { abs($0 - time) < abs($1 - time) }
    return near.map { abs($0 - time) <= 0.04 ? $0 : time } ?? time
  }

  // MARK: Beats

  /// Lag of the flux with the highest autocorrelation, with a preference for tempos near 120. Nil without a clear
  /// maximum.
  private static func lag(of flux: [Double]) -> Double? {
    let (least, most) = (Int(rate * 60 / 200), Int(rate * 60 / 50))
    guard flux.count > 2 * most else { return nil }
    let mean = flux.reduce(0, +) / Double(flux.count)
    let centred = flux.map { $0 - mean }
    // A beat may be slightly early or late, so neighbours count too.
    let smooth = centred.indices.map { index -> Double in
      centred[max(0, index - 2)...min(centred.count - 1, index + 2)].reduce(0, +)
    }
    let likeness = (least - 1...most + 1).map { lag -> Double in
      var sum = 0.0
      for index in lag..<smooth.count { sum += smooth[index] * smooth[index - lag] }
      return sum / Double(smooth.count - lag)
    }
    let weighted = likeness.indices.map { index -> Double in
      let octaves = Double.log2(Double(index + least - 1) / (rate / 2)) / 0.9
      return likeness[index] * Double.exp(-0.5 * octaves * octaves)
    }
    let inner = weighted.indices.dropFirst().dropLast()
    guard let best = inner.max(by: { weighted[$0] < weighted[$1] }), weighted[best] > 0 else { return nil }
    // The maximum of the parabola through the peak and its neighbours.
    let (a, b, c) = (likeness[best - 1], likeness[best], likeness[best + 1])
    let bend = a - 2 * b + c
    let shift = bend < 0 ? max(-0.5, min(0.5, (a - c) / (2 * bend))) : 0
    return Double(best + least - 1) + shift
  }

  /// Weight of an even tempo relative to the flux.
  private static let evenness = 10.0

  private static func chain(through flux: [Double], lag: Double) -> [Int] {
    let most = flux.max() ?? 1
    let heights = flux.map { $0 / most }
    var (scores, before) = (heights, [Int](repeating: -1, count: flux.count))
    let (near, far) = (Int(lag / 2), Int(lag * 2))
    for index in heights.indices where index > near {
      var (best, from) = (0.0, -1)
      for other in max(0, index - far)...(index - near) {
        let stretch = Double.log(Double(index - other) / lag)
        let score = scores[other] - evenness * stretch * stretch
        if score > best { (best, from) = (score, other) }
      }
      scores[index] += best
      before[index] = from
    }
    guard var index = scores.indices.suffix(Int(lag) + 1).max(by: { scores[$0] < scores[$1] }) else { return [] }
    var chain: [Int] = []
    while index >= 0 {
      chain.append(index)
      index = before[index]
    }
    // No beats before the first onset and after the last one.
    let sounding = heights.indices.filter { heights[$0] > 0.08 }
    let span = (sounding.first ?? 0) - 8...(sounding.last ?? 0) + 8
    return chain.reversed().filter(span.contains)
  }
}

extension [Double] {
  /// The first index of a sorted list for which a condition holds.
  fileprivate func partitioningIndex(_ holds: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
