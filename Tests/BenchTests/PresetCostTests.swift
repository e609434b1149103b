import StarmineBench
import Testing

struct PresetCostTests {
  /// The stages of a frame are measured apart; the pixels do not depend on how often.
  @Test func aPresetHasItsStages() throws {
    let once = try PresetCost(measuring: "embers", frames: 2, rounds: 1)
    let twice = try PresetCost(measuring: "embers", frames: 2, rounds: 2)
    #expect(once.evaluate > 0 && once.raster > 0 && once.convert > 0 && once.light >= 0)
    #expect(once.particles > 100)
    #expect(once.hash == twice.hash && once.hash.count == 12)
    #expect(try PresetCost(measuring: "embers", frames: 3, rounds: 1).hash != once.hash)
  }

  @Test func theTableEndsWithTheSum() throws {
    let cost = try PresetCost(measuring: "snow", frames: 1, rounds: 1)
    let lines = PresetCostText([cost, cost]).table.split(separator: "\n")
    #expect(lines.count == 4 && lines[3].hasPrefix("all 2"))
    #expect(PresetCostText([cost]).markdown.contains("| snow |"))
  }
}
