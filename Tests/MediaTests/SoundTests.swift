import Foundation
import StarmineMedia
import StarmineRaster
import Testing

extension SoundMix {
  /// All samples, read a thousand at a time.
  func samples() throws -> [Float] {
    var reader = SoundMixReader(self)
    var samples: [Float] = []
    while reader.done < reader.count { samples += try reader.next(1000) }
    return samples
  }
}

@Suite struct SoundTests {
  /// A WAV file of 16 bits, mono, written by hand.
  static func wav(_ samples: [Int16], rate: Int = 48_000) -> Data {
    var data = Data()
    func add(_ text: String) { data.append(Data(text.utf8)) }
    func add(_ number: Int, _ bytes: Int) {
      for byte in 0..<bytes { data.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
    add("RIFF")
    add(36 + samples.count * 2, 4)
    add("WAVEfmt ")
    for (number, bytes) in [(16, 4), (1, 2), (1, 2), (rate, 4), (rate * 2, 4), (2, 2), (16, 2)] { add(number, bytes) }
    add("data")
    add(samples.count * 2, 4)
    for sample in samples { add(Int(sample), 2) }
    return data
  }

  /// A second of silence with a short sound of a known form in it.
  static let burst: [Int16] = (0..<48_000).map { index in
    (12_000..<12_480).contains(index) ? Int16(20_000 * sin(Double(index - 12_000) * 2 * .pi / 48)) : 0
  }

  static func makeSource(_ folder: TemporaryFolder, rate: Int = 48_000) throws -> String {
    try Self.wav(burst, rate: rate).write(to: URL(fileURLWithPath: folder.file("a.wav")))
    return folder.file("a.wav")
  }

  static func mix(
    _ path: String, from start: Double = 0, seconds: Double = 1, _ change: (inout Soundtrack) -> Void = { _ in }
  ) throws -> [Float] {
    var track = Soundtrack(path: path)
    change(&track)
    return try SoundMix(mixing: [track], from: start, seconds: seconds).samples()
  }

  @Test func monoBecomesBothChannels() throws {
    let folder = TemporaryFolder()
    let samples = try Self.mix(try Self.makeSource(folder))
    #expect(samples.count == 96_000)
    for index in [0, 11_999, 12_012, 12_400, 47_999] {
      let wanted = Float(Self.burst[index]) / 32_768
      #expect(abs(samples[index * 2] - wanted) < 1e-4 && abs(samples[index * 2 + 1] - wanted) < 1e-4)
    }
  }

  @Test func placeGainFadesAndRangeAreExact() throws {
    let folder = TemporaryFolder()
    let path = try Self.makeSource(folder)
    let plain = try Self.mix(path)
    let later = try Self.mix(path, seconds: 1.5) { $0.at = 0.5 }
    #expect(Array(later[48_000...]) == plain && later[..<48_000].allSatisfy { $0 == 0 })
    let earlier = try Self.mix(path) { $0.at = -0.25 }
    #expect(Array(earlier[..<72_000]) == Array(plain[24_000...]) && earlier[72_000...].allSatisfy { $0 == 0 })
    #expect(try Self.mix(path, from: 0.25, seconds: 0.5) == Array(plain[24_000..<72_000]))
    let loud = try Self.mix(path) { $0.gain = 0.5 }
    #expect(zip(loud, plain).allSatisfy { abs($0 - $1 / 2) < 1e-6 })
    // Sample 12,012 of a fade of half a second: 12,012 / 24,000.
    let faded = try Self.mix(path) { $0.fadeIn = 0.5 }
    #expect(abs(faded[24_024] - plain[24_024] * 12_012 / 24_000) < 1e-6)
    let looped = try Self.mix(path, seconds: 2) { $0.loops = true }
    #expect(looped == plain + plain)
  }

  @Test func otherRatesAreResampled() throws {
    let folder = TemporaryFolder()
    let samples = try Self.mix(try Self.makeSource(folder, rate: 24_000), seconds: 2)
    // The burst begins at half a second and lasts 20 ms.
    let loud = samples.indices.filter { abs(samples[$0]) > 0.05 }.map { $0 / 2 }
    let (first, last) = (try #require(loud.min()), try #require(loud.max()))
    #expect(abs(first - 24_000) < 20 && abs(last - 24_960) < 20)
  }

  /// Sound begins with the picture in every container, whatever the encoder puts before it.
  @Test(arguments: [
    ("a.mp4", "h264"), ("a.mov", "prores4444"), ("a.webm", "vp9"), ("a.mkv", "ffv1"), ("a.nut", "nut"),
    ("b.mov", "hevc-alpha"), ("b.webm", "vp9-alpha"),
  ])
  func soundArrivesInTime(name: String, key: String) throws {
    let folder = TemporaryFolder()
    var options = VideoOptions()
    options.sound = try SoundMix(mixing: [Soundtrack(path: try Self.makeSource(folder))], from: 0, seconds: 1)
    let source = try #require(options.sound).samples()
    var writer = try VideoWriter(
      to: folder.file(name), width: 96, height: 32, frameRate: FrameRate(25), format: VideoFormat(named: key),
      options: options)
    for index in 0..<25 { try writer.append(makePatches(96, 32, frame: index), at: index) }
    _ = try writer.finish()
    let samples = try AudioDecoder(path: folder.file(name)).read(atMost: 3600 * Sound.rate).samples
    #expect(samples.count / 2 >= 48_000 && samples.count / 2 < 50_000)
    // The shift at which both fit best.
    let shifts = (-64...64).map { shift -> (shift: Int, fit: Float) in
      (shift, (12_000..<12_480).reduce(0) { $0 + source[$1 * 2] * samples[($1 + shift) * 2] })
    }
    #expect(shifts.max { $0.fit < $1.fit }?.shift == 0)
    let (_, frames) = try VideoReader(path: folder.file(name)).read()
    #expect(frames.count == 25)
  }

  @Test func formatsWithoutSoundSaySo() throws {
    let folder = TemporaryFolder()
    var options = VideoOptions()
    options.sound = SoundMix(Sound(samples: Array(repeating: 0, count: 960)))
    for key in ["gif", "png", "apng", "y4m", "framemd5"] {
      let format = try VideoFormat(named: key)
      #expect(throws: VideoError.noSound(format: format.name)) {
        _ = try VideoWriter(
          to: folder.file(FormatTableTests.name(format)), width: 32, height: 32, frameRate: FrameRate(25),
          format: format, options: options)
      }
    }
    #expect(folder.contents.isEmpty)
  }

  @Test func brokenSoundsAreErrors() throws {
    let folder = TemporaryFolder()
    try Data("no sound".utf8).write(to: URL(fileURLWithPath: folder.file("text.wav")))
    try Data("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n".utf8).write(to: URL(fileURLWithPath: folder.file("list.m3u8")))
    _ = try VideoWriterTests.write(folder.file("silent.mp4"), count: 3)
    for name in ["none.wav", "text.wav", "list.m3u8", "silent.mp4"] {
      let error = #expect(throws: VideoError.self) { try Self.mix(folder.file(name)) }
      guard case .unreadableSound(folder.file(name), _)? = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
    }
    #expect(throws: VideoError.self) { try Self.mix(folder.file("none.wav")) { $0.gain = .nan } }
  }

  /// None of them is opened by libavformat, which would wait in a pipe.
  @Test func onlyRegularFilesAreSounds() throws {
    let folder = TemporaryFolder()
    let pipe = folder.file("a.wav")
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/zero", folder.file("")] {
      #expect(throws: VideoError.self) { try Self.mix(path) }
      #expect(throws: VideoError.self) { try SoundLevels(path: path) }
    }
    #expect(throws: FootageError.self) { try Footage(path: pipe) }
    #expect(throws: VideoError.self) { _ = try VideoReader(path: pipe) }
  }
}
