import Foundation
import StarmineFarm
import StarmineGraphics
import StarmineMedia
import StarminePresets
import StarmineTestSupport

/// Plans of movies in segments with values that change places, become extreme or come very often.
enum MutantPlan {
  private static let plan = """
    {"digest": "3d15664bd72b5f3e103da9aff573c81434209dbc7d861d31f9c6040ffa7f0105", "directory": ".",
     "document": {"copy": "document.json", "path": "tiny.json",
       "sha256": "48bf42d9667aeab08693b73078f38eb5823852a7b2087c491b090e29cd637a83"},
     "encoder": "libavcodec 59.37.100", "firstFrame": 0, "format": 1, "formatKey": "framemd5", "frameCount": 5,
     "framesPerSecond": 10, "height": 32, "images": [], "metadata": {"title": "tiny"}, "output": "tiny.framemd5",
     "program": "starmine", "secondsPerFrame": 0.0001, "segmentFrames": 240, "sounds": [], "title": "tiny",
     "width": 64, "words": ["tiny.json", "--format", "framemd5"]}
    """

  /// Most are sealed again: what reads like a plan is then one by its digest, and goes farther than that check.
  static func bytes(_ random: inout SplitMix64) throws -> [UInt8] {
    let mutant = try mutant(&random)
    guard Int.random(in: 0..<8, using: &random) > 0,
      let plan = try? JSONDecoder().decode(FarmPlan.self, from: Data(mutant))
    else { return mutant }
    return try Array(JSONText.page(plan.sealed()))
  }

  private static func mutant(_ random: inout SplitMix64) throws -> [UInt8] {
    if Int.random(in: 0..<10, using: &random) == 0 {
      let words = Array(repeating: "\"a.json\"", count: 50_000).joined(separator: ",")
      return Array(plan.replacing("\"tiny.json\", \"--format\"", with: words).utf8)
    }
    return Bool.random(using: &random)
      ? Mutant.damaged(Array(plan.utf8), &random) : try Mutant.rearranged(Array(plan.utf8), quotingKeys: true, &random)
  }

  static let commands = [
    ["farm", "status", "."], ["farm", "segment", ".", "0"], ["farm", "join", ".", "-o", "joined.framemd5"],
  ]
}
