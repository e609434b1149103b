import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Testing

@Suite struct FootageWriterTests {
  /// A clip of uneven times with sound.
  private static func makeClip(_ path: String, key: String? = nil) throws {
    var options = VideoOptions(crf: 10)
    options.sound = SoundMix(Sound(samples: (0..<96_000).map { Float(sin(Double($0) / 40)) * 0.3 }))
    options.metadata = ["title": "A clip"]
    let format = try key.map { try VideoFormat(named: $0) }
    var writer = try VideoWriter(
      to: path, width: 64, height: 48, frameRate: FrameRate(30), format: format, options: options)
    for index in [0, 1, 2, 5, 6, 11, 12, 13, 20, 29] { try writer.append(makePatches(64, 48, frame: index), at: index) }
    _ = try writer.finish()
  }

  /// Writes a clip anew; `draw` says what is drawn over a frame.
  private static func write(
    _ clip: String, to path: String, key: String? = nil, _ draw: (Int) -> PixelBuffer? = { _ in nil }
  ) throws -> VideoReport {
    let footage = try Footage(path: clip)
    let format = if let key { try VideoFormat(named: key) } else { try VideoFormat(forPath: path) }
    var writer = try FootageWriter(to: path, over: footage, format: format, options: VideoOptions())
    var converter = try writer.conversion.makeConverter()
    for number in 0..<footage.frameCount {
      let frame = try footage.frame(number)
      switch draw(number) {
      case .some(let overlay): try writer.append(converter.convert(frame, under: overlay), at: number)
      case .none: try writer.append(converter.convert(frame), at: number)
      }
    }
    return try writer.finish()
  }

  @Test func nothingOverAFrameLeavesItAsItWasDecoded() throws {
    let folder = TemporaryFolder()
    let (clip, copy) = (folder.file("a.mp4"), folder.file("b.mkv"))
    try Self.makeClip(clip)
    // FFV1 keeps every bit that the encoder gets. An empty overlay is as good as none.
    let report = try Self.write(clip, to: copy) { $0 % 2 == 0 ? PixelBuffer(width: 64, height: 48) : nil }
    #expect(report.frames == 10)
    let (before, after) = (try Footage(path: clip), try Footage(path: copy))
    for number in 0..<10 {
      #expect(try before.frame(number).planes == after.frame(number).planes)
      #expect(abs(before.time(ofFrame: number) - after.time(ofFrame: number)) < 0.0011)
    }
  }

  @Test(arguments: ["b.mp4", "b.mov"]) func timesSoundAndWordsAreTheClips(name: String) throws {
    let folder = TemporaryFolder()
    try Self.makeClip(folder.file("a.mp4"))
    _ = try Self.write(folder.file("a.mp4"), to: folder.file(name), key: name == "b.mov" ? "h264-mov" : nil)
    #expect(folder.contents == ["a.mp4", name])
    let (before, after) = (try Footage(path: folder.file("a.mp4")), try Footage(path: folder.file(name)))
    #expect(before.frameCount == after.frameCount)
    for number in 0..<before.frameCount {
      #expect(abs(before.time(ofFrame: number) - after.time(ofFrame: number)) < 1e-9)
    }
    #expect(abs(before.duration - after.duration) < 1e-9)
    let sounds = try [folder.file("a.mp4"), folder.file(name)].map { try SoundPackets.read(path: $0) }
    #expect(sounds[0].count > 40 && sounds[0].map(\.bytes) == sounds[1].map(\.bytes))
    #expect(zip(sounds[0], sounds[1]).allSatisfy { abs($0.seconds - $1.seconds) < 1e-4 })
    #expect(try VideoReader(path: folder.file(name)).read().0.metadata["title"] == "A clip")
  }

  /// A picture of one colour, written without loss that counts.
  private static func makePlain(_ path: String, _ color: UInt32) throws {
    var writer = try VideoWriter(
      to: path, width: 32, height: 32, frameRate: FrameRate(10), options: VideoOptions(crf: 1))
    for index in 0..<2 { try writer.append(makeFrame(32, 32) { _, _ in color }, at: index) }
    _ = try writer.finish()
  }

  @Test func coloursCoverAndLightAdds() throws {
    let folder = TemporaryFolder()
    let grey: UInt32 = 0xFF60_6060
    try Self.makePlain(folder.file("a.mp4"), grey)
    // Opaque, half, and light without alpha; the last one is brighter than white can be.
    let overlays: [(pixel: UInt32, wanted: UInt32)] = [
      (0xFF10_C040, 0xFF10_C040), (0x8040_0000, 0xFF70_3030), (0x0030_0010, 0xFF90_6070), (0x00FF_FFFF, 0xFFFF_FFFF),
    ]
    for (pixel, wanted) in overlays {
      _ = try Self.write(folder.file("a.mp4"), to: folder.file("b.mkv")) { _ in
        makeFrame(32, 32) { x, _ in x < 16 ? pixel : 0 }
      }
      let image = try Footage(path: folder.file("b.mkv")).image(ofFrame: 1)
      #expect(difference(image[8, 8], wanted) <= 4, "\(String(pixel, radix: 16))")
      #expect(difference(image[24, 8], grey) <= 4)
    }
  }

  /// Frames with alpha, or in RGB, have no planes to draw into.
  @Test func clipsOfRGBGoThroughPixels() throws {
    let folder = TemporaryFolder()
    try Self.makeClip(folder.file("a.mov"), key: "animation")
    let clip = try Footage(path: folder.file("a.mov"))
    _ = try Self.write(folder.file("a.mov"), to: folder.file("b.mkv")) { number in
      number == 3 ? makeFrame(64, 48) { x, _ in x < 16 ? 0x00FF_FFFF : 0 } : nil
    }
    let copy = try Footage(path: folder.file("b.mkv"))
    #expect(try copy.image(ofFrame: 2).base.pixels == clip.image(ofFrame: 2).base.pixels)
    let image = try copy.image(ofFrame: 3)
    #expect(image[8, 8] == 0xFFFF_FFFF)
    #expect(try image[40, 8] == clip.image(ofFrame: 3)[40, 8])
  }

  /// libavformat has a place for FLAC in MP4, but only for those who ask it for an experiment.
  @Test(arguments: [("a.mov", "h264-mov", "pcm_s16le", ".mov"), ("a.mkv", "ffv1", "flac", ".mkv")])
  func unsupportedStreamsAreErrors(name: String, key: String, codec: String, other: String) throws {
    let folder = TemporaryFolder()
    try Self.makeClip(folder.file(name), key: key)
    let error = #expect(throws: VideoError.self) {
      _ = try Self.write(folder.file(name), to: folder.file("b.mp4"))
    }
    guard case .footage(.noPlace(_, let stream, "MP4", let instead))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(stream == "sound (\(codec))" && instead.contains(other), "\(stream) \(instead)")
    for key in ["gif", "png", "framemd5"] {
      let format = try VideoFormat(named: key)
      #expect(throws: VideoError.self) { try FootageWriter.check(format) }
    }
    #expect(folder.contents == [name])
  }
}
