import CStarmineFFmpeg
import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import Synchronization
import Testing

/// Clips are written by `VideoWriter`; what a frame must look like is what `VideoReader` decodes from first to last.
@Suite struct FootageTests {
  private static func write(
    _ path: String, key: String? = nil, size: (Int, Int) = (64, 48), rate: FrameRate = FrameRate(30),
    indices: [Int], options: VideoOptions = VideoOptions(), alpha: Bool = false
  ) throws {
    let format = try key.map { try VideoFormat(named: $0) }
    var writer = try VideoWriter(
      to: path, width: size.0, height: size.1, frameRate: rate, format: format, options: options)
    for index in indices {
      let opaque = makePatches(size.0, size.1, frame: index)
      guard alpha else {
        try writer.append(opaque, at: index)
        continue
      }
      let frame = makeFrame(size.0, size.1) { x, _ in
        // A quarter of the colour under a quarter of the alpha.
        x < size.0 / 2 ? opaque[x, 0] : 0x4000_0000 | (opaque[x, 0] >> 2 & 0x3F_3F3F)
      }
      try writer.append(frame, at: index)
    }
    _ = try writer.finish()
  }

  private static func reference(_ path: String) throws -> [CGImage] {
    try VideoReader(path: path).read().1.sorted { $0.ticks < $1.ticks }.map(\.image)
  }

  /// 250 frames: the writer restarts its encoder, so there are two key frames.
  @Test(arguments: ["h264", "hevc", "vp9", "h264-mov"])
  func framesComeInAnyOrder(key: String) throws {
    let folder = TemporaryFolder()
    let path = folder.file("a." + (try VideoFormat(named: key).extensions[0]))
    let side = key == "hevc" ? 80 : 32
    try Self.write(path, key: key, size: (side, 32), indices: Array(0..<250))
    let wanted = try Self.reference(path)
    let footage = try Footage(path: path)
    #expect(footage.frameCount == 250 && wanted.count == 250)
    var order = [249, 0, 1, 2, 120, 119, 118, 241, 240, 239, 238, 5]
    order += (0..<40).map { $0 * 97 % 250 }
    for number in order {
      #expect(try footage.image(ofFrame: number).base.pixels == wanted[number].base.pixels, "\(number)")
    }
    // Alone, without anything decoded before.
    for number in [0, 77, 245] {
      #expect(try Footage(path: path, threads: 3).image(ofFrame: number).base.pixels == wanted[number].base.pixels)
    }
  }

  /// Neither the search for streams nor the decoder opens a codec outside the list.
  @Test(arguments: ["zmbv", "flashsv"]) func unlistedCodecIsRefused(encoder: String) throws {
    let folder = TemporaryFolder()
    let path = folder.file("a.avi")
    let pixels = encoder == "zmbv" ? AV_PIX_FMT_BGR0 : AV_PIX_FMT_BGR24
    try ClipMaker(width: 32, height: 32, pixels: pixels, encoder: encoder).write(path)
    #expect {
      try Footage(path: path).image(ofFrame: 0)
    } throws: {
      "\($0)".contains("Codec (\(encoder)) is not supported")
    }
  }

  @Test func threadsShareAClip() throws {
    let folder = TemporaryFolder()
    try Self.write(folder.file("a.mp4"), indices: Array(0..<60))
    let wanted = try Self.reference(folder.file("a.mp4"))
    let footage = try Footage(path: folder.file("a.mp4"))
    let wrong = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 120) { number in
      let index = number * 37 % 60
      let image = try? footage.image(ofFrame: index)
      if image.map({ $0.base.pixels == wanted[index].base.pixels }) != true { wrong.withLock { $0.append(index) } }
    }
    #expect(wrong.withLock { $0 } == [])
  }

  @Test func timesAreThoseOfTheClip() throws {
    let folder = TemporaryFolder()
    try Self.write(folder.file("a.mp4"), rate: FrameRate(10), indices: [3, 4, 8, 9, 15])
    let footage = try Footage(path: folder.file("a.mp4"))
    #expect((0..<5).map { (footage.time(ofFrame: $0) * 10).rounded() } == [0, 1, 5, 6, 12])
    #expect(abs(footage.duration - 1.3) < 1e-6)
    #expect(abs(footage.framesPerSecond - 5 / 1.3) < 1e-5)
    let times: [(Double, Int)] = [
      (-1, 0), (0, 0), (0.0999, 0), (0.1, 1), (0.3, 1), (0.5, 2), (0.599, 2), (0.6, 3), (1.2, 4), (9, 4),
      (.infinity, 4), (.nan, 0),
    ]
    for (time, number) in times { #expect(footage.frame(at: time) == number, "\(time)") }
    #expect(try footage.image(at: 0.5) === footage.image(at: 0.55))
  }

  @Test(arguments: [("a.mov", "prores4444"), ("a.webm", "vp9-alpha"), ("a.mov", "animation"), ("a.mov", "png-mov")])
  func alphaIsKept(name: String, key: String) throws {
    let folder = TemporaryFolder()
    try Self.write(folder.file(name), key: key, indices: Array(0..<6), alpha: true)
    let footage = try Footage(path: folder.file(name))
    let wanted = try Self.reference(folder.file(name))
    for number in [5, 2, 0] {
      let image = try footage.image(ofFrame: number)
      #expect(image.base.pixels == wanted[number].base.pixels)
      #expect(abs(Int(image[56, 8] >> 24) - 64) <= 4 && image[4, 8] >> 24 >= 252)
    }
  }

  /// The four bytes behind a box's name in a QuickTime file, and further on.
  private static func patch(_ path: String, _ box: String, at offset: Int, _ values: [Int32]) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(data.range(of: Data(box.utf8))).upperBound + offset
    for (number, value) in values.enumerated() {
      for byte in 0..<4 { data[place + number * 4 + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte)) }
    }
    try data.write(to: URL(fileURLWithPath: path))
  }

  private static func replace(_ path: String, _ words: [String: String]) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    for (old, new) in words {
      while let place = data.range(of: Data(old.utf8)) { data.replaceSubrange(place, with: Data(new.utf8)) }
    }
    try data.write(to: URL(fileURLWithPath: path))
  }

  @Test func turnAndShapeOfPixelsAreHonoured() throws {
    let folder = TemporaryFolder()
    let path = folder.file("a.mp4")
    try Self.write(path, indices: [0, 1])
    let plain = try Footage(path: path).image(ofFrame: 1)
    // A quarter to the right: what was at the left is at the top.
    try Self.patch(path, "tkhd", at: 40, [0, 65_536, 0, -65_536, 0, 0])
    let turned = try Footage(path: path)
    #expect(turned.width == 48 && turned.height == 64)
    let image = try turned.image(ofFrame: 1)
    for (x, y) in [(0, 0), (47, 0), (0, 63), (20, 40)] { #expect(image[x, y] == plain[y, 47 - x], "\(x), \(y)") }
    try Self.patch(path, "pasp", at: 0, [2, 1])
    // Twice as wide as high before the turn is twice as high as wide.
    let tall = try Footage(path: path)
    #expect(tall.width == 24 && tall.height == 64)
    #expect(try tall.image(ofFrame: 0).width == 24)
  }

  @Test func badClipsSayWhatIsWrong() throws {
    let folder = TemporaryFolder()
    let path = folder.file("a.mp4")
    var options = VideoOptions()
    options.sound = SoundMix(Sound(samples: Array(repeating: 0.1, count: 96_000)))
    try Self.write(path, indices: Array(0..<30), options: options)
    try FileManager.default.copyItem(atPath: path, toPath: folder.file("silent.mp4"))
    // A stream that is not taken for pictures any more: sound alone is left.
    try Self.replace(folder.file("silent.mp4"), ["vide": "meta", "avc1": "none"])
    try Data("no clip".utf8).write(to: URL(fileURLWithPath: folder.file("text.mp4")))
    try Data("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n".utf8).write(to: URL(fileURLWithPath: folder.file("list.mp4")))
    #expect(throws: FootageError.missing(path: folder.file("none.mp4"))) {
      try Footage(path: folder.file("none.mp4"))
    }
    #expect(throws: FootageError.noPictures(path: folder.file("silent.mp4"))) {
      try Footage(path: folder.file("silent.mp4"))
    }
    for name in ["", "text.mp4", "list.mp4"] {
      let error = #expect(throws: FootageError.self) { try Footage(path: folder.file(name)) }
      guard case .unreadable? = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
    }
  }

  /// Matroska whose blocks all lie at 0 milliseconds of their cluster.
  @Test func clipsWithoutTimesSayHowToGiveThem() throws {
    let folder = TemporaryFolder()
    let path = folder.file("a.mkv")
    try Self.write(path, key: "ffv1", indices: [0, 1, 2])
    #expect(try Footage(path: path).frameCount == 3)
    var bytes = folder.bytes("a.mkv")
    // A block begins with its track, two bytes of time and the mark of a key frame.
    for milliseconds: UInt8 in [33, 67] {
      let places = bytes.indices.dropLast(3).filter { Array(bytes[$0..<$0 + 4]) == [0x81, 0, milliseconds, 0x80] }
      try #require(places.count == 1)
      bytes[places[0] + 2] = 0
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: FootageError.noTimes(path: path)) { try Footage(path: path) }
    #expect(error.map { "\($0)".contains("convert the video") } ?? false)
  }

  @Test(arguments: [("a.mp4", "h264"), ("a.webm", "vp9"), ("a.mkv", "ffv1"), ("a.mov", "prores")])
  func cutOffClipsSayWhere(name: String, key: String) throws {
    let folder = TemporaryFolder()
    try Self.write(folder.file(name), key: key, indices: Array(0..<60))
    let whole = folder.bytes(name)
    try Data(whole.prefix(whole.count * 7 / 10)).write(to: URL(fileURLWithPath: folder.file(name)))
    let error = #expect(throws: FootageError.self) { try Footage(path: folder.file(name)) }
    guard case .cutOff(_, let seconds)? = error else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
    #expect(seconds.map { (0.1...2).contains($0) } ?? true)
    #expect("\(error!)".contains("cut off"))
  }
}
