import Foundation
import StarmineGraphics
import StarmineMedia
import Testing

@Suite struct TuningCommandTests {
  @Test func paramsDescribesClassesPropertiesAndPresets() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let classes = try starmine.run("params")
    #expect(classes.code == 0 && classes.output.contains("CAEmitterCell: name, enabled, birthRate"))
    let property = try starmine.run("params", "emitterCells.spark.emissionRange")
    #expect(
      property.output.hasPrefix("CAEmitterCell.emissionRange: a number, degrees, 0 to 360, default 0 degrees"))
    let preset = try starmine.run("params", "fireworks", "--set", "rocket=1").code
    #expect(preset == 2, "params takes no --set")
    let lines = try starmine.run("params", "fireworks").output.split(separator: "\n")
    #expect(lines.contains("fireworks.emitterCells.rocket.velocity = 500 points/s"))
    let unknown = try starmine.run("params", "velocty")
    #expect(unknown.code == 2 && unknown.errors.contains("did you mean \"velocity\"?"))
  }

  /// Filters answer to Core Image's names too.
  @Test func paramsKnowsFiltersByAllTheirNames() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let bloom = try starmine.run("params", "bloom").output
    #expect(bloom.contains("inputIntensity: a number, 0 to 1, default 0.5"))
    #expect(bloom.hasPrefix(try starmine.run("params", "CIBloom").output))
    #expect(bloom.contains("movie.bloom.intensity: a number, 0 to 2, default 0"))
  }

  @Test func paramsListsTheMovie() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let all = try starmine.run("params", "movie").output
    #expect(all.contains("duration: a number, seconds, 0.1 to 60, default 10 seconds"))
    #expect(all.contains("--set 'movie.motionBlur=180:-90:16'"))
    let some = try starmine.run("params", "movie", "bloom").output
    #expect(some.hasPrefix("bloom: ") && !some.contains("motionBlur"))
    #expect(try starmine.run("params", "movie.loop").output.hasPrefix("movie.loop: a text, default none"))
    #expect(try starmine.run("params", "loop").output.contains("movie.loop.blend"))
    #expect(try starmine.run("params", "snow").output.contains("movie.duration = 20 seconds"))
    let shown = try starmine.run("show", "snow", "--set", "movie.motionBlur.angle=180", "--fps", "30000/1001")
    #expect(shown.output.contains("29.97 fps") && shown.output.contains("motionBlur 180:-90:16"))
  }

  @Test func paramsAsJSONCarriesRangesAndUnits() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let output = try starmine.run("params", "CAEmitterCell", "--json", "--animatable").output
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
    let rate = try #require(rows.first { $0["key"] as? String == "birthRate" })
    #expect(rate["unit"] as? String == "1/s" && (rate["range"] as? [Double])?.first == 0)
    #expect(!rows.contains { $0["key"] as? String == "name" })
  }

  /// Every key path that `params` lists is one that `--set` takes: setting it to what it is changes nothing.
  @Test func listedKeyPathsCanBeSet() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let numbers = try starmine.run("params", "snow", "--all").output.split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /(sky\.\S+) = (-?[0-9.]+(?: [^ ]*[a-z][^ ]*)?)/) }.map { "\($0.1)=\($0.2)" }
    #expect(numbers.count > 30)
    let changes = numbers.flatMap { ["--set", $0] }
    let changed = try starmine.finish(starmine.start(["show", "snow"] + changes))
    #expect(changed.code == 0, "\(changed.errors)")
    #expect(changed.output == (try starmine.run("show", "snow").output))
  }

  @Test func sheetsShowWhatStillsShow() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.run(
      "sheet", "confetti", "--times", "1:2:3", "--columns", "2", "--size", "32x18", "-o", "a.png")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let sheet = try ImageReader.image(atPath: starmine.file("a.png").path)
    #expect(sheet.width == 64 && sheet.height == 36)
    _ = try starmine.run("still", "confetti", "--at", "2", "--size", "32x18", "-o", "b.png")
    let third = try #require(sheet.cropping(to: CGRect(x: 0, y: 18, width: 32, height: 18)))
    let still = try ImageReader.image(atPath: starmine.file("b.png").path)
    let isSame = third.base.pixels == still.base.pixels
    #expect(isSame)
  }

  @Test(arguments: [
    ["--times", "0:1"], ["--times", "0:1:0"], ["--times", "a,b"], ["--times", "0:1:5000"], ["--columns", "0"],
    ["--size", "16000x16000"], ["-o", "a.jpg"],
  ])
  func badSheetsAreUsageErrors(arguments: [String]) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.finish(starmine.start(["sheet", "snow"] + arguments))
    #expect(outcome.code == 2 && !outcome.errors.isEmpty, "\(outcome.errors)")
  }
}
