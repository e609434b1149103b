import Foundation
import Starmine
import StarmineMedia
import StarmineRaster
import StarmineReference
import StarmineTestSupport
import Testing

/// Our own pictures, frozen: one PNG per scene and time, written by the reference kernels on one worker alone
/// (`UPDATE_GOLDEN=1` rewrites them and still fails, so that they are looked at). Every other way of drawing must give
/// the same bytes. Truth: ours, looked at; Apple's generator is unknown, so its particles cannot be matched one by one.
@Suite(.serialized) struct GoldenTests {
  private static let folder = Checkout.root.appendingPathComponent("Tests/Golden")
  private static let output = Checkout.root.appendingPathComponent("out/golden")

  @Test(arguments: GoldenScene.all) func matchesItsPicture(scene: GoldenScene) throws {
    let list = try scene.makeList()
    let actual = draw(list, Renderer(workers: 1, kernels: .reference))
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try ImageWriter.writePNG(actual, toPath: path(scene))
      Issue.record("\(scene.name): rewritten; look at it")
      return
    }
    let expected = try ImageReader.image(atPath: path(scene))
    if expected.base.pixels != actual.base.pixels { try report(scene, expected, actual) }
  }

  /// The reference draws a scene in one more manner only, because it is slow. `DeterminismTests` draws random scenes
  /// with the reference in all.
  @Test(arguments: GoldenScene.all) func looksTheSameHoweverItIsDrawn(scene: GoldenScene) throws {
    let list = try scene.makeList()
    let expected = try ImageReader.image(atPath: path(scene)).base.pixels
    func check(_ renderer: Renderer, _ manner: String) {
      let wrong = zip(draw(list, renderer).base.pixels, expected).count { $0 != $1 }
      #expect(wrong == 0, "pixels differ with \(manner)")
    }
    check(Renderer(workers: 1, kernels: .fast), "fast kernels")
    for workers in [2, 7] { check(Renderer(workers: workers), "\(workers) workers") }
    check(Renderer(tileSize: 100, workers: 2, kernels: .reference), "reference, tiles of 100")
    for tileSize in [16, 100, 4096] { check(Renderer(tileSize: tileSize, workers: 2), "tiles of \(tileSize)") }
  }

  @Test func everyPictureHasAScene() {
    let names = Set(GoldenScene.all.map { "Tests/Golden/\($0.name).png" })
    #expect(Set(Checkout.files(under: "Tests/Golden", extensions: ["png"])) == names)
    #expect(names.count >= 40)
  }

  private func path(_ scene: GoldenScene) -> String { Self.folder.appendingPathComponent("\(scene.name).png").path }

  private func draw(_ list: DisplayList, _ renderer: Renderer) -> CGImage {
    var buffer = PixelBuffer(width: list.width, height: list.height)
    renderer.render(list, into: &buffer)
    return CGImage(width: list.width, height: list.height, pixels: pixels(buffer))
  }

  /// Leaves expected, actual and difference (wrong pixels in magenta) in out/golden.
  private func report(_ scene: GoldenScene, _ expected: CGImage, _ actual: CGImage) throws {
    try FileManager.default.createDirectory(at: Self.output, withIntermediateDirectories: true)
    func write(_ image: CGImage, _ kind: String) throws {
      try ImageWriter.writePNG(
        image, toPath: Self.output.appendingPathComponent("\(scene.name.replacing("/", with: "-")).\(kind).png").path)
    }
    try write(expected, "expected")
    try write(actual, "actual")
    guard expected.width == actual.width, expected.height == actual.height else {
      Issue.record("\(scene.name): \(actual.width)x\(actual.height) instead of \(expected.width)x\(expected.height)")
      return
    }
    let wrong = zip(expected.base.pixels, actual.base.pixels).map { $0 == $1 ? 0xFF00_0000 : 0xFFFF_00FF as UInt32 }
    try write(CGImage(width: actual.width, height: actual.height, pixels: wrong), "diff")
    Issue.record("\(scene.name): \(wrong.count { $0 == 0xFFFF_00FF }) pixels differ; see out/golden")
  }
}
