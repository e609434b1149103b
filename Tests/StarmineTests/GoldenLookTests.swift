import Foundation
import Graphics
import Layers
import Media
import Raster
import Scene
import TestSupport
import Testing

/// Pictures of borders, corners, contents, masks, shadows and blend modes, frozen like those of `GoldenTests`.
@Suite(.serialized) struct GoldenLookTests {
  private static let folder = Checkout.root.appendingPathComponent("Tests/Golden/Looks")

  private func list(_ scene: LookScene) -> DisplayList {
    let viewport = Viewport(width: LookScene.size.width, height: LookScene.size.height)
    return evaluate(scene.makeRoot().committedTree(), at: CACurrentMediaTime(), in: viewport)
  }

  private func draw(_ list: DisplayList, _ renderer: Renderer) -> CGImage {
    var buffer = PixelBuffer(width: list.width, height: list.height)
    renderer.render(list, into: &buffer)
    let pixels = (0..<list.width * list.height).map { buffer[$0 % list.width, $0 / list.width] }
    return CGImage(width: list.width, height: list.height, pixels: pixels)
  }

  @Test(arguments: LookScene.allCases) func matchesItsPicture(scene: LookScene) throws {
    let actual = draw(list(scene), Renderer(workers: 1, kernels: .reference))
    let path = Self.folder.appendingPathComponent("\(scene.rawValue).png").path
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try ImageWriter.writePNG(actual, toPath: path)
      Issue.record("\(scene.rawValue): rewritten; look at it")
      return
    }
    let expected = try ImageReader.image(atPath: path)
    let wrong = zip(expected.base.pixels, actual.base.pixels).count { $0 != $1 }
    #expect(expected.width == actual.width && expected.height == actual.height && wrong == 0)
  }

  @Test(arguments: LookScene.allCases) func looksTheSameHoweverItIsDrawn(scene: LookScene) {
    let list = list(scene)
    let reference = draw(list, Renderer(workers: 1, kernels: .reference)).base.pixels
    for (tileSize, workers) in [(128, 1), (16, 2), (100, 7), (4096, 2)] {
      for kernels in KernelLevel.allCases {
        let renderer = Renderer(tileSize: tileSize, workers: workers, kernels: kernels)
        #expect(draw(list, renderer).base.pixels == reference, "tiles of \(tileSize), \(workers) workers, \(kernels)")
      }
    }
  }
}
