import Foundation
import Starmine
import StarminePresets
import Testing

/// Keys of tsParticles against what its player does with them.
struct TSParticlesTests {
  private func cells(particles: String, emitter: String = "") throws -> ([CAEmitterCell], [String]) {
    let rate = emitter.isEmpty ? "\"rate\": { \"delay\": 1, \"quantity\": 6 }" : emitter
    let folder = try Folder([
      "a.json": "{ \"particles\": { \"number\": { \"value\": 0 }, \(particles) }, \"emitters\": { \(rate) } }"
    ])
    let layer = try #require(try folder.scene("a.json").rootLayer.sublayers?.first as? CAEmitterLayer)
    return (layer.emitterCells ?? [], try folder.lost("a.json"))
  }

  @Test func emissionIsOnceAFrameAtMost() throws {
    let (cells, _) = try cells(particles: "\"size\": {}", emitter: "\"rate\": { \"delay\": 0, \"quantity\": 2 }")
    #expect(cells.map(\.birthRate) == [120])
  }

  @Test(arguments: [
    ("\"random\": true", 3.5, 5), ("\"random\": { \"enable\": true, \"minimumValue\": 2 }", 4, 4),
    ("\"random\": false", 6, 0),
  ])
  func randomSizesEndAtTheValue(random: String, mean: Double, spread: Double) throws {
    let (cells, lost) = try cells(particles: "\"size\": { \"value\": 6, \(random) }")
    #expect(lost == [] && cells.count == 1)
    #expect(abs(cells[0].scale - mean / 32) < 1e-6 && abs(cells[0].scaleRange - spread / 32) < 1e-6)
  }

  @Test(arguments: [
    "\"color\": { \"value\": [\"#ff0000\", \"#0000ff\"] }",
    "\"paint\": { \"fill\": { \"color\": { \"value\": [\"#ff0000\", \"#0000ff\"] } } }",
    "\"paint\": [{ \"color\": \"#ff0000\" }, { \"color\": { \"value\": { \"r\": 0, \"g\": 0, \"b\": 255 } } }]",
  ])
  func coloursAreCells(colors: String) throws {
    let (cells, lost) = try cells(particles: colors)
    #expect(lost == [] && cells.map(\.birthRate) == [3, 3])
    #expect(
      cells.map(\.color) == [
        CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 1),
      ])
  }

  @Test func burstsRepeat() throws {
    let life = "\"life\": { \"duration\": 0.5, \"delay\": 2, \"count\": 3 }"
    let (cells, _) = try cells(particles: "\"size\": {}", emitter: "\(life), \"rate\": { \"delay\": 0.1 }")
    #expect(cells.map(\.beginTime) == [0, 2.5, 5] && cells.allSatisfy { $0.duration == 0.5 })
  }

  /// A hundredth of the speed in a frame of 60, until the particle is removed.
  @Test func valuesLeadToTheirEnd() throws {
    let animation = "\"animation\": { \"enable\": true, \"speed\": 1, \"startValue\": \"max\", \"destroy\": \"min\" }"
    let (cells, lost) = try cells(particles: "\"opacity\": { \"value\": { \"min\": 0.4, \"max\": 1 }, \(animation) }")
    #expect(lost == [] && cells[0].color?.alpha == 1 && cells[0].alphaRange == 0)
    #expect(abs(cells[0].alphaSpeed + 0.6) < 1e-6 && abs(cells[0].lifetime - 1) < 1e-6)
  }

  @Test func decayIsDragAndRollTurnsInSpace() throws {
    let (cells, lost) = try cells(
      particles: """
        "move": { "enable": true, "speed": 4, "decay": 0.1, "random": true },
        "roll": { "enable": true, "speed": 30, "darken": { "enable": true, "value": 30 } }, "tilt": { "enable": false }
        """)
    #expect(lost == [] && cells[0].velocity == 60 && cells[0].velocityRange == 120)
    let drag = try #require(cells[0].emitterBehaviors?.first?.value(forKey: "drag") as? Double)
    #expect(abs(drag - 6.3216) < 1e-3)
    #expect(cells[0].value(forKey: "particleType") as? String == "plane" && cells[0].spin == 5)
  }
}
