import Foundation
import Testing

@Suite struct RenderTests {
  @Test func writesTheDefaultFileAndOneLine() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    let outcome = try starmine.run("render", "tiny.json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("out/tiny.mp4: 10 frames of 64x32, 1.00 s in "))
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(try starmine.leftovers() == ["out", "tiny.json"])
    #expect(FileManager.default.fileExists(atPath: starmine.file("out/tiny.mp4").path))
  }

  @Test func writesStatisticsProgressAndAPart() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.run(
      "render", "embers", "-o", "a.framemd5", "--size", "64x36", "--frames", "3-7", "--threads", "1", "--progress",
      "json", "--stats", "stats.json", "--set", "fire.emitterCells.dust.birthRate*=50%")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let frames = try starmine.text("a.framemd5").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(frames.count == 5 && frames[0].contains(" 3,"))
    let stats = try JSONSerialization.jsonObject(with: Data(contentsOf: starmine.file("stats.json"))) as? [String: Any]
    let keys = [
      "convertSeconds", "cpuSeconds", "encodeSeconds", "evaluateSeconds", "frames", "outputBytes", "particlesMax",
      "particlesTotal", "peakMemoryBytes", "rasterSeconds", "threads", "wallSeconds",
    ]
    #expect(Set(keys).isSubset(of: stats.map { Set($0.keys) } ?? []))
    #expect(stats?["frames"] as? Int == 5 && stats?["threads"] as? Int == 1)
    #expect((stats?["particlesTotal"] as? Int ?? 0) > 500)
    let lines = outcome.errors.split(separator: "\n")
    let last = try JSONSerialization.jsonObject(with: Data(try #require(lines.last).utf8)) as? [String: Any]
    #expect(last?["frame"] as? Int == 5 && last?["frames"] as? Int == 5)
  }

  @Test func drawsWithoutWriting() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.run(
      "render", "embers", "-o", "a.null", "--size", "64x36", "--frames", "3-7", "--stats", "stats.json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let stats = try JSONSerialization.jsonObject(with: Data(contentsOf: starmine.file("stats.json"))) as? [String: Any]
    #expect(stats?["frames"] as? Int == 5 && stats?["outputBytes"] as? Int == 0)
    #expect((stats?["particlesTotal"] as? Int ?? 0) > 500)
    #expect((stats?["convertSeconds"] as? Double ?? 0) > 0)
  }

  @Test func seedsAndSettingsChangeThePicture() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    func checksums(_ arguments: [String]) throws -> String {
      let name = UUID().uuidString + ".framemd5"
      let process = try starmine.start(["render", "tiny.json", "-o", name, "--frames", "5"] + arguments)
      #expect(try starmine.finish(process).code == 0)
      return try starmine.text(name)
    }
    let plain = try checksums([])
    #expect(try checksums(["--threads", "2"]) == plain)
    #expect(try checksums(["--seed", "2"]) != plain)
    #expect(try checksums(["--background", "#ffffff"]) != plain)
    #expect(try checksums(["--set", "sky.emitterCells.snow.scale=3"]) != plain)
  }

  @Test func anInterruptLeavesNoFile() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let process = try starmine.start([
      "render", "fireworks-show", "-o", "show.mp4", "--duration", "600", "--size", "320x180", "--progress", "json",
    ])
    // The first progress line shows that frames are being written.
    while process.isRunning, try starmine.text(".stderr").isEmpty { usleep(2000) }
    #expect(kill(process.processIdentifier, SIGINT) == 0)
    let outcome = try starmine.finish(process)
    #expect(outcome.code == 130)
    #expect(outcome.errors.contains("Interrupted. show.mp4 was not written."))
    #expect(try starmine.leftovers() == [])
  }
}
