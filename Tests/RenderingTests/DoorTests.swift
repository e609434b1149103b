import Foundation
import StarmineCore
import StarmineEmbedding
import StarmineGraphics
import StarmineImport
import StarmineLayers
import StarmineMedia
import StarminePresets
import StarmineRaster
import StarmineRendering
import Testing

/// Equal requests give equal pixels through every door, and what a note says is left out is not in the pixels.
struct DoorTests {
  private static let size = RequestedSize(width: 96, height: 64)
  private static let clip = Result { try makeClip() }

  /// Two frames of one colour.
  private static func makeClip() throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "door-clip-\(UUID().uuidString).mkv").path
    var writer = try VideoWriter(
      to: path, width: 96, height: 64, frameRate: FrameRate(10), format: VideoFormat(named: "ffv1"),
      options: VideoOptions())
    var frame = PixelBuffer(width: 96, height: 64)
    let stride = frame.stride
    frame.withMutablePixels { pixels in for index in 0..<stride * 64 { pixels[index] = 0xFF30_60A0 } }
    for index in 0..<2 { try writer.append(frame, at: index) }
    _ = try writer.finish()
    return path
  }

  private func request(_ name: String, _ changes: [String] = []) throws -> RenderRequest {
    var request = RenderRequest(try PresetReference(name).source(Movie.presetLoader))
    (request.size, request.workers) = (Self.size, 1)
    try request.set(changes)
    return request
  }

  /// Pictures of a file's frames.
  private func frames(_ request: RenderRequest, to name: String) throws -> [[UInt32]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doors-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name).path
    _ = try request.plan(to: path).export()
    return try VideoReader(path: path).read().1.map { Array($0.image.base.pixels) }
  }

  /// A request whose layers of scenery are hidden by the document's own means.
  private func withoutScenery(_ request: RenderRequest) throws -> RequestedScene {
    var request = request
    request.parts = .all
    let loaded = try request.scene()
    loaded.scene.rootLayer.hideScenery(under: nil)
    return loaded
  }

  @Test(arguments: PresetLibrary.names) func sceneryIsLeftOutOverAClip(name: String) throws {
    var request = try request(name)
    request.clip = RenderRequest.Clip(path: try Self.clip.get())
    let plan = try request.plan(to: "a.mkv")
    #expect(plan.movie.settings.parts != .automatic)
    let drawn = try frames(request, to: "a.mkv")
    let movie = try withoutScenery(request).movie()
    movie.settings.parts = .all
    movie.settings.loop = plan.movie.settings.loop
    movie.settings.duration = plan.movie.settings.duration
    var expected: [[UInt32]] = []
    var painter = FramePainter(workers: 1)
    for index in 0..<2 {
      var options = FrameOptions(pixelSize: PixelSize(width: 96, height: 64))
      options.isOverlay = true
      movie.settings.framesPerSecond = 10
      let frame = try movie.frame(at: movie.time(ofFrame: index), options)
      var buffer = PixelBuffer(width: 96, height: 64)
      try painter.draw(frame, into: &buffer)
      expected.append(buffer.pixelsOver(0xFF30_60A0))
    }
    // The file is in YUV: a pixel may be off by the rounding of both ways.
    for (found, wanted) in zip(drawn, expected) {
      let worst = zip(found, wanted).map { $0.distance(to: $1) }.max() ?? 255
      #expect(worst <= 6, "\(name): \(worst) of 255")
    }
  }

  @Test(arguments: PresetLibrary.names) func sceneryIsLeftOutOverATransparentBackground(name: String) throws {
    var request = try request(name)
    request.setOption("background", "transparent")
    request.frames = 0..<2
    let hidden = try withoutScenery(request)
    let movie = hidden.movie()
    movie.settings.parts = .all
    let loaded = try request.scene()
    let own = loaded.movie()
    for time in [0, own.duration / 3] {
      let found = try own.still(at: time, loaded.frameOptions).allPixels
      let wanted = try movie.still(at: time, hidden.frameOptions).allPixels
      #expect(found == wanted, "\(name) at \(time)")
    }
  }

  @Test(arguments: PresetLibrary.names) func savedDocumentsLeaveOutTheSameLayers(name: String) throws {
    var request = try request(name)
    request.setOption("background", "transparent")
    let scene = try request.scene().scene
    scene.hideLayersLeftOut()
    var all = request
    all.parts = .all
    let kept = try all.scene().scene
    kept.rootLayer.hideScenery(under: nil)
    #expect(scene.rootLayer.shownLayers == kept.rootLayer.shownLayers)
    let movies = (Movie(scene), Movie(kept))
    (movies.0.settings.parts, movies.1.settings.parts) = (.all, .all)
    let options = FrameOptions(pixelSize: PixelSize(width: 96, height: 64))
    #expect(try movies.0.still(at: 0.4, options).allPixels == movies.1.still(at: 0.4, options).allPixels)
  }

  @Test(arguments: PresetLibrary.names) func libraryAndStillDrawTheSameBytes(name: String) throws {
    for changes in [[], ["movie.motionBlur=180:-90:3"], ["movie.depth=float"]] {
      let loaded = try request(name, changes).scene()
      let movie = loaded.movie()
      let time = movie.duration / movie.speed * 0.4
      let still = try Digest.md5(try movie.still(at: time * movie.speed, loaded.frameOptions, workers: 2))
      let host = try HostedScene(Hosting.source(named: name), frame: HostedScene.Frame(width: 96, height: 64))
      _ = try host.apply(changes)
      #expect(try host.hash(at: time) == still, "\(name) \(changes)")
    }
  }

  /// Pictures of a movie in Display P3 are in sRGB, and every way to draw one says so; a PNG sequence is in Display P3.
  @Test func picturesOfDisplayP3SayThatTheyAreInSRGB() throws {
    let changes = ["movie.colorSpace=display-p3"]
    let note = try #require(try request("snow", changes).scene().pictureNotes.first)
    #expect(note.contains("sRGB"))
    #expect(try request("snow").scene().pictureNotes.isEmpty)
    let host = try HostedScene(Hosting.source(named: "snow"), frame: HostedScene.Frame(width: 96, height: 64))
    #expect(!host.remarks.contains { $0.text == note })
    #expect(try host.apply(changes).contains(note))
    #expect(host.remarks.contains { $0.text == note })
    let plan = try request("snow", changes).plan(to: "frame-%05d.png")
    #expect(plan.format.isDisplayP3 && !(plan.sceneNotes + plan.notes.map(\.text)).contains(note))
  }

  /// An export of one frame has the bytes of a still at the frame's time.
  @Test(arguments: PresetLibrary.names) func exportsAndStillsDrawTheSameBytes(name: String) throws {
    for changes in [[], ["movie.motionBlur=180:-90:3"]] {
      var request = try request(name, changes + ["movie.dither=false"])
      request.frames = 3..<4
      let loaded = try request.scene()
      let movie = loaded.movie()
      let still = try movie.still(at: movie.time(ofFrame: 3), loaded.frameOptions).allPixels
      let written = try frames(request, to: "a.apng")
      #expect(written == [still], "\(name) \(changes)")
    }
  }
}

extension CALayer {
  /// Hides scenery by the properties that documents have.
  fileprivate func hideScenery(under inherited: LayerRole?) {
    let role = role ?? inherited
    for layer in sublayers ?? [] { layer.hideScenery(under: role) }
    guard role == .scenery else { return }
    if (sublayers ?? []).allSatisfy(\.isHidden) { return isHidden = true }
    (backgroundColor, contents, borderWidth, shadowOpacity) = (nil, nil, 0, 0)
    (self as? CAGradientLayer)?.colors = nil
    (self as? CAShapeLayer)?.path = nil
    (self as? CATextLayer)?.string = nil
    (self as? CAEmitterLayer)?.emitterCells = nil
    for key in animationKeys() ?? [] where (animation(forKey: key) as? CAPropertyAnimation)?.keyPath == "colors" {
      removeAnimation(forKey: key)
    }
  }

  /// Names of what is not hidden, in order.
  fileprivate var shownLayers: [String] {
    isHidden ? [] : [name ?? ""] + (sublayers ?? []).flatMap(\.shownLayers)
  }
}

extension PixelBuffer {
  fileprivate var allPixels: [UInt32] {
    let (width, height, stride) = (width, height, stride)
    return withPixels { pixels in (0..<height).flatMap { y in pixels[y * stride..<y * stride + width] } }
  }

  /// Premultiplied pixels over an opaque colour.
  fileprivate borrowing func pixelsOver(_ color: UInt32) -> [UInt32] {
    allPixels.map { pixel in
      let rest = 255 - pixel >> 24
      return [16, 8, 0].reduce(0xFF00_0000) { sum, shift in
        let below = (color >> shift & 255) * rest / 255
        return sum | min(255, (pixel >> shift & 255) + below) << shift
      }
    }
  }
}

extension UInt32 {
  fileprivate func distance(to other: UInt32) -> Int {
    [16, 8, 0].map { abs(Int(self >> $0 & 255) - Int(other >> $0 & 255)) }.max() ?? 0
  }
}
