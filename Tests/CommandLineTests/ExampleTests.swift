import Foundation
import Testing

/// The example programs, run as a user does. Each movie has as many frames as its script is long.
@Suite struct ExampleTests {
  static let frames = [
    "backing-layers": 360, "block-animations": 360, "clock-hands": 600, "fireworks": 576, "moving-layer": 720,
    "picture-fades": 480, "pop-block": 300, "pop-gallery": 480, "pop-stall": 540, "snapshot-transition": 360,
    "snow": 1200, "transactions": 360, "view-transitions": 360,
  ]

  @Test(arguments: frames.keys.sorted()) func writesItsMovie(name: String) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let program = Starmine.executable.deletingLastPathComponent().appending(path: "example-\(name)")
    let outcome = try starmine.finish(starmine.start(["movie.framemd5"], program: program))
    #expect(outcome.code == 0, "\(outcome.errors)")
    let sums = try starmine.text("movie.framemd5").split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last }
    #expect(sums.count == Self.frames[name])
    // Something moves.
    #expect(Set(sums).count > 20)
  }

  /// A new example needs a row above.
  @Test func allAreThere() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Examples")
    let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path(percentEncoded: false))
    #expect(Set(folders).subtracting(["Support"]) == Set(Self.frames.keys))
  }
}
