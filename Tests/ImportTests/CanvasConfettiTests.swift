import Foundation
import Starmine
import StarminePresets
import Testing

/// canvas-confetti's options, one call or several.
struct CanvasConfettiTests {
  static let call = """
    {"particleCount": 140, "angle": 60, "spread": 55, "startVelocity": 45, "decay": 0.9, "gravity": 1, "drift": 0.5,
     "ticks": 120, "origin": {"x": 0, "y": 0.7}, "colors": ["#ff0000", "00ff00"], "shapes": ["square", "star"],
     "scalar": 1.5, "flat": false, "zIndex": 100, "disableForReducedMotion": true, "unheard": 1}
    """

  @Test func aCallIsAnEmitter() throws {
    let folder = try Folder(["party.json": Self.call])
    let scene = try folder.scene("party.json")
    let emitter = try #require(scene.rootLayer.sublayers?.first as? CAEmitterLayer)
    let position = emitter.emitterPosition
    #expect(position.x == 0 && abs(position.y - 504) < 1e-6 && abs(scene.duration - 2.1) < 1e-6)
    let cells = try #require(emitter.emitterCells)
    // Two colours in two shapes share the pieces of one frame.
    #expect(cells.count == 4)
    let born = cells.reduce(0.0) { $0 + Double($1.birthRate) / 60 }
    #expect(abs(born - 140) < 0.01)
    let cell = cells[0]
    #expect(cell.color == CGColor(red: 1, green: 0, blue: 0, alpha: 1) && cells[2].color?.green == 1)
    #expect(cell.lifetime == 2 && cell.alphaSpeed == -0.5 && cell.duration == 1 / 60)
    #expect(abs(Double(cell.emissionLongitude) + .pi / 3) < 1e-6)
    #expect(abs(Double(cell.emissionRange) - 55 * .pi / 180) < 1e-6)
    // Together with drag the pull comes to the pace of the fall: 180 points a second.
    let drag = -log(0.9) * 60
    #expect(abs(Double(cell.yAcceleration) / drag - 180) < 0.1 && abs(Double(cell.xAcceleration) / drag - 30) < 0.1)
    // A piece comes as far as 45 points a frame lead, a tenth less each time: 450.
    #expect(abs(Double(cell.velocity) / drag - 450) < 0.1)
    #expect(try folder.lost("party.json") == ["unheard"])
  }

  @Test func callsFollowEachOther() throws {
    let calls =
      #"[{"particleCount": 7}, {"particleCount": 7, "delay": 500, "shapes": [{"type": "path"}], "flat": true}]"#
    let scene = try Folder(["a.json": calls]).scene("a.json")
    #expect(scene.rootLayer.sublayers?.count == 2 && scene.duration > 3.9)
    let second = try #require(scene.rootLayer.sublayers?[1] as? CAEmitterLayer)
    // Seven colours of the library's own; squares for shapes that are not there.
    #expect(second.emitterCells?.count == 7 && second.emitterCells?[0].beginTime != 0)
    #expect(try Folder(["a.json": calls]).lost("a.json") == ["[1].shapes"])
  }

  @Test func excessCallsAreReported() throws {
    let calls = "[" + Array(repeating: #"{"particleCount": 1}"#, count: 101).joined(separator: ",") + "]"
    #expect(try Folder(["a.json": calls]).lost("a.json") == ["[100]"])
    let shapes = #"{"particleCount": 1, "shapes": ["square", "circle", "star", "square"]}"#
    #expect(try Folder(["a.json": shapes]).lost("a.json") == ["shapes"])
  }

  @Test(arguments: [
    #"{"particleCount": "many", "startVelocity": null, "colors": 5, "origin": [1], "shapes": "x"}"#,
    #"{"particleCount": 1e300, "ticks": -5, "decay": 7, "gravity": 1e9, "angle": 1e20, "scalar": 0, "spread": -1}"#,
    #"{"particleCount": 1, "colors": ["nothing", 7]}"#, #"[{"particleCount": 1}, 5, null, [1]]"#,
  ])
  func invalidValuesStillGiveAScene(text: String) throws {
    let scene = try Folder(["a.json": text]).scene("a.json")
    #expect(scene.duration > 0 && scene.duration <= 1300 && scene.rootLayer.sublayers?.isEmpty == false)
  }
}
