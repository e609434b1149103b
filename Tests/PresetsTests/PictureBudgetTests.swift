import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing

/// Pictures are counted by their headers before one of them is decoded.
struct PictureBudgetTests {
  private final class Calls {
    var loads = 0
  }

  private func load(_ count: Int, _ calls: Calls) throws -> PresetScene {
    var loader = PresetLoader { _ in
      calls.loads += 1
      return CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF])
    }
    // Whatever memory there is, forty of these are too many.
    loader.measureImage = { _, _ in 4 << 20 }
    let layers = (0..<count).map { "{contents:\"\($0).png\"}" }.joined(separator: ",")
    let text = "{movie:{size:[8,8]},layer:{sublayers:[\(layers)]}}"
    return try loader.load(Array(text.utf8), file: "a.json", directory: URL(filePath: "/nowhere"))
  }

  @Test func nothingIsDecodedBeyondTheBudget() throws {
    let calls = Calls()
    let error = #expect(throws: PresetError.self) { try load(40, calls) }
    #expect(calls.loads == 0)
    #expect(error?.problems.contains { $0.message.contains("pixels, the limit is") } == true)
  }

  @Test func fewAreDecodedOnceEach() throws {
    let calls = Calls()
    _ = try load(2, calls)
    #expect(calls.loads == 2)
  }
}
