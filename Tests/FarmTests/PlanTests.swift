import Foundation
import StarmineFarm
import Testing

@Suite struct PlanTests {
  @Test(arguments: [
    (0..<500, [0..<240, 240..<480, 480..<500]), (100..<240, [100..<240]), (239..<241, [239..<240, 240..<241]),
    (240..<480, [240..<480]), (0..<1, [0..<1]),
  ])
  func segmentsStartAtMultiplesOfTheirLength(frames: Range<Int>, expected: [Range<Int>]) {
    let plan = TestFarm.plan(frames: frames)
    #expect((0..<plan.segmentCount).map { plan.frames(ofSegment: $0) } == expected)
  }

  @Test func aPlanIsReadAsItWasWritten() throws {
    let farm = try TestFarm()
    #expect(try SegmentFolder(reading: farm.folder.path).plan == farm.plan)
    #expect(try SegmentFolder(reading: farm.folder.path + "/").path == farm.folder.path)
  }

  @Test func theEstimateIsNoPartOfTheDigest() throws {
    var plan = TestFarm.plan()
    let digest = try plan.sealed().digest
    plan.secondsPerFrame = 3
    #expect(try plan.sealed().digest == digest)
    plan.segmentFrames = 480
    #expect(try plan.sealed().digest != digest)
  }

  /// Every value counts, and a change has a name.
  @Test func differencesAreListed() throws {
    let old = try TestFarm.plan().sealed()
    let changes: [(change: (inout FarmPlan) -> Void, words: String)] = [
      ({ $0.program = "starmine 2" }, "the program: starmine 1, now starmine 2"),
      ({ $0.encoder = "x" }, "the encoder"), ({ $0.document.sha256 = "11" }, "the document has changed"),
      ({ $0.images[0].sha256 = "11" }, "images or sounds have changed: /tmp/a.png"), ({ $0.images = [] }, "/tmp/a.png"),
      ({ $0.words = ["snow", "--crf", "9"] }, "the options: snow --seed 7, now snow --crf 9"),
      ({ $0.formatKey = "hevc" }, "the format: h264, now hevc"), ({ $0.width = 64 }, "the size: 32x32, now 64x32"),
      ({ $0.frameCount = 9 }, "the frames: 0..<500, now 0..<9"),
      ({ $0.metadata = [:] }, "the plan differs"), ({ $0.framesPerSecond = 50 }, "the plan differs"),
    ]
    for (change, words) in changes {
      var plan = old
      change(&plan)
      let differences = try plan.sealed().differences(from: old)
      #expect(differences.count == 1 && differences[0].contains(words), "\(differences)")
    }
    #expect(old.differences(from: old).isEmpty)
  }

  @Test(arguments: [
    ("\"seed\"", "\"sed\""), ("\"segmentFrames\" : 240", "\"segmentFrames\" : 0"),
    ("\"segmentFrames\" : 240", "\"segmentFrames\" : 480"), ("\"frameCount\" : 500", "\"frameCount\" : -1"),
    ("\"frameCount\" : 500", "\"frameCount\" : 9223372036854775807"), ("images/0", "../../secret"),
    ("document.json", "/etc/passwd"), ("\"format\" : 1", "\"format\" : 2"), ("movie.mp4", "../movie.mp4"),
    ("--seed", "--speed"), ("{", "["), ("\"width\" : 32", "\"width\" : 1e9"),
  ])
  func aDamagedPlanIsRefused(old: String, new: String) throws {
    let farm = try TestFarm()
    let text = try String(contentsOfFile: farm.folder.planPath, encoding: .utf8)
    try #require(text.contains(old) || old == "\"seed\"")
    let changed = old == "\"seed\"" ? String(text.dropLast(20)) : text.replacingOccurrences(of: old, with: new)
    try changed.write(toFile: farm.folder.planPath, atomically: true, encoding: .utf8)
    let error = #expect(throws: FarmError.self) { try SegmentFolder(reading: farm.folder.path) }
    #expect(error?.kind == "unusable" && error?.description.contains("plan") == true)
  }

  @Test func aFolderWithoutAPlanIsRefused() throws {
    let error = #expect(throws: FarmError.self) { try SegmentFolder(reading: "/nowhere") }
    #expect(error?.kind == "unusable" && error?.description.contains("starmine farm plan") == true)
  }

  @Test func formatsThatCannotBeCutAreRefused() throws {
    let error = #expect(throws: FarmError.self) { try TestFarm(output: "a.null") }
    #expect(error?.kind == "unusable" && error?.description.contains("h264") == true)
    #expect(throws: FarmError.self) { try TestFarm(output: "a.xyz") }
  }

  @Test func theBuildHasANumber() {
    #expect(ProgramBuild.number.contains(/^[0-9a-f]{16,}$/))
  }
}
