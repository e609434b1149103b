import Foundation
import StarmineMedia
import Testing

/// Sounds whose form changes in the middle, whose packets are damaged, or that say more than they hold.
@Suite struct ChangingSoundTests {
  /// A FLAC file of frames of 4096 equal samples, 48,000 a second, written by hand from the format's specification.
  private static func flac(_ frames: [[Int16]], broken: Set<Int> = []) -> Data {
    // Blocks of 4096; lengths of frames unknown; 48,000 Hz, 2 channels, 16 bits; count and checksum unknown.
    let header: [UInt8] = [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0B, 0xB8, 0x02, 0xF0, 0, 0, 0, 0]
    var bytes = Array("fLaC".utf8) + [0x80, 0, 0, 34] + header + [UInt8](repeating: 0, count: 16)
    for (number, channels) in frames.enumerated() {
      // 4096 samples of 48 kHz; independent channels of 16 bits; the frame's number.
      var frame: [UInt8] = [0xFF, 0xF8, 0xCA, UInt8(channels.count - 1) << 4 | 0x08, UInt8(number)]
      frame.append(checksum(frame))
      for value in channels { frame += [0, UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)] }
      let sum = longChecksum(frame)
      frame += [UInt8(sum >> 8), UInt8(sum & 255)]
      // A subframe of a reserved kind.
      if broken.contains(number) { frame[6] = 0x7E }
      bytes += frame
    }
    return Data(bytes)
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { rest, _ in rest & 0x80 == 0 ? rest << 1 : rest << 1 ^ 0x07 }
    }
  }

  private static func longChecksum(_ bytes: [UInt8]) -> UInt16 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte) << 8) { rest, _ in rest & 0x8000 == 0 ? rest << 1 : rest << 1 ^ 0x8005 }
    }
  }

  private static func mix(_ data: Data, seconds: Double = 1.6) throws -> (samples: [Float], remarks: [String]) {
    let folder = TemporaryFolder()
    try data.write(to: URL(fileURLWithPath: folder.file("a.flac")))
    let mix = try SoundMix(mixing: [Soundtrack(path: folder.file("a.flac"))], from: 0, seconds: seconds)
    return (try mix.samples(), mix.remarks)
  }

  /// The sound goes on in both channels, whichever way it changes, and as often as it does.
  @Test func channelsChange() throws {
    let (stereo, mono): ([Int16], [Int16]) = ([8192, -8192], [16_384])
    for frames in [
      Array(repeating: stereo, count: 8) + Array(repeating: mono, count: 8),
      Array(repeating: mono, count: 8) + Array(repeating: stereo, count: 8),
      (0..<16).map { $0 % 3 == 0 ? mono : stereo },
    ] {
      let samples = try Self.mix(Self.flac(frames)).samples
      for (number, channels) in frames.enumerated() {
        let middle = (number * 4096 + 2048) * 2
        let wanted = channels.count == 1 ? [channels[0], channels[0]] : channels
        for channel in 0..<2 {
          #expect(abs(samples[middle + channel] - Float(wanted[channel]) / 32_768) < 1e-3, "frame \(number)")
        }
      }
    }
  }

  /// As players do: what is damaged is missing, the rest is there, and a remark says so.
  @Test func damagedPacketsAreLeftOut() throws {
    let frames = [[Int16]](repeating: [8192, 8192], count: 12)
    let whole = try Self.mix(Self.flac(frames))
    #expect(whole.remarks.isEmpty)
    let damaged = try Self.mix(Self.flac(frames, broken: [5]))
    let count = { (sound: (samples: [Float], remarks: [String])) in sound.samples.count { abs($0) > 0.1 } }
    #expect(count(whole) - count(damaged) == 2 * 4096)
    #expect(damaged.remarks.count == 1 && damaged.remarks[0].contains("1 damaged packet"))
    let broken = Self.flac(frames, broken: Set(0..<12))
    #expect(throws: VideoError.self) { try Self.mix(broken) }
  }

  /// 20,000 samples of one a second would be 7.7 GB as 48,000 a second; a movie of two seconds needs three of them.
  @Test func onlyWhatIsNeededIsMade() throws {
    let folder = TemporaryFolder()
    let path = folder.file("slow.wav")
    try SoundTests.wav([Int16](repeating: 1000, count: 20_000), rate: 1).write(to: URL(fileURLWithPath: path))
    for loops in [false, true] {
      let sound = try SoundTests.mix(path, seconds: 2) { $0.loops = loops }
      #expect(sound.count == 2 * 96_000)
    }
    #expect(try AudioDecoder(path: path).read(atMost: 1000).count == 1000)
    try SoundTests.wav([1, 2, 3], rate: 2_000_000_000).write(to: URL(fileURLWithPath: path))
    #expect(throws: VideoError.self) { try SoundTests.mix(path) }
  }

  /// A part in the middle is heard as if all had been read.
  @Test func partsOfASoundAreThoseOfTheWhole() throws {
    let folder = TemporaryFolder()
    let path = try SoundTests.makeSource(folder)
    let whole = try AudioDecoder(path: path).read(atMost: 48_000).samples
    for (start, most) in [(0, 100), (11_900, 300), (47_000, 1000)] {
      let seconds = { (count: Int) in Double(count) / Double(Sound.rate) }
      let part = try SoundTests.mix(path, from: seconds(start), seconds: seconds(most))
      #expect(part == Array(whole[2 * start..<2 * (start + most)]))
    }
  }

  /// Six minutes are more than what is kept: they are read again while they are mixed, and as they repeat.
  @Test func longSoundsAreReadAgain() throws {
    let folder = TemporaryFolder()
    let path = folder.file("long.wav")
    let count = 360 * 1000
    let wave = (0..<count).map { Int16(truncatingIfNeeded: $0 / 1000 * 50 - 9000) }
    try SoundTests.wav(wave, rate: 1000).write(to: URL(fileURLWithPath: path))
    let whole = try AudioDecoder(path: path).read(atMost: 400 * Sound.rate).samples
    let mixed = try SoundTests.mix(path, seconds: 800) { ($0.at, $0.loops) = (-100, true) }
    let (first, length) = (200 * Sound.rate, whole.count)
    #expect(length > 2 * 359 * Sound.rate && mixed.count == 2 * 800 * Sound.rate)
    #expect(mixed[..<(length - first)].elementsEqual(whole[first...]))
    #expect(mixed[(length - first)..<(2 * length - first)].elementsEqual(whole))
    #expect(mixed[(2 * length - first)...].elementsEqual(whole[..<(mixed.count + first - 2 * length)]))
  }
}
