import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

@Suite struct VideoErrorTests {
  static func open(
    _ path: String, _ width: Int = 64, _ height: Int = 48, rate: FrameRate = FrameRate(60),
    options: VideoOptions = VideoOptions()
  ) throws(VideoError) {
    _ = try VideoWriter(to: path, width: width, height: height, frameRate: rate, options: options)
  }

  @Test func unknownExtension() {
    let error = #expect(throws: VideoError.self) { try Self.open("a.xyz") }
    #expect(error == .unknownExtension(path: "a.xyz", known: VideoFormat.extensions.map { ".\($0)" }))
    #expect(error?.description.contains(".mp4, .m4v, .mov, ") == true)
    #expect(throws: VideoError.self) { try Self.open("mp4") }
    #expect(throws: VideoError.self) { try Self.open("/tmp/.mp4") }
  }

  @Test(arguments: VideoFormat.refused.flatMap(\.keys)) func unsupportedFormatsSuggestAlternatives(key: String) {
    let error = #expect(throws: VideoError.self) { _ = try VideoFormat(named: key) }
    guard case .refusedFormat(key, _, let instead)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!instead.isEmpty && instead.allSatisfy(VideoFormat.keys.contains))
    #expect(throws: VideoError.self) { try Self.open("a.\(key)") }
  }

  @Test func namesAndExtensionsMustAgree() throws {
    #expect(
      throws: VideoError.formatsAtOdds(path: "a.mp4", format: "ProRes 4444 in QuickTime", extensions: [".mov"])
    ) { _ = try VideoFormat(forPath: "a.mp4", named: "prores4444") }
    #expect(throws: VideoError.unknownFormat(name: "prores444", known: VideoFormat.keys)) {
      _ = try VideoFormat(forPath: "a.mov", named: "prores444")
    }
    #expect(try VideoFormat(forPath: "/dev/stdout", named: "y4m").key == "y4m")
  }

  /// Transparent frames get the row with alpha where the extension has one.
  @Test(arguments: [
    ("a.mov", "h264-mov", "prores4444"), ("a.webm", "vp9", "vp9-alpha"), ("a.mp4", "h264", "h264"),
    ("a-%d.png", "png", "png"), ("a.gif", "gif", "gif"),
  ])
  func transparencyChoosesTheRow(path: String, opaque: String, clear: String) throws {
    #expect(try VideoFormat(forPath: path).key == opaque)
    #expect(try VideoFormat(forPath: path, wantsAlpha: true).key == clear)
  }

  @Test func keysAreUniqueAndRowsComplete() {
    #expect(Set(VideoFormat.keys).count == VideoFormat.all.count)
    for format in VideoFormat.all {
      #expect(!format.use.isEmpty && !format.extensions.isEmpty)
      #expect(!VideoFormat.refused.contains { $0.keys.contains(format.key) })
    }
  }

  @Test func slowClocksRefuseFastMovies() throws {
    let folder = TemporaryFolder()
    #expect(throws: VideoError.rateTooHigh(format: "GIF", rate: 60, maximum: 50)) {
      try Self.open(folder.file("a.gif"))
    }
    let gif = try VideoFormat(named: "gif")
    #expect([60, 50, 30, 25, 20, 12.5].map { gif.suitableRate(for: $0) } == [25, 50, 25, 25, 20, 12.5])
    #expect(try VideoFormat(named: "h264").suitableRate(for: 60) == 60)
  }

  @Test func oddSizesNameTheNearestEvenOne() {
    let folder = TemporaryFolder()
    let error = #expect(throws: VideoError.self) { try Self.open(folder.file("a.mp4"), 321, 180) }
    #expect(error == .oddSize(width: 321, height: 180, format: "H.264 in MP4"))
    #expect(error?.description.contains("322x180") == true)
    #expect(throws: VideoError.self) { try Self.open(folder.file("a.mov"), 320, 181) }
    #expect(throws: Never.self) { try Self.open(folder.file("a.framemd5"), 321, 181) }
    #expect(folder.contents.isEmpty)
  }

  /// A format that does not ask for even sides writes odd ones.
  @Test(arguments: FormatTableTests.readable.map(\.key)) func oddSizesAreWrittenOrRefused(key: String) throws {
    let format = try VideoFormat(named: key)
    let folder = TemporaryFolder()
    let path = folder.file(format.isSequence ? "a-%d.\(format.extensions[0])" : "a.\(format.extensions[0])")
    func write() throws(VideoError) {
      var writer = try VideoWriter(
        to: path, width: 95, height: 81, frameRate: FrameRate(25), format: format, options: VideoOptions())
      try writer.append(PixelBuffer(width: 95, height: 81), at: 0)
      _ = try writer.finish()
    }
    if format.takesEvenSides, key != "ffv1" {
      #expect(throws: VideoError.oddSize(width: 95, height: 81, format: format.name)) { try write() }
    } else {
      #expect(throws: Never.self) { try write() }
    }
  }

  @Test(arguments: [(0, 2), (2, 0), (-2, 2), (16_386, 2), (Int.max, 2)])
  func impossibleSizes(width: Int, height: Int) {
    let folder = TemporaryFolder()
    #expect(throws: VideoError.invalidSize(width: width, height: height)) {
      try Self.open(folder.file("a.mp4"), width, height)
    }
    #expect(folder.contents.isEmpty)
  }

  /// The encoder itself would only say that a parameter is wrong.
  @Test(arguments: ["av1", "av1-10"]) func smallAV1SizesAreRefusedBeforeRendering(key: String) throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: key)
    func open(_ width: Int, _ height: Int) throws {
      _ = try VideoWriter(
        to: folder.file("a.mp4"), width: width, height: height, frameRate: FrameRate(10), format: format)
    }
    let narrow = VideoError.tooNarrow(width: 62, least: 64, format: format.name)
    #expect(error { try open(62, 64) } == narrow && "\(narrow)".contains("use a larger size or another format"))
    let low = VideoError.tooLow(height: 62, least: 64, format: format.name)
    #expect(error { try open(64, 62) } == low && "\(low)".contains("a height of 62"))
    #expect(error { try open(64, 64) } == nil)
    #expect(folder.contents.isEmpty)
  }

  @Test(arguments: [
    FrameRate(0), FrameRate(-1), FrameRate(60, 0), FrameRate(1001), FrameRate(2001, 2), FrameRate(Int.max, Int.max),
  ])
  func impossibleRates(rate: FrameRate) {
    let folder = TemporaryFolder()
    #expect(throws: VideoError.invalidFrameRate(numerator: rate.numerator, denominator: rate.denominator)) {
      try Self.open(folder.file("a.mp4"), rate: rate)
    }
  }

  @Test func wrongOptionsListTheRightOnes() {
    let folder = TemporaryFolder()
    let error = #expect(throws: VideoError.self) {
      try Self.open(folder.file("a.mp4"), options: VideoOptions(encoderPreset: "quick"))
    }
    #expect(error?.description.contains("veryfast, faster") == true)
    for options in [VideoOptions(crf: 52), VideoOptions(crf: -1), VideoOptions(crf: .nan), VideoOptions(threads: -1)] {
      #expect(throws: VideoError.self) { try Self.open(folder.file("a.mp4"), options: options) }
    }
    #expect(folder.contents.isEmpty)
  }

  @Test func missingEncoderNamesWhatStillWorks() throws {
    let folder = TemporaryFolder()
    var format = try VideoFormat(forPath: "a.mp4")
    format.encoder = "libnone"
    let caught = error {
      _ = try VideoWriter(to: folder.file("a.mp4"), width: 32, height: 32, frameRate: FrameRate(60), format: format)
    }
    guard case .missingEncoder("libnone", _, let alternatives) = caught else {
      Issue.record("\(String(describing: caught))")
      return
    }
    #expect(alternatives.contains("HEVC in MP4 (.mp4)"))
    #expect(!alternatives.contains { $0.contains(".null") })
    #expect(folder.contents.isEmpty)
  }

  @Test(arguments: VideoOptions.encoderPresets) func listedPresetsExist(preset: String) {
    let folder = TemporaryFolder()
    #expect(throws: Never.self) { try Self.open(folder.file("a.mp4"), options: VideoOptions(encoderPreset: preset)) }
  }

  @Test func placesThatCannotBeWritten() throws {
    let folder = TemporaryFolder()
    let lost = folder.file("none/a.mp4")
    #expect(throws: VideoError.unwritable(path: lost, reason: "No such file or directory")) { try Self.open(lost) }
    try FileManager.default.createDirectory(atPath: folder.file("b.mp4"), withIntermediateDirectories: false)
    #expect(
      throws: VideoError.unwritable(path: folder.file("b.mp4"), reason: "it is a directory; name a file in it")
    ) {
      try Self.open(folder.file("b.mp4"))
    }
    // A folder in which not even root may make files.
    #expect(throws: VideoError.self) { try Self.open("/proc/a.mp4") }
    #expect(folder.contents == ["b.mp4"])
  }

  @Test(arguments: ["a.mp4", "a.framemd5"]) func noFrames(name: String) throws {
    let folder = TemporaryFolder()
    let writer = try VideoWriter(to: folder.file(name), width: 32, height: 32, frameRate: FrameRate(60))
    do throws(VideoError) {
      _ = try writer.finish()
      Issue.record("a file without frames was finished")
    } catch { #expect(error == .noFrames(path: folder.file(name))) }
    #expect(folder.contents.isEmpty)
  }

  @Test func wrongFrames() throws {
    let folder = TemporaryFolder()
    var writer = try VideoWriter(to: folder.file("a.mp4"), width: 32, height: 32, frameRate: FrameRate(60))
    let other = try VideoWriter(to: folder.file("b.mp4"), width: 34, height: 32, frameRate: FrameRate(60))
    var converter = try other.conversion.makeConverter()
    let wrong = VideoError.wrongFrameSize(width: 34, height: 32, expectedWidth: 32, expectedHeight: 32)
    #expect(error { try writer.append(makePatches(34, 32), at: 0) } == wrong)
    #expect(error { try writer.append(converter.convert(makePatches(34, 32)), at: 0) } == wrong)
    var deep = try writer.conversion.makeDeepConverter()
    #expect(error { _ = try deep.convert(DeepBuffer(width: 34, height: 32), at: 0) } == wrong)
    #expect(error { try writer.append(makePatches(32, 32), at: -1) } == .indexNotIncreasing(index: -1, previous: -1))
    #expect(error { try writer.append(makePatches(32, 32), at: 5) } == nil)
    #expect(error { try writer.append(makePatches(32, 32), at: 5) } == .indexNotIncreasing(index: 5, previous: 5))
    #expect(error { try writer.append(makePatches(32, 32), at: 6) } == nil)
    #expect(try writer.finish().frames == 2)
  }

  private func error(_ body: () throws -> Void) -> VideoError? {
    do { try body() } catch { return error as? VideoError }
    return nil
  }

  /// The system's limit on file sizes stands in for a full disk: both are refused writes. In a process of its own,
  /// since the limit holds for the whole process.
  @Test func fullDisk() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      setrlimit(__rlimit_resource_t(1), &limit)
      var caught: VideoError?
      do throws(VideoError) {
        var writer = try VideoWriter(
          to: folder.file("a.mp4"), width: 256, height: 256, frameRate: FrameRate(60), options: VideoOptions(crf: 0))
        var random = SplitMix64(seed: 1)
        for index in 0..<60 {
          try writer.append(makeFrame(256, 256) { _, _ in UInt32.random(in: 0...(.max), using: &random) }, at: index)
        }
        _ = try writer.finish()
      } catch { caught = error }
      guard case .diskFull(path: folder.file("a.mp4"), _) = caught else { fatalError("\(String(describing: caught))") }
      precondition(folder.contents.isEmpty)
    }
  }

  @Test func frameRatesFromDecimals() {
    #expect(FrameRate(60.0) == FrameRate(60, 1))
    #expect(FrameRate(29.97) == FrameRate(30000, 1001))
    #expect(FrameRate(23.976) == FrameRate(24000, 1001))
    #expect(FrameRate(59.94005994) == FrameRate(60000, 1001))
    #expect(FrameRate(12.5) == FrameRate(25, 2))
    #expect(FrameRate(0.0) == nil && FrameRate(-1.0) == nil && FrameRate(.nan) == nil && FrameRate(1001.0) == nil)
  }
}
