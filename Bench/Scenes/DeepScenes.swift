import StarmineRaster
import StarmineScene

extension BenchScene {
  /// Scenes of other groups in floats, and the light of whole frames.
  static let deepScenes: [BenchScene] = [
    spriteScenes, particleScenes, layerScenes, presetScenes,
  ].joined().filter { deepNames.contains($0.name) }.map { scene in
    BenchScene(
      name: "deep-\(scene.name)", group: .deep, summary: "in floats, drawn alone: \(scene.summary)", cycle: scene.cycle
    ) { settings in try DeepPlayer(scene, settings) }
  }

  private static let deepNames: Set = [
    "sprites-32px-scaled-tinted", "sprites-32px-scaled-additive", "sprites-32px-rotated", "particles-20k-16px-additive",
    "layers-rounded-1k", "layers-fills-20-black", "layers-gradients-1k", "layers-groups-300", "layers-blends-300",
    "layers-blurs-100", "preset-fireworks-show",
  ]
}

/// Draws the lists of another scene in floats: what is measured is the renderer alone.
final class DeepPlayer: ScenePlayer {
  private let lists: [DisplayList]
  /// What the scene says of its frames.
  private let frames: [FrameContents]
  private let renderer: Renderer
  private var buffer: DeepBuffer
  private var last = 0

  init(_ scene: BenchScene, _ settings: BenchScene.Settings) throws {
    // A player uses the memory of its last list again, so each list comes from a player of its own.
    let drawn = try (0..<scene.cycle).map { frame in
      let player = try scene.makePlayer(settings)
      var watch = Stopwatch()
      try player.draw(frame: frame, &watch)
      return (list: player.displayList, contents: player.contents)
    }
    (lists, frames) = (drawn.compactMap(\.list), drawn.map(\.contents))
    renderer = Renderer(workers: settings.workers)
    buffer = DeepBuffer(width: lists[0].width, height: lists[0].height)
  }

  func draw(frame: Int, _ watch: inout Stopwatch) {
    last = frame
    renderer.render(lists[frame], into: &buffer) {
      if $0 == .binning { watch.finish(.bin) } else { watch.finish(.raster) }
    }
    watch.finish(.raster)
  }

  var contents: FrameContents { frames[last] }

  /// Every bit of the floats.
  func addPicture(to hash: inout FrameHash) {
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    buffer.withPixels { pixels in
      for row in 0..<height {
        for pixel in pixels[row * stride..<row * stride + width] {
          for component in 0..<4 { hash.add(pixel[component].bitPattern) }
        }
      }
    }
  }

  var displayList: DisplayList? { lists[last] }
}
