import Media
import Raster
import Starmine
import TestSupport
import Testing

/// Gradients, replicators and layers in space, frozen as in `GoldenTests` (`UPDATE_GOLDEN=1` rewrites and still fails).
/// Truth: ours, looked at.
@Suite(.serialized) struct SpaceGoldenTests {
  private static let folder = Checkout.root.appendingPathComponent("Tests/Golden/Space")

  @Test(arguments: SpaceScene.allCases) func matchesItsPicture(scene: SpaceScene) throws {
    let list = list(scene)
    let actual = draw(list, Renderer(workers: 1, kernels: .reference))
    let url = Self.folder.appendingPathComponent("\(scene.rawValue).png")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try ImageWriter.writePNG(actual, toPath: url.path)
      Issue.record("\(scene.rawValue): rewritten; look at it")
      return
    }
    let wrong = zip(try ImageReader.image(atPath: url.path).base.pixels, actual.base.pixels).count { $0 != $1 }
    #expect(wrong == 0, "\(scene.rawValue): pixels differ")
  }

  @Test(arguments: SpaceScene.allCases) func looksTheSameHoweverItIsDrawn(scene: SpaceScene) throws {
    let list = list(scene)
    let reference = draw(list, Renderer(workers: 1, kernels: .reference)).base.pixels
    for (tileSize, workers, level) in [
      (128, 2, KernelLevel.fast), (16, 2, .fast), (100, 1, .reference), (4096, 7, .fast),
    ] {
      let pixels = draw(list, Renderer(tileSize: tileSize, workers: workers, kernels: level)).base.pixels
      let wrong = zip(pixels, reference).count { $0 != $1 }
      #expect(wrong == 0, "pixels differ with tiles of \(tileSize), \(workers) workers, \(level)")
    }
  }

  private func list(_ scene: SpaceScene) -> DisplayList {
    let side = Int(SpaceScene.size)
    return evaluate(scene.root.committedTree(), at: CACurrentMediaTime(), in: Viewport(width: side, height: side))
  }

  private func draw(_ list: DisplayList, _ renderer: Renderer) -> CGImage {
    var buffer = PixelBuffer(width: list.width, height: list.height)
    renderer.render(list, into: &buffer)
    return CGImage(width: list.width, height: list.height, pixels: pixels(buffer))
  }
}
