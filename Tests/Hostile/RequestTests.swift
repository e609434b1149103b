import Foundation
import StarmineGraphics
import StarmineTestSupport
import Testing

/// A running studio and requests that are meant badly: it answers the next good one, within bounds of memory.
///
/// STARMINE_HOSTILE_ALL asks for a thousand of them instead of a slice; STARMINE_HOSTILE_SEED says the first.
@Suite(.serialized, .enabled(if: HostileRuns.areAskedFor, "Tests/Hostile/run asks for them")) struct RequestTests {
  @Test func requests() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["STARMINE_HOSTILE_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64(UInt32.max))
    let count = UInt64(HostileTests.isComplete ? 1000 : 100)
    let studio = try StudioProcess("tiny.json")
    let revision = try #require(try studio.ask("GET", "document").json["revision"] as? String)
    var answers: [Int: Int] = [:]
    for number in seed..<seed + count {
      var random = SplitMix64(seed: number)
      let request = MutantRequest(&random, port: studio.port, root: studio.root, revision: revision)
      let connection = try LoopbackConnection(studio.port, seconds: 10)
      connection.send(request.bytes)
      connection.endSending()
      answers[connection.answer()?.status ?? 0, default: 0] += 1
      let good = try? studio.ask("GET", "frame?size=32x18&t=0.5")
      #expect(good?.status == 200, "STARMINE_HOSTILE_SEED=\(number): \(String(decoding: request.bytes, as: UTF8.self))")
      guard studio.isRunning, good?.status == 200 else { return }
    }
    print("hostile: requests \(seed)...: \(answers.sorted { $0.key < $1.key }), \(studio.megabytes) MB")
    #expect(studio.megabytes < 1024)
    // Most are understood well enough to be refused for a reason, some are carried out.
    #expect(answers[200] ?? 0 > 0 && answers[400] ?? 0 > 0)
  }

  @Test func requestsRepeat() {
    func bytes(_ seed: UInt64) -> [UInt8] {
      var random = SplitMix64(seed: seed)
      return MutantRequest(&random, port: 1, root: "/x/", revision: "r").bytes
    }
    for seed: UInt64 in [3, 17, 3_000_000_000] { #expect(bytes(seed) == bytes(seed)) }
    #expect(Set((0..<20).map { bytes($0) }).count > 10)
  }
}
