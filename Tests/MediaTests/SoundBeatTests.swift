import Foundation
import StarmineMedia
import Testing

/// Beats are found where they are.
@Suite struct SoundBeatTests {
  /// A click of 30 ms on each beat, over noise.
  private func clicks(_ tempo: Double, from start: Double, _ count: Int, noise: Double = 0) -> (Sound, [Double]) {
    let rate = Double(Sound.rate)
    let times = (0..<count).map { start + Double($0) * 60 / tempo }
    var mono = [Double](repeating: 0, count: Int(((times.last ?? 0) + 1) * rate))
    var state: UInt64 = 1
    for index in mono.indices where noise > 0 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      mono[index] = noise * (Double(state >> 40) / Double(1 << 23) - 1)
    }
    for time in times {
      let first = Int((time * rate).rounded())
      for index in 0..<Int(0.03 * rate) {
        let age = Double(index) / rate
        mono[first + index] += 0.8 * sin(2 * .pi * 1000 * age) * exp(-age / 0.006)
      }
    }
    return (Sound(samples: mono.flatMap { [Float($0), Float($0)] }), times)
  }

  @Test(arguments: [(120.0, 0.5, 32, 0.0), (90, 0.37, 24, 0.02), (140, 0, 40, 0.05), (75.5, 1.2, 20, 0.01)])
  func clickTracksAreFoundWithinTenMilliseconds(tempo: Double, start: Double, count: Int, noise: Double) throws {
    let (sound, times) = clicks(tempo, from: start, count, noise: noise)
    let found = SoundBeats(sound)
    #expect(abs(found.tempo - tempo) < 0.5, "\(found.tempo)")
    #expect(found.onsets.count >= count - 1 && found.beats.count >= count - 1)
    for time in times.dropFirst() {
      let onset = try #require(found.onsets.min { abs($0 - time) < abs($1 - time) })
      let beat = try #require(found.beats.min { abs($0 - time) < abs($1 - time) })
      #expect(abs(onset - time) <= 0.01 && abs(beat - time) <= 0.01, "\(time): \(onset), \(beat)")
    }
  }

  @Test func silenceHasNoBeats() {
    let found = SoundBeats(Sound(samples: Array(repeating: 0, count: 96_000)))
    #expect(found.onsets == [] && found.beats == [] && found.tempo == 0)
    #expect(SoundBeats(Sound(samples: [])).beats == [])
    let (one, _) = clicks(120, from: 0.5, 1)
    #expect(SoundBeats(one).onsets.count == 1 && SoundBeats(one).beats == [])
  }
}
