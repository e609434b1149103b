import Foundation
import StarmineGraphics
import StarmineMedia
import Testing

@Suite struct TuneTests {
  private static let spark = "emitterCells.rocket.emitterCells.burst.emitterCells.spark.velocity"

  private func image(_ starmine: Starmine, _ name: String) throws -> CGImage {
    try ImageReader.image(atPath: starmine.file(name).path)
  }

  /// Whether the pixels of a still are a part of a sheet.
  private func holds(_ sheet: CGImage, _ still: CGImage) -> Bool {
    (0...sheet.height - still.height).contains { y in
      (0...sheet.width - still.width).contains { x in
        (0..<still.height).allSatisfy { row in
          (0..<still.width).allSatisfy { sheet[x + $0, y + row] == still[$0, row] }
        }
      }
    }
  }

  /// One sweep: a row for each value over time, identical for any thread count, each picture the still of its values.
  @Test func aSweepIsAStripOverTime() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let arguments = [
      "tune", "fireworks", "--sweep", "\(Self.spark)=100:200:3", "--times", "0.5,1", "--size", "30x54", "--progress",
      "none",
    ]
    let outcome = try starmine.finish(starmine.start(arguments + ["-o", "a.png", "--threads", "1"]))
    #expect(outcome.code == 0 && outcome.output.hasPrefix("a.png: 3 variations, "), "\(outcome.errors)")
    let sheet = try image(starmine, "a.png")
    for threads in ["2", "5"] {
      _ = try starmine.finish(starmine.start(arguments + ["-o", "b.png", "--threads", threads]))
      let isSame = try image(starmine, "b.png").base.pixels == sheet.base.pixels
      #expect(isSame, "\(threads) threads")
    }
    _ = try starmine.run(
      "still", "fireworks", "--set", "\(Self.spark)=200", "--at", "1", "--size", "30x54", "-o", "c.png")
    #expect(holds(sheet, try image(starmine, "c.png")))
  }

  @Test func twoSweepsAreAGridAndOneIsPicked() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let arguments = [
      "tune", "snow", "--sweep", "emitterCells.snow.scale=0.1,0.4", "--sweep", "emitterCells.snow.birthRate*=1:3:3",
      "--at", "2", "--size", "20x36",
    ]
    let outcome = try starmine.finish(starmine.start(arguments + ["-o", "grid.png"]))
    #expect(outcome.code == 0, "\(outcome.errors)")
    let picked = try starmine.finish(starmine.start(arguments + ["--pick", "3", "-o", "my.json"]))
    #expect(
      picked.code == 0 && picked.output.contains("variation 3, scale 0.4, birthRate *= 2, 2 changes"),
      "\(picked.errors)")
    #expect(
      try starmine.run("diff", "snow", "my.json").output
        == "CAGradientLayer.sky.snow.birthRate: 10 1/s -> 20 1/s\nCAGradientLayer.sky.snow.scale: 0.2 -> 0.4\n")
    // The picked document shows what its place on the sheet shows.
    _ = try starmine.run("still", "my.json", "--at", "2", "--size", "20x36", "-o", "c.png")
    #expect(holds(try image(starmine, "grid.png"), try image(starmine, "c.png")))
    #expect(try starmine.leftovers() == ["c.png", "grid.png", "my.json"])
  }

  @Test func mutationsArePickedAsTheyAreShown() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let size = ["--at", "3", "--size", "32x18"]
    let mutate = ["tune", "embers", "--mutate", "4", "--amount", "0.4", "--lock", "colour,lifetime", "--seed", "7"]
    #expect(try starmine.finish(starmine.start(mutate + size + ["-o", "m.png"])).code == 0)
    #expect(try starmine.finish(starmine.start(mutate + ["--pick", "2", "-o", "two.json"])).code == 0)
    let differences = try starmine.run("diff", "embers", "two.json").output
    #expect(differences.contains("velocity") && !differences.contains("lifetime") && !differences.contains("color"))
    #expect(differences.hasPrefix("movie.seed: 9 -> 7\n"))
    _ = try starmine.finish(starmine.start(["still", "two.json", "-o", "c.png"] + size))
    #expect(holds(try image(starmine, "m.png"), try image(starmine, "c.png")))
  }

  @Test(arguments: [
    (["tune", "snow"], "Missing option"), (["tune", "snow", "--mutate", "3", "--sweep", "a=1"], "Use only one"),
    (["tune", "snow", "--sweep", "emitterCells.snow.scal=1:2:3"], "did you mean"),
    (["tune", "snow", "--sweep", "emitterCells.snow.scale=1:2:0"], "empty"),
    (["tune", "snow", "--sweep", "emitterCells.snow.scale="], "empty"),
    (["tune", "snow", "--sweep", "emitterCells.snow.scale"], "expected KEY=A:B:N"),
    (["tune", "snow", "--sweep", "emitterCells.snow.scale=a,b"], "expected a number"),
    (["tune", "snow", "--sweep", "emitterCells.snow.scale=1:2:10000"], "limit of 1024"),
    (
      ["tune", "snow", "--sweep", "emitterCells.snow.scale=1:2:100", "--sweep", "emitterCells.snow.spin=1:2:100"],
      "the sweep has 10000 cells, more than the limit of 1024"
    ),
    (["tune", "snow", "--sweep", "emitterCells.snow.scale=1:2:1024"], "cells, more than the limit of 1024"),
    (["tune", "snow", "--mutate", "0"], "1 to 1024"), (["tune", "snow", "--mutate", "3", "--amount", "0"], "--amount"),
    (["tune", "snow", "--mutate", "3", "--lock", "velocty"], "did you mean velocity"),
    (["tune", "snow", "--mutate", "3", "--pick", "4"], "--pick needs -o"),
    (["tune", "snow", "--mutate", "3", "--pick", "4", "-o", "a.json"], "expected 0 to 3"),
    (["tune", "snow", "--mutate", "3", "--pick", "1", "-o", "a.png"], ".json"),
    (["tune", "snow", "--mutate", "3", "--pick", "1", "-o", "a.json", "--only", "particles"], "the whole document"),
    (["tune", "cube", "--mutate", "3", "--pick", "1", "-o", "a.json", "--state", "a"], "save writes all states"),
    (["tune", "snow", "--mutate", "3", "-o", "a.mp4"], "is a PNG file"),
  ])
  func wrongUsageIsExplained(arguments: [String], part: String) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let outcome = try starmine.finish(starmine.start(arguments))
    #expect(outcome.code == 2 && outcome.errors.contains(part), "\(outcome.errors)")
    #expect(try starmine.leftovers().filter { $0 != "out" } == [])
  }

  @Test func unreadableDocumentsAreReported() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write("{ layer: { opacty: 1 } }", to: "bad.json")
    try FileManager.default.createDirectory(at: starmine.file("folder.json"), withIntermediateDirectories: true)
    for (name, part) in [
      ("bad.json", "bad.json:1:12: layer.opacty: CALayer has no such property; did you mean \"opacity\"?"),
      ("folder.json", "it is a folder"),
    ] {
      for arguments in [["tune", name, "--mutate", "2"], ["save", name, "-o", "a.json"], ["diff", "snow", name]] {
        let outcome = try starmine.finish(starmine.start(arguments))
        #expect(outcome.code == 2 && outcome.errors.contains(part), "\(arguments): \(outcome.errors)")
      }
    }
  }

  @Test func interruptedSheetsLeaveNothing() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let process = try starmine.start([
      "tune", "fireworks-show", "--mutate", "120", "--size", "320x180", "-o", "a.png", "--progress", "json",
    ])
    while process.isRunning, try starmine.text(".stderr").isEmpty { usleep(2000) }
    #expect(kill(process.processIdentifier, SIGINT) == 0)
    let outcome = try starmine.finish(process)
    // Without its last words on a machine so slow that the program's patience ends.
    #expect(outcome.code == 130, "\(outcome.errors)")
    #expect(try starmine.leftovers() == [])
  }
}
