import Foundation
import StarmineCore
import StarmineBench
import StarminePresets
import StarmineRaster
import StarmineRendering
import StarmineReference
import StarmineScene
import Testing

struct SceneTests {
  @Test func namesAreUnique() {
    let names = BenchScene.all.map(\.name)
    #expect(Set(names).count == names.count && names.count > 70)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z0-9-]+/) != nil })
    #expect(BenchScene.all.allSatisfy { !$0.summary.isEmpty && $0.cycle > 0 })
    for group in BenchScene.Group.allCases {
      #expect(BenchScene.all.contains { $0.group == group }, "\(group.rawValue)")
    }
  }

  /// Every scene holds something and shows something, and it is the same with every drawer.
  @Test(arguments: BenchScene.all.filter { $0.group != .export && $0.name != "empty-frame" })
  func drawsTheSameOnAnyNumberOfThreads(scene: BenchScene) throws {
    let one = try scene.survey(BenchScene.Settings(workers: 1), frames: 1)
    let three = try scene.survey(BenchScene.Settings(workers: 3), frames: 1)
    #expect(one.hash == three.hash)
    #expect(one.contents == three.contents)
    #expect(one.contents.particles + one.contents.layers > 0)
    #expect(one.hash != Self.blankHash, "nothing is drawn")
    if scene.group == .sprites {
      #expect(one.contents.particles == (scene.name.contains(/-(32|64)px/) ? 5_000 : 20_000))
    }
  }

  /// Hash of a black frame of full HD.
  private static let blankHash = {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for _ in 0..<1920 * 1080 { hash = (hash ^ 0xFF00_0000) &* 0x100_0000_01B3 }
    return hash
  }()

  @Test func kernelsDrawTheSame() throws {
    for name in ["sprites-8px-rotated", "layers-groups-300"] {
      let scene = try #require(BenchScene.all.first { $0.name == name })
      let fast = try scene.survey(BenchScene.Settings(), frames: 1)
      #expect(fast.hash == (try scene.survey(BenchScene.Settings(kernels: .reference), frames: 1).hash))
    }
  }

  /// The document of a scene loads as any other, and says nothing that is unknown or probably not meant.
  @Test(arguments: BenchScene.all.filter { $0.group == .motionmark })
  func documentsAreScenes(scene: BenchScene) throws {
    let write = try #require(scene.document)
    let text = write()
    #expect(text == write())
    let preset = try Movie.presetLoader.load(
      Array(text.utf8), file: "scene.json", directory: FileManager.default.temporaryDirectory)
    #expect(preset.name == scene.name && preset.summary == scene.summary)
    #expect(preset.unsupported.isEmpty && preset.remarks.isEmpty, "\(preset.remarks.prefix(3))")
    #expect(preset.pixelSize.width == 1920 && preset.pixelSize.height == 1080)
    let movie = Movie(preset)
    let viewport = try movie.viewport(for: nil)
    let lists = (0..<2).map { frame in
      evaluate(movie.snapshot(at: 0), at: Movie.startTime + Double(frame) / 60, in: viewport).text
    }
    #expect(lists[0] != lists[1], "nothing moves")
  }

  @Test func exportsWriteFrames() throws {
    for name in ["export-mp4", "export-rgba", "export-png"] {
      let scene = try #require(BenchScene.all.first { $0.name == name })
      let survey = try scene.survey(BenchScene.Settings(workers: 2), frames: 1)
      #expect(survey.contents.particles > 1000 && survey.contents.pixels > 0)
    }
  }

  @Test func runsCountWholeCycles() throws {
    var plan = BenchPlan(scenes: BenchScene.all.filter { ["sprites-2px-plain", "preset-snow"].contains($0.name) })
    (plan.rounds, plan.seconds, plan.limit, plan.threads) = (3, 0, 0, [1, 2])
    let report = BenchRun.run(plan, version: "0")
    #expect(
      report.results.map(\.key) == ["sprites-2px-plain x1", "sprites-2px-plain x2", "preset-snow x1", "preset-snow x2"])
    for result in report.results {
      #expect(result.rounds.map(\.wall.count) == [result.cycle, result.cycle, result.cycle])
      let stages = Set(result.rounds[0].split.keys)
      #expect(stages == (result.group == .presets ? [.evaluate, .bin, .raster] : [.bin, .raster]))
      // The parts are the whole.
      for (index, cpu) in result.rounds[0].cpu.enumerated() {
        let parts = result.rounds[0].split.values.map { $0[index] }.reduce(0, +)
        #expect(parts > 0 && parts <= cpu)
      }
    }
    #expect(report.results[0].hash == report.results[1].hash)
  }

  @Test func unsupportedScenesAreSkipped() throws {
    var plan = BenchPlan(scenes: [try #require(BenchScene.all.first)])
    (plan.rounds, plan.seconds, plan.limit) = (1, 0, 0)
    plan.executable = URL(filePath: "/nonexistent/starmine")
    let report = BenchRun.run(plan, version: "0")
    #expect(report.results.isEmpty && report.skipped["empty-frame"]?.contains("does not start") == true)
  }

  @Test func checkoutsAreFoundWithoutGit() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func revision() -> String? {
      BenchBuild(version: "0", executable: folder.appending(path: "a/b/program")).revision
    }
    try FileManager.default.createDirectory(at: folder.appending(path: "a/b"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: folder.appending(path: ".git/refs"), withIntermediateDirectories: true)
    try Data("ref: refs/heads/main\n".utf8).write(to: folder.appending(path: ".git/HEAD"))
    try Data("# pack-refs\n1234abcd refs/heads/main\n".utf8).write(to: folder.appending(path: ".git/packed-refs"))
    #expect(revision() == "1234abcd")
    try Data("ffff0000\n".utf8).write(to: folder.appending(path: ".git/HEAD"))
    #expect(revision() == "ffff0000")
  }
}
