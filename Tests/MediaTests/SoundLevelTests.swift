import Foundation
import StarmineMedia
import Testing

/// Loudness over time, as scenes follow it.
@Suite struct SoundLevelTests {
  private static let rate = 48_000.0

  /// Three seconds: silence, a low tone, a high tone half as strong.
  private static func sound() -> Sound {
    let samples = (0..<3 * 48_000).flatMap { index -> [Float] in
      let time = Double(index) / rate
      let value: Double =
        switch time {
        case ..<1: 0
        case ..<2: 0.8 * sin(2 * .pi * 80 * time)
        default: 0.4 * sin(2 * .pi * 5000 * time)
        }
      return [Float(value), Float(value)]
    }
    return Sound(samples: samples)
  }

  private func levels(_ band: ClosedRange<Double>? = nil, release: Double = 0) -> SoundLevels {
    SoundLevels(Self.sound(), band: band, release: release)
  }

  @Test func loudnessIsThatOfTheMoment() {
    let all = levels()
    #expect(all.values.count == 181 && all.values.max() == 1)
    #expect(all.level(at: 0.5) == 0)
    #expect(abs(all.level(at: 1.5) - 1) < 0.03)
    #expect(abs(all.level(at: 2.5) - 0.5) < 0.02)
    for outside in [-0.1, 3.1, .infinity] { #expect(all.level(at: outside) == 0) }
    // Between two entries of the table.
    let (left, right) = (all.values[60], all.values[61])
    #expect(abs(all.level(at: 60.25 / 60) - (left + (right - left) / 4)) < 1e-9)
  }

  @Test func bandsHearTheirOwnFrequencies() {
    let (bass, treble) = (levels(20...150), levels(2000...16_000))
    #expect(bass.level(at: 1.5) > 0.9 && bass.level(at: 2.5) < 0.01)
    #expect(treble.level(at: 1.5) < 0.01 && treble.level(at: 2.5) > 0.9)
  }

  /// The filters are Butterworth's: half the power at an edge, run twice a quarter; a tenth of the frequency is gone.
  @Test(arguments: [(1000.0, 0.5), (100.0, 0.0001), (5000.0, 1.0)])
  func edgesAreWhereTheyAreSaidToBe(frequency: Double, wanted: Double) {
    let tone = (0..<48_000).flatMap { index -> [Float] in
      let value = Float(sin(2 * .pi * frequency * Double(index) / Self.rate))
      return [value, value]
    }
    // A loud part of the reference frequency says what 1 is.
    let reference = (0..<48_000).flatMap { index -> [Float] in
      let value = Float(sin(2 * .pi * 5000 * Double(index) / Self.rate))
      return [value, value]
    }
    let levels = SoundLevels(Sound(samples: reference + tone), band: 1000...20_000, release: 0)
    #expect(abs(levels.level(at: 1.5) - wanted) < 0.03)
  }

  @Test func levelsRiseAtOnceAndFallSlowly() {
    let slow = levels(release: 0.25)
    #expect(slow.level(at: 1.1) == levels().level(at: 1.1))
    let bass = levels(20...150, release: 0.25)
    let (end, later) = (bass.level(at: 2), bass.level(at: 2.25))
    #expect(end > 0.85 && abs(later / end - 0.38) < 0.06)
  }

  @Test func silenceHasNoLevel() {
    let quiet = SoundLevels(Sound(samples: Array(repeating: 0, count: 9600)), band: 20...150, release: 0.1)
    #expect(quiet.values.count == 7 && quiet.values.allSatisfy { $0 == 0 })
    #expect(SoundLevels(Sound(samples: []), band: nil, release: 0.1).level(at: 0) == 0)
  }

  @Test func filesAreHeard() throws {
    let folder = TemporaryFolder()
    let levels = try SoundLevels(path: try SoundTests.makeSource(folder), release: 0)
    #expect(levels.level(at: 0.2) == 0 && levels.level(at: 0.255) > 0.9 && levels.level(at: 0.4) == 0)
    #expect(throws: VideoError.self) { _ = try SoundLevels(path: folder.file("gone.wav")) }
    #expect(throws: VideoError.self) { _ = try SoundLevels(path: folder.file("a.wav"), band: 5...100) }
    #expect(throws: VideoError.self) { _ = try SoundLevels(path: folder.file("a.wav"), release: -1) }
  }
}
