import Foundation
import StarmineTestSupport
import Testing

/// The program as a child process on input that is meant badly, or written by chance: it draws a picture or says what
/// is wrong, within bounds of time and memory.
///
/// Without further word this is a slice of some seconds. The environment says more: STARMINE_HOSTILE_SECONDS, how long
/// attacks go on; STARMINE_HOSTILE_SEED, the first one's seed; STARMINE_HOSTILE_KINDS, which ones, with commas between;
/// STARMINE_HOSTILE_ALL, every large document.
@Suite(.serialized, .enabled(if: HostileRuns.areAskedFor, "Tests/Hostile/run asks for them")) struct HostileTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// Whether everything is asked for instead of a slice.
  static let isComplete = environment["STARMINE_HOSTILE_ALL"] != nil

  // MARK: Documents

  @Test func everyDocumentIsListed() {
    #expect(KeptDocument.names.sorted() == KeptDocument.all.map(\.name).sorted())
  }

  @Test(arguments: KeptDocument.all, ["still", "render"]) func keptDocuments(document: KeptDocument, command: String)
    throws
  {
    var attack = try Attack(.mutant, seed: 0)
    attack.files = ["document.json": try document.bytes]
    attack.bounds = document.bounds
    attack.arguments =
      command == "still"
      ? ["still", "document.json", "-o", "picture.png"]
      : ["render", "document.json", "--frames", "20-21", "-o", "frames.framemd5"]
    let (outcome, verdict) = try attack.run()
    #expect(verdict.faults.isEmpty, "\(document): \(verdict.faults) \(outcome.errors.prefix(300))")
  }

  /// One in eight of them, unless all are asked for.
  private static let large =
    isComplete
    ? LargeDocument.all : LargeDocument.all.enumerated().filter { $0.offset % 8 == 0 }.map(\.element)

  @Test(arguments: large) func largeDocuments(document: LargeDocument) throws {
    var attack = try Attack(.mutant, seed: 0)
    attack.files = ["document.json": Array(document.text().utf8)]
    attack.bounds = LargeDocument.bounds
    attack.arguments = ["still", "document.json", "--at", "0.5", "-o", "picture.png"]
    let (outcome, verdict) = try attack.run()
    print("hostile: \(document): \(outcome.processorSeconds) s, \(outcome.megabytes) MB, \(outcome.errors.prefix(120))")
    #expect(verdict.faults.isEmpty, "\(document): \(verdict.faults)")
  }

  // MARK: Attacks

  private static let kinds = Attack.Kind.allCases.filter { kind in
    environment["STARMINE_HOSTILE_KINDS"]?.split(separator: ",").contains { $0 == kind.rawValue } ?? true
  }

  @Test func attacks() throws {
    let seconds = Self.environment["STARMINE_HOSTILE_SECONDS"].flatMap(Double.init) ?? 5
    let first =
      Self.environment["STARMINE_HOSTILE_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64(UInt32.max))
    print("hostile: STARMINE_HOSTILE_SEED=\(first), \(seconds) s")
    let end = ContinuousClock.now + .seconds(seconds)
    var (seed, ends) = (first, [String: Int]())
    repeat {
      for kind in Self.kinds {
        let attack = try Attack(kind, seed: seed)
        let (outcome, verdict) = try attack.run()
        ends["\(kind.rawValue) \(outcome.end)", default: 0] += 1
        guard !verdict.faults.isEmpty else { continue }
        let folder = try attack.keep(outcome, verdict)
        Issue.record("\(attack.name): \(verdict.faults); kept in out/hostile/\(folder.lastPathComponent)")
      }
      seed += 1
    } while ContinuousClock.now < end
    let table = ends.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    print("hostile: \(seed - first) seeds: \(table.joined(separator: ", "))")
    // Most attacks are understood well enough to draw something.
    #expect(ends.contains { $0.key.hasSuffix("exit(0)") } && ends.contains { $0.key.hasSuffix("exit(2)") })
  }

  /// The same seed is the same attack, so that a fault can be seen again.
  @Test(arguments: Attack.Kind.allCases) func attacksRepeat(kind: Attack.Kind) throws {
    for seed: UInt64 in [3, 17, 3_000_000_000] {
      let (one, other) = (try Attack(kind, seed: seed), try Attack(kind, seed: seed))
      #expect(one.files == other.files && one.arguments == other.arguments)
    }
    #expect(try Attack(kind, seed: 1).files != Attack(kind, seed: 2).files || [.commandLine, .output].contains(kind))
  }

  // MARK: The bounds themselves

  /// A child that takes too much is seen: without this no other test here could fail.
  @Test func boundsHold() throws {
    var attack = try Attack(.mutant, seed: 0)
    attack.files = [:]
    attack.arguments = ["still", "snow", "-o", "picture.png"]
    attack.bounds = Bounds(processorSeconds: 15, megabytes: 1)
    #expect(try attack.run().verdict.faults.contains { $0.contains("MB, the bound is 1") })
    attack.arguments = ["render", "snow-deep", "--duration", "86400", "-o", "frames.framemd5"]
    attack.bounds = Bounds(processorSeconds: 2)
    #expect(try attack.run().verdict.faults.contains { $0.contains("s of the processor") })
    attack.bounds = Bounds(seconds: 0.5)
    #expect(try attack.run().verdict.faults.contains { $0.contains("hangs") })
  }
}
