import Foundation
import StarmineMedia
import Testing

/// A movie that is written in one go, and the same one in segments that are joined, are one file.
@Suite struct SegmentTests {
  private let folder = TemporaryFolder()
  private static let side = 32

  private func write(
    _ name: String, _ frames: Range<Int>, rate: FrameRate = FrameRate(60), format: VideoFormat? = nil,
    options: VideoOptions = VideoOptions(), side: Int = side
  ) throws {
    var writer = try VideoWriter(
      to: folder.file(name), width: side, height: side, frameRate: rate, format: format, options: options)
    for index in frames { try writer.append(makePatches(side, side, frame: index), at: index) }
    _ = try writer.finish()
  }

  /// Cuts at multiples of a length and writes each piece with a writer of its own.
  private func writeSegments(
    _ frames: Range<Int>, of name: String, rate: FrameRate, options: VideoOptions = VideoOptions(),
    length: Int = VideoFormat.segmentFrames
  ) throws -> [SegmentJoin.Part] {
    let format = try #require(try VideoFormat(forPath: name).segment)
    return try (frames.lowerBound / length...(frames.upperBound - 1) / length).map { index in
      let own = (index * length..<(index + 1) * length).clamped(to: frames)
      try write("\(index).part", own, rate: rate, format: format, options: options)
      return SegmentJoin.Part(path: folder.file("\(index).part"), frames: own)
    }
  }

  private func join(
    _ parts: [SegmentJoin.Part], to name: String, rate: FrameRate = FrameRate(60),
    options: VideoOptions = VideoOptions()
  ) throws(SegmentJoin.JoinError) -> Int {
    let format: VideoFormat
    do throws(VideoError) { format = try VideoFormat(forPath: name) } catch { throw .movie(error) }
    return try SegmentJoin(
      format: format, width: Self.side, height: Self.side, frameRate: rate, options: options
    ).run(parts, to: folder.file(name))
  }

  @Test(arguments: [
    ("mp4", 0..<500, FrameRate(60)), ("mov", 100..<481, FrameRate(30000, 1001)), ("mp4", 239..<242, FrameRate(25)),
    ("mp4", 480..<481, FrameRate(24000, 1001)), ("m4v", 0..<1, FrameRate(1)), ("framemd5", 3..<490, FrameRate(60)),
    ("framemd5", 0..<1, FrameRate(30)),
  ])
  func joinedSegmentsAreTheWhole(ending: String, frames: Range<Int>, rate: FrameRate) throws {
    try write("whole.\(ending)", frames, rate: rate)
    let parts = try writeSegments(frames, of: "a.\(ending)", rate: rate)
    let bytes = try join(parts, to: "joined.\(ending)", rate: rate)
    #expect(folder.bytes("joined.\(ending)") == folder.bytes("whole.\(ending)"))
    #expect(bytes == folder.bytes("whole.\(ending)").count)
  }

  @Test(arguments: [1, 3, 8]) func anyNumberOfSegmentsIsTheWhole(count: Int) throws {
    let options = VideoOptions(crf: 30, encoderPreset: "medium")
    let frames = 0..<240 * count - 7
    try write("whole.mp4", frames, options: options)
    let parts = try writeSegments(frames, of: "a.mp4", rate: FrameRate(60), options: options)
    #expect(parts.count == count)
    _ = try join(parts, to: "joined.mp4", options: options)
    #expect(folder.bytes("joined.mp4") == folder.bytes("whole.mp4"))
  }

  /// Encoders restart inside of segments too.
  @Test(arguments: [480, 720]) func longerSegmentsAreTheWhole(length: Int) throws {
    let frames = 0..<1000
    try write("whole.mp4", frames)
    let parts = try writeSegments(frames, of: "a.mp4", rate: FrameRate(60), length: length)
    _ = try join(parts, to: "joined.mp4")
    #expect(folder.bytes("joined.mp4") == folder.bytes("whole.mp4"))
  }

  /// Every format that can be cut, with frames on both sides of a restart, and files of their own where it has such.
  @Test(arguments: VideoFormat.keysWithSegments) func everyFormatJoins(key: String) throws {
    let format = try VideoFormat(named: key)
    let name = (format.isSequence ? "-%05d." : ".") + format.extensions[0]
    let (side, rate, frames) = (96, FrameRate(50), 236..<244)
    func write(_ frames: Range<Int>, to name: String, _ format: VideoFormat) throws -> VideoReport {
      var writer = try VideoWriter(
        to: folder.file(name), width: side, height: side, frameRate: rate, format: format)
      for index in frames { try writer.append(makePatches(side, side, frame: index), at: index) }
      return try writer.finish()
    }
    _ = try write(frames, to: "whole" + name, format)
    let parts = try [236..<240, 240..<244].map { frames in
      let report = try write(frames, to: "\(frames.lowerBound).part", try #require(format.segment))
      return SegmentJoin.Part(
        path: folder.file("\(frames.lowerBound).part"), frames: frames, isOpaque: report.isOpaque)
    }
    let join = SegmentJoin(format: format, width: side, height: side, frameRate: rate, options: VideoOptions())
    _ = try join.run(parts, to: folder.file("joined" + name))
    let (whole, joined) = (contents("whole"), contents("joined"))
    #expect(whole.count == (format.isSequence ? frames.count : 1))
    #expect(whole == joined)
  }

  /// Files whose names begin like this, by the rest of their names.
  private func contents(_ start: String) -> [String: [UInt8]] {
    let names = folder.contents.filter { $0.hasPrefix(start) }
    return Dictionary(uniqueKeysWithValues: names.map { (String($0.dropFirst(start.count)), folder.bytes($0)) })
  }

  /// Frames as players see them: every frame at its time, none twice, and pictures that the restart does not disturb.
  @Test func framesFollowEachOtherOverRestarts() throws {
    try write("a.mp4", 200..<300)
    let (file, frames) = try VideoReader(path: folder.file("a.mp4")).read()
    #expect(frames.map(\.ticks) == (0..<100).map { $0 * file.timescale / 60 })
    #expect(file.durationTicks == 100 * file.timescale / 60)
  }

  /// Frames behind a restart do not depend on those before it.
  @Test func aRestartForgetsEverything() throws {
    try write("long.mp4", 0..<250)
    try write("short.mp4", 240..<250)
    let tail = try VideoReader(path: folder.file("long.mp4")).read().1.suffix(10).map(\.luma)
    #expect(tail == (try VideoReader(path: folder.file("short.mp4")).read().1.map(\.luma)))
  }

  @Test func formatsSayWhetherTheyCanBeCut() throws {
    #expect(try VideoFormat(forPath: "a.null").segment == nil)
    #expect(try VideoFormat(forPath: "a.mp4").hasRestarts)
    #expect(try !VideoFormat(forPath: "a.framemd5").hasRestarts)
    for key in VideoFormat.keysWithSegments { #expect(!["gif", "webp", "apng", "null", "y4m"].contains(key)) }
    #expect(VideoFormat.keysWithSegments.contains("prores4444") && VideoFormat.keysWithSegments.contains("exr"))
  }

  @Test func theEncoderIsNamed() throws {
    let format = try VideoFormat(forPath: "a.mp4")
    #expect(try format.encoderIdentity(VideoOptions()).contains(/^libavcodec \d+\.\d+\.\d+, x264 - core \d+/))
    #expect(try VideoFormat(forPath: "a.framemd5").encoderIdentity(VideoOptions()).hasPrefix("libavcodec "))
  }

  // MARK: Faults

  /// Fault of the middle one of three segments.
  enum Fault: String, CaseIterable, Sendable {
    case missing, empty, cutOff, text, tooFew, tooMany, otherQuality, otherPreset, otherSize, folder
  }

  @Test(arguments: Fault.allCases) func faultsAreFound(fault: Fault) throws {
    let frames = 0..<485
    let parts = try writeSegments(frames, of: "a.mp4", rate: FrameRate(60))
    try damage("1.part", fault)
    let before = folder.contents
    let error = #expect(throws: SegmentJoin.JoinError.self) { try join(parts, to: "joined.mp4") }
    guard case .part(1, _) = error else {
      Issue.record("\(fault): \(String(describing: error))")
      return
    }
    #expect(folder.contents == before, "nothing is left")
  }

  private func damage(_ name: String, _ fault: Fault) throws {
    let format = try #require(try VideoFormat(forPath: "a.mp4").segment)
    let bytes = folder.bytes(name)
    func put(_ bytes: some Sequence<UInt8>) throws { try Data(bytes).write(to: URL(filePath: folder.file(name))) }
    switch fault {
    case .missing: try FileManager.default.removeItem(atPath: folder.file(name))
    case .empty: try put([])
    case .cutOff: try put(bytes.dropLast(bytes.count / 3))
    case .text: try put("nut/multimedia container\0 and nothing else".utf8)
    case .tooFew: try write(name, 240..<479, format: format)
    case .tooMany: try write(name, 240..<481, format: format)
    case .otherQuality: try write(name, 240..<480, format: format, options: VideoOptions(crf: 30))
    case .otherPreset: try write(name, 240..<480, format: format, options: VideoOptions(encoderPreset: "slow"))
    case .otherSize: try write(name, 240..<480, format: format, side: 48)
    case .folder:
      try FileManager.default.removeItem(atPath: folder.file(name))
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
  }

  @Test func linesOfOtherFramesAreFound() throws {
    let parts = try writeSegments(0..<481, of: "a.framemd5", rate: FrameRate(60))
    let wrong = parts.map { SegmentJoin.Part(path: parts[1].path, frames: $0.frames) }
    let error = #expect(throws: SegmentJoin.JoinError.self) { try join(wrong, to: "joined.framemd5") }
    guard case .part(0, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try Data(folder.bytes("1.part").dropLast()).write(to: URL(filePath: folder.file("1.part")))
    #expect(throws: SegmentJoin.JoinError.self) { try join(parts, to: "joined.framemd5") }
  }

  // MARK: Checksums

  /// Truth: FIPS 180-4 and RFC 1321.
  @Test func checksumsAreTheStandards() throws {
    #expect(
      try Digest.sha256(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let digest = try Digest(.md5)
    Array("message digest".utf8).withUnsafeBytes { digest.add($0) }
    #expect(digest.text() == "f96b697d7cb7938d525a2f31aaf161d0")
  }
}
