import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

@Suite struct VideoWriterTests {
  /// Writes `count` frames of patches and hands back the report.
  static func write(
    _ path: String, width: Int = 64, height: Int = 48, count: Int, rate: FrameRate = FrameRate(60), from first: Int = 0,
    options: VideoOptions = VideoOptions()
  ) throws -> VideoReport {
    var writer = try VideoWriter(to: path, width: width, height: height, frameRate: rate, options: options)
    for index in first..<first + count { try writer.append(makePatches(width, height, frame: index), at: index) }
    return try writer.finish()
  }

  /// The encoder makes one picture of frames that are all equal: that is a file like others.
  @Test(arguments: ["a.webp", "a.gif", "a.apng"], [1, 2, 9])
  func equalFramesAreAFile(name: String, count: Int) throws {
    let folder = TemporaryFolder()
    var writer = try VideoWriter(to: folder.file(name), width: 64, height: 48, frameRate: FrameRate(10))
    let frame = makeFrame(64, 48) { x, _ in x < 32 ? 0xFF20_4060 : 0xFF60_6060 }
    for index in 0..<count { try writer.append(frame, at: index) }
    let report = try writer.finish()
    #expect(report.frames == count && report.bytes == folder.bytes(name).count && folder.contents == [name])
    let image = try ImageReader.image(atPath: folder.file(name))
    #expect(image.width == 64 && image.height == 48)
  }

  /// Edges between strong colours lose most where chroma is shared: in small pictures they are most of what is there.
  @Test(arguments: [8, 16, 32, 64, 100], ["a.webp", "a.mp4", "a.webm"])
  func smallPicturesOfStrongColorsAreWritten(side: Int, name: String) throws {
    let folder = TemporaryFolder()
    var writer = try VideoWriter(to: folder.file(name), width: side, height: side, frameRate: FrameRate(10))
    for index in 0..<4 {
      try writer.append(
        makeFrame(side, side) { x, y in
          let column = (x * 8 / side + index) % 8
          return column < 3 ? 0xFFFF_0000 : column == 4 && y * 8 / side > 1 ? 0xFF00_FF00 : 0xFF00_00FF
        }, at: index)
    }
    #expect(try writer.finish().frames == 4)
  }

  /// x264 writes what it was asked for into the stream.
  @Test(arguments: [(64, 48, nil, 10), (3840, 2160, nil, 3), (3840, 2160, "veryfast", 10)])
  func largeFramesAreLookedAtInSmallerGroups(width: Int, height: Int, preset: String?, ahead: Int) throws {
    let folder = TemporaryFolder()
    _ = try Self.write(
      folder.file("a.mp4"), width: width, height: height, count: 1, options: VideoOptions(encoderPreset: preset))
    #expect(Data(folder.bytes("a.mp4")).range(of: Data("rc_lookahead=\(ahead) ".utf8)) != nil)
  }

  /// Root gets them from an encoder that asks for them.
  @Test func noEncoderLeavesRealTimeThreads() throws {
    let folder = TemporaryFolder()
    let format = try VideoFormat(named: "av1")
    var writer = try VideoWriter(
      to: folder.file("a.mp4"), width: 96, height: 64, frameRate: FrameRate(25), format: format)
    try writer.append(makePatches(96, 64), at: 0)
    let isOrdinary = try (0..<200).contains { _ in
      if try realTimeThreads().isEmpty { return true }
      // Another test's encoder may be on its way.
      usleep(20_000)
      return false
    }
    #expect(isOrdinary)
    _ = try writer.finish()
  }

  private func realTimeThreads() throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap { pid_t($0) }
      .filter { [SCHED_FIFO, SCHED_RR].contains(sched_getscheduler($0)) }
  }

  @Test(arguments: [
    ("a.mp4", FrameRate(60), 0), ("a.MOV", FrameRate(30000, 1001), 0), ("a.m4v", FrameRate(25), 100),
    ("a:b c%d.mp4", FrameRate(24000, 1001), 7),
  ])
  func h264FileSaysWhatIsInIt(name: String, rate: FrameRate, first: Int) throws {
    let folder = TemporaryFolder()
    let count = 75
    let report = try Self.write(folder.file(name), count: count, rate: rate, from: first)
    #expect(folder.contents == [name])
    #expect(report.frames == count)
    #expect(report.bytes == folder.bytes(name).count)

    let (file, frames) = try VideoReader(path: folder.file(name)).read()
    #expect(file.codec == "h264")
    #expect(file.width == 64 && file.height == 48 && file.pixelFormat == "yuv420p")
    #expect([file.primaries, file.transfer, file.matrix, file.range] == ["bt709", "bt709", "bt709", "tv"])
    #expect(frames.count == count)
    #expect(frames.allSatisfy { $0.color == ["bt709", "bt709", "bt709", "tv"] })
    let ticks = file.timescale * rate.denominator / rate.numerator
    #expect(file.timescale * rate.denominator % rate.numerator == 0)
    #expect(frames.map(\.ticks) == (0..<count).map { $0 * ticks })
    #expect(file.durationTicks == count * ticks)
    #expect(abs(file.duration - Double(count) / rate.framesPerSecond) < 2e-6)
  }

  /// One patch per 16x16 block, far from block borders: what comes back may differ by the encoder's loss only. A wrong
  /// matrix or range is off by 10 and more.
  @Test func colorsSurviveTheFile() throws {
    let folder = TemporaryFolder()
    let options = VideoOptions(crf: 1, encoderPreset: "medium")
    _ = try Self.write(folder.file("a.mp4"), width: 128, height: 96, count: 3, options: options)
    let (_, frames) = try VideoReader(path: folder.file("a.mp4")).read()
    try #require(frames.count == 3)
    for (index, frame) in frames.enumerated() {
      let worst = (0..<48).map { patch in
        let (row, column) = (patch / 8, patch % 8)
        let pixel = frame.image.base.pixels[(row * 16 + 8) * 128 + column * 16 + 8]
        return difference(pixel, patchColor(column, row, frame: index))
      }.max()!
      #expect(worst <= 4)
    }
  }

  @Test func indexGapsLastLonger() throws {
    let folder = TemporaryFolder()
    var writer = try VideoWriter(to: folder.file("a.mp4"), width: 32, height: 32, frameRate: FrameRate(10))
    for index in [3, 4, 9] { try writer.append(makePatches(32, 32, frame: index), at: index) }
    _ = try writer.finish()
    let (file, frames) = try VideoReader(path: folder.file("a.mp4")).read()
    #expect(frames.map { $0.ticks * 10 / file.timescale } == [0, 1, 6])
    #expect(abs(file.duration - 0.7) < 2e-6)
  }

  /// Players can start before the file is complete only when the index stands before the data.
  @Test(arguments: ["a.mp4", "a.mov"])
  func indexStandsBeforeTheData(name: String) throws {
    let folder = TemporaryFolder()
    _ = try Self.write(folder.file(name), count: 5)
    let bytes = folder.bytes(name)
    var boxes: [String] = []
    var offset = 0
    while offset + 8 <= bytes.count {
      let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      boxes.append(String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self))
      try #require(size >= 8)
      offset += size
    }
    let moov = try #require(boxes.firstIndex(of: "moov"))
    let mdat = try #require(boxes.firstIndex(of: "mdat"))
    #expect(moov < mdat)
  }

  @Test func sameFramesGiveTheSameFile() throws {
    let folder = TemporaryFolder()
    let options = VideoOptions(threads: 2)
    for name in ["a.mp4", "b.mp4"] { _ = try Self.write(folder.file(name), count: 20, options: options) }
    #expect(folder.bytes("a.mp4") == folder.bytes("b.mp4"))
  }

  @Test func existingFileIsReplacedOnlyAtTheEnd() throws {
    let folder = TemporaryFolder()
    try Data("old".utf8).write(to: URL(fileURLWithPath: folder.file("a.mp4")))
    var writer = try VideoWriter(to: folder.file("a.mp4"), width: 32, height: 32, frameRate: FrameRate(30))
    try writer.append(makePatches(32, 32), at: 0)
    #expect(folder.bytes("a.mp4") == Array("old".utf8))
    #expect(folder.contents.count == 2)
    _ = try writer.finish()
    #expect(folder.bytes("a.mp4").count > 100)
    #expect(folder.contents == ["a.mp4"])
  }

  @Test(arguments: ["a.mp4", "a.framemd5"])
  func droppedWriterLeavesNothing(name: String) throws {
    let folder = TemporaryFolder()
    do {
      var writer = try VideoWriter(to: folder.file(name), width: 32, height: 32, frameRate: FrameRate(30))
      try writer.append(makePatches(32, 32), at: 0)
      #expect(folder.contents.count == 1)
    }
    #expect(folder.contents.isEmpty)
  }
}
