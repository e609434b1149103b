import Foundation
import Starmine
import StarmineMedia
import StarmineRaster
import Testing

/// Movies with video clips in their layers. What a frame must look like is what the same layer shows with the clip's
/// picture as a still image.
@Suite struct VideoClipMovieTests {
  /// A folder with a clip of 25 frames in 1.3 seconds, at uneven times; both are removed together.
  private final class Folder {
    let url: URL
    var clip: URL { url.appending(path: "a.mp4") }
    /// Numbers of the frames' places in thirtieths of a second.
    static let places = Array(0..<10) + [14, 15, 16, 20, 21] + Array(30..<40)

    init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: "clips-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      var writer = try VideoWriter(to: clip.path, width: 64, height: 48, frameRate: FrameRate(30))
      for place in Self.places { try writer.append(Self.patches(place), at: place) }
      _ = try writer.finish()
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Blocks of unrelated colours.
    private static func patches(_ seed: Int) -> PixelBuffer {
      clipFrame(64, 48) { x, y in
        let block = UInt32(truncatingIfNeeded: (x / 8 * 31 + y / 8) * 17 + seed * 977) &* 2_654_435_761
        return (block ^ block >> 13) | 0xFF00_0000
      }
    }
  }

  /// A layer with contents, dressed in one way.
  private static func scene(_ contents: Any?, _ dress: (CALayer) -> Void = { _ in }) -> Movie {
    let (root, layer) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 80, height: 60)
    layer.frame = CGRect(x: 8, y: 6, width: 64, height: 48)
    layer.contents = contents
    dress(layer)
    root.addSublayer(layer)
    let movie = Movie(rootLayer: root, size: root.bounds.size)
    (movie.framesPerSecond, movie.duration, movie.background) = (20, 2, CGColor(red: 0, green: 0, blue: 0.5, alpha: 1))
    return movie
  }

  private func pixels(_ movie: Movie, at time: Double, workers: Int = 1) throws -> [UInt32] {
    let buffer = try movie.still(at: time, workers: workers)
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    return buffer.withPixels { pixels in
      (0..<height).flatMap { y in (0..<width).map { pixels[y * stride + $0] } }
    }
  }

  @Test func anyTimeInAnyOrderShowsItsFrame() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let footage = try Footage(path: folder.clip.path)
    let movie = Self.scene(try VideoClip(contentsOf: folder.clip))
    for time in [1.9, 0, 0.5, 0.48, 0.45, 1.29, 1.0, 0.99, 0.3, 0.35, 0.05, 1.3, 0.7, 0.65, 0.1] {
      let place = Int(time * 30 + 1e-9)
      let number = Folder.places.lastIndex { $0 <= place } ?? 0
      let still = Self.scene(try footage.image(ofFrame: number))
      #expect(try pixels(movie, at: time) == pixels(still, at: time), "\(time)")
    }
  }

  @Test func startEndLoopAndRateChooseTheFrame() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let footage = try Footage(path: folder.clip.path)
    let movie = Self.scene(try VideoClip(footage, start: 0.1, end: 0.3, rate: 0.5, loops: true))
    // Frames 3 to 8 are in it, each for a fifteenth of a second.
    for (time, number) in [(0.0, 3), (0.05, 3), (0.1, 4), (0.35, 8), (0.4, 3), (1.5, 7), (1.95, 8), (0.3, 7)] {
      let still = Self.scene(try footage.image(ofFrame: number))
      #expect(try pixels(movie, at: time) == pixels(still, at: time), "\(time)")
    }
    let once = Self.scene(try VideoClip(footage, start: 0.1, end: 0.3))
    #expect(try pixels(once, at: 1.9) == pixels(Self.scene(footage.image(ofFrame: 8)), at: 1.9))
  }

  private static let dresses: [(name: String, dress: @Sendable (CALayer) -> Void)] = [
    ("corners", { ($0.cornerRadius, $0.masksToBounds, $0.opacity) = (20, true, 0.6) }),
    (
      "mask",
      { layer in
        let mask = CAShapeLayer()
        mask.path = CGPath(ellipseIn: layer.bounds, transform: nil)
        layer.mask = mask
      }
    ),
    ("filter", { $0.filters = [CAFilter(type: "gaussianBlur"), CAFilter(type: "colorInvert")] }),
    (
      "space",
      { layer in
        var transform = CATransform3DMakeRotation(0.7, 0.2, 1, 0.1)
        transform.m34 = -1 / 200
        layer.transform = transform
      }
    ),
    (
      "gravity",
      { ($0.contentsGravity, $0.contentsRect) = (.bottomRight, CGRect(x: 0.2, y: 0.1, width: 0.5, height: 1)) }
    ),
    ("smaller", { ($0.bounds.size, $0.minificationFilter) = (CGSize(width: 20, height: 40), .trilinear) }),
    (
      "shadow",
      { ($0.shadowOpacity, $0.shadowRadius, $0.borderWidth, $0.compositingFilter) = (0.8, 3, 2, "screenBlendMode") }
    ),
  ]

  /// Masks, corners, filters and whatever else a layer has lie on top as over a still image.
  @Test(arguments: dresses.indices) func everythingElseIsAsOverAStillImage(index: Int) throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let footage = try Footage(path: folder.clip.path)
    let dress = Self.dresses[index].dress
    let movie = Self.scene(try VideoClip(footage), dress)
    for (time, number) in [(1.05, 16), (0.1, 3)] {
      let still = Self.scene(try footage.image(ofFrame: number), dress)
      #expect(try pixels(movie, at: time, workers: 2) == pixels(still, at: time), "\(Self.dresses[index].name)")
    }
  }

  private func checksums(_ clip: VideoClip, workers: Int, frames: Range<Int>? = nil) throws -> [String] {
    let path = FileManager.default.temporaryDirectory.appending(path: "clip-\(UUID().uuidString).framemd5").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var options = ExportOptions()
    (options.workers, options.frames) = (workers, frames)
    _ = try Self.scene(clip).export(to: path, options: options)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// With what was decoded before, without it, forward and backward.
  @Test func bytesAreTheSameForThreadsOrdersAndCaches() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    func fresh() throws -> VideoClip { try VideoClip(contentsOf: folder.clip, rate: 0.9, loops: true) }
    let alone = try checksums(fresh(), workers: 1)
    #expect(alone.count == 40 && Set(alone.compactMap { $0.split(separator: ",").last }).count > 12)
    let warm = try fresh()
    for workers in [2, 7, 1] { #expect(try checksums(warm, workers: workers) == alone) }
    let backward = try (0..<20).reversed().map { part in
      try checksums(part % 5 == 0 ? fresh() : warm, workers: 2, frames: part * 2..<part * 2 + 2)
    }
    #expect(Array(backward.reversed().joined()) == alone)
  }

  @Test func aFrameThatCannotBeDecodedEndsTheRender() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    var bytes = try Data(contentsOf: folder.clip)
    // Packets of its second half.
    for index in bytes.count * 6 / 10..<bytes.count * 7 / 10 { bytes[index] = 0xFF }
    let damaged = folder.url.appending(path: "damaged.mp4")
    try bytes.write(to: damaged)
    let path = folder.url.appending(path: "out.framemd5").path
    for workers in [1, 2, 7] {
      var options = ExportOptions()
      options.workers = workers
      let movie = Self.scene(try VideoClip(contentsOf: damaged))
      let error = #expect(throws: MovieError.self) { _ = try movie.export(to: path, options: options) }
      guard case .unreadableClip(let frame, let reason)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect((1..<39).contains(frame) && reason.hasPrefix("\(damaged.path): the frame at "), "\(reason)")
      #expect(reason.contains("cannot be decoded") && !FileManager.default.fileExists(atPath: path))
      // What comes before it is drawn.
      #expect(try !pixels(movie, at: 0).isEmpty)
    }
  }

  @Test func clipsThatCannotBeShownSayWhy() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let none = folder.url.appending(path: "none.mp4")
    #expect(throws: FootageError.missing(path: none.path)) { try VideoClip(contentsOf: none) }
    let cut = folder.url.appending(path: "cut.mp4")
    let whole = try Data(contentsOf: folder.clip)
    try whole.prefix(whole.count / 2).write(to: cut)
    for (url, start, end, rate, text) in [
      (folder.clip, 9.0, nil, 1.0, "start: expected seconds from 0 to below 1.3"),
      (folder.clip, 1, 0.5, 1, "end: expected seconds above start"),
      (folder.clip, 0, nil, 0, "rate: expected a number"),
      (folder.clip, 0, nil, -1, "rate: expected a number above 0"), (cut, 0, nil, 1, "the clip is cut off"),
    ] as [(URL, Double, Double?, Double, String)] {
      let error = #expect(throws: FootageError.self) {
        try VideoClip(contentsOf: url, start: start, end: end, rate: rate)
      }
      #expect(
        error.map { "\($0)".contains(text) && "\($0)".contains(url.path) } == true, "\(String(describing: error))")
    }
  }

  @Test func documentsShowClips() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let document = folder.url.appending(path: "scene.json")
    let text = """
      { movie: { size: [64, 48], duration: 1 }, layer: { sublayers: [
        { name: 'late', position: [32, 24], bounds: [0, 0, 64, 48] } ] },
        timeline: [{ at: 0.5, transaction: { disableActions: true },
          set: { 'late.contents': { video: 'a.mp4', start: 0.1 } } }] }
      """
    try Data(text.utf8).write(to: document)
    let movie = try Movie(presetNamed: document.path)
    let footage = try Footage(path: folder.clip.path)
    // It begins when it is set.
    for (time, number) in [(0.9, 11), (0.5, 3), (0.6, 6)] {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
      layer.contents = try footage.image(ofFrame: number)
      let still = Movie(rootLayer: layer, size: layer.bounds.size)
      #expect(try pixels(movie, at: time) == pixels(still, at: time), "\(time)")
    }
    #expect(try Set(pixels(movie, at: 0.4)) == [0xFF00_0000])
  }
}
