import Foundation
import StarmineFarm
import StarmineGraphics
import StarmineMedia
import StarminePresets
import StarmineTestSupport

/// Plans of movies in segments with values that change places, become extreme or come very often.
enum MutantPlan {
  /// As the program itself writes it, without what differs from run to run: only a plan of this very build is followed.
  private static let plan = Result { () throws -> String in
    let folder = FileManager.default.temporaryDirectory.appending(path: "starmine-plan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let child = Child(folder: folder)
    try Data(CommandLines.document.utf8).write(to: child.file("tiny.json"))
    _ = try child.run(["farm", "plan", "tiny.json", "--format", "framemd5", "-o", "show"], Bounds())
    var plan = try JSONDecoder().decode(FarmPlan.self, from: Data(contentsOf: child.file("show/plan.json")))
    (plan.directory, plan.secondsPerFrame) = (".", 0.0001)
    return try String(decoding: JSONText.line(plan.sealed()), as: UTF8.self)
  }

  /// Most are sealed again: what reads like a plan is then one by its digest, and goes farther than that check.
  static func bytes(_ random: inout SplitMix64) throws -> [UInt8] {
    let mutant = try mutant(&random)
    guard Int.random(in: 0..<8, using: &random) > 0,
      let plan = try? JSONDecoder().decode(FarmPlan.self, from: Data(mutant))
    else { return mutant }
    return try Array(JSONText.page(plan.sealed()))
  }

  private static func mutant(_ random: inout SplitMix64) throws -> [UInt8] {
    let plan = try plan.get()
    if Int.random(in: 0..<10, using: &random) == 0 {
      let words = Array(repeating: "\"a.json\"", count: 50_000).joined(separator: ",")
      return Array(plan.replacing("\"tiny.json\",\"--format\"", with: words).utf8)
    }
    return Bool.random(using: &random)
      ? Mutant.damaged(Array(plan.utf8), &random) : try Mutant.rearranged(Array(plan.utf8), quotingKeys: true, &random)
  }

  static let commands = [
    ["farm", "status", "."], ["farm", "segment", ".", "0"], ["farm", "join", ".", "-o", "joined.framemd5"],
  ]
}
