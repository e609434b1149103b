import StarmineRendering
import Foundation
import StarmineCore
import StarmineLayers
import StarmineMedia
import StarmineRaster
import StarmineScene

extension BenchScene {
  /// Files as most people write them, as tests do, without an encoder, and pictures.
  static let exportScenes: [BenchScene] = videoScenes + alphaScenes + [pictureScene]

  private static let videoScenes: [BenchScene] = ["mp4", "framemd5", "null"].compactMap { ending in
    guard let format = try? VideoFormat(forPath: "a.\(ending)") else { return nil }
    return BenchScene(
      name: "export-\(ending)", group: .export,
      summary: "whole exports of 24 frames of fireworks-show: \(format.name)", cycle: 1
    ) { try ExportPlayer(extension: ending, $0) }
  }

  /// Frames over nothing, in formats whose conversion takes longer than drawing.
  private static let alphaScenes: [BenchScene] = [("rgba", "raw"), ("prores4444", "mov"), ("vp9-alpha", "webm")]
    .compactMap { key, ending in
      guard let format = try? VideoFormat(named: key) else { return nil }
      return BenchScene(
        name: "export-\(key)", group: .export,
        summary: "whole exports of 24 frames of fireworks-show with alpha: \(format.name)", cycle: 1
      ) { try ExportPlayer(extension: ending, format: key, $0) }
    }

  private static let pictureScene = BenchScene(
    name: "export-png", group: .export, summary: "frames of fireworks-show as PNG files", cycle: 2
  ) { try PicturePlayer($0) }
}

/// The busy part of fireworks-show.
private let firstFrame = 480

/// Writes a part of a movie as a user does; a frame of the scene is the average of that part's frames.
private final class ExportPlayer: ScenePlayer {
  private static let frames = 24
  private let movie: Movie
  private let folder = try? TemporaryFolder()
  private let path: String
  private var options = ExportOptions()
  private(set) var contents = FrameContents()

  /// - Parameter format: with alpha; nil: the usual one of the extension, over the movie's background.
  init(extension ending: String, format: String? = nil, _ settings: BenchScene.Settings) throws {
    movie = try Movie(presetNamed: "fireworks-show")
    if format != nil { movie.background = .clear }
    options.format = format
    guard let folder else { throw CocoaError(.fileWriteUnknown) }
    path = folder.path("a.\(ending)")
    options.frames = firstFrame..<firstFrame + Self.frames
    options.workers = settings.workers
    options.video.threads = settings.workers
  }

  func draw(frame: Int, _ watch: inout Stopwatch) throws {
    let statistics = try movie.export(to: path, options: options)
    let frames = Double(statistics.frames)
    var cost = FrameCost(wall: statistics.wallSeconds / frames, cpu: statistics.cpuSeconds / frames)
    cost.split = [
      .evaluate: statistics.evaluateSeconds / frames, .raster: statistics.rasterSeconds / frames,
      .convert: statistics.convertSeconds / frames, .encode: statistics.encodeSeconds / frames,
    ]
    watch.replace(with: cost)
    contents.particles = Double(statistics.particlesTotal) / frames
    contents.pixels = 1920 * 1080
  }

  /// Hashes a frame that is drawn, not the file: encoders are others' work and may depend on threads.
  func addPicture(to hash: inout FrameHash) {
    guard let frame = try? movie.still(at: movie.time(ofFrame: firstFrame), workers: 1) else { return }
    hash.add(frame)
  }
}

/// Draws and writes one PNG for each frame.
private final class PicturePlayer: ScenePlayer {
  private let movie: Movie
  private let folder = try? TemporaryFolder()
  private let path: String
  private let viewport: Viewport
  private let renderer: Renderer
  private var buffer: PixelBuffer
  private var list: DisplayList?

  init(_ settings: BenchScene.Settings) throws {
    movie = try Movie(presetNamed: "fireworks-show")
    guard let folder else { throw CocoaError(.fileWriteUnknown) }
    path = folder.path("a.png")
    viewport = try movie.viewport(for: nil)
    renderer = Renderer(workers: settings.workers, kernels: settings.kernels)
    buffer = PixelBuffer(width: viewport.width, height: viewport.height)
  }

  func draw(frame: Int, _ watch: inout Stopwatch) throws {
    let time = movie.time(ofFrame: firstFrame + frame)
    let tree = movie.snapshot(at: time)
    watch.finish(.commit)
    let current = evaluate(tree, at: Movie.startTime + time, in: viewport, recycling: list.take())
    watch.finish(.evaluate)
    renderer.render(current, into: &buffer) { if $0 == .binning { watch.finish(.bin) } else { watch.finish(.raster) } }
    watch.finish(.raster)
    try ImageWriter.writePNG(buffer, toPath: path)
    watch.finish(.encode)
    list = current
  }

  var contents: FrameContents { list?.contents ?? FrameContents() }

  func addPicture(to hash: inout FrameHash) { hash.add(buffer) }
}
