import Foundation
import StarmineTestSupport
import Testing

/// Every system call of every command that writes fails once: the result is whole, or there is an error and nothing.
@Suite(.serialized, .enabled(if: HostileRuns.areAskedFor, "Tests/Hostile/run asks for them")) struct FaultTests {
  /// Which calls fail: all of them, or a slice of the first.
  private static let calls = HostileTests.isComplete ? Array(1...400) : [1, 2, 3, 5, 9]

  @Test(.enabled(if: Fault.library != nil, "no C compiler"), arguments: WritingCommand.all)
  func everyFaultIsAnErrorOrNothing(command: WritingCommand) throws {
    let (reference, outcome, _) = try run(command, nil, 0)
    #expect(outcome.end == .exit(0), "\(outcome.errors)")
    #expect(command.outputs.allSatisfy { reference[$0]?.isEmpty == false })
    var happened = 0
    for fault in Fault.all {
      for call in Self.calls {
        let (files, outcome, didHappen) = try run(command, fault, call)
        guard didHappen else { break }
        happened += 1
        let faults = faults(command, fault, files, reference, outcome)
        #expect(faults.isEmpty, "call \(call) of \(fault.testDescription): \(faults) \(outcome.errors.prefix(300))")
      }
    }
    // What only prints writes and nothing else.
    #expect(happened > (command.outputs == ["stdout"] ? 2 : 4))
  }

  private func faults(
    _ command: WritingCommand, _ fault: Fault, _ files: [String: Data], _ reference: [String: Data],
    _ outcome: ChildOutcome
  ) -> [String] {
    var faults: [String] = []
    // The language's runtime ends a program that it finds no memory for, and GLib, which finds fonts for labels, one
    // that it finds no memory or no thread for; with a word.
    let isAllowed =
      ["malloc", "pthread_create"].contains(fault.function) && !outcome.errors.isEmpty
      && [.signal(SIGILL), .signal(SIGTRAP), .signal(SIGABRT)].contains(outcome.end)
    if !isAllowed { faults += Verdict(outcome, Bounds()).faults }
    let isDone = outcome.end == .exit(0)
    if fault.changesNothing && !isDone { faults.append("\(outcome.end)") }
    for name in command.outputs where name != "stdout" || isDone {
      guard let file = files[name] else {
        if isDone { faults.append("\(name) is missing") }
        continue
      }
      if file != reference[name] { faults.append("\(name) is damaged") }
    }
    faults += files.keys.filter { $0.contains(".partial-") }.map { "leaves \($0)" }
    return faults
  }

  /// The files of a folder after a run in which call number `call` failed, and whether it came so far.
  private func run(
    _ command: WritingCommand, _ fault: Fault?, _ call: Int
  ) throws -> (files: [String: Data], outcome: ChildOutcome, didHappen: Bool) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "starmine-faults-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(WritingCommand.document.utf8).write(to: folder.appending(path: "tiny.json"))
    try Data(WritingCommand.foreign.utf8).write(to: folder.appending(path: "fire.pex"))
    let path = folder.path(percentEncoded: false)
    let log = FileManager.default.temporaryDirectory.appending(path: "\(folder.lastPathComponent).log")
    defer { try? FileManager.default.removeItem(at: log) }
    var environment: [String: String] = [:]
    if let fault, let library = Fault.library {
      environment = [
        "LD_PRELOAD": library.path(percentEncoded: false), "STARMINE_FAULT_FOLDER": path,
        "STARMINE_FAULT": fault.setting(call: call),
        "STARMINE_FAULT_LOG": log.path(percentEncoded: false),
      ]
    }
    let outcome = try Child(folder: folder).run(command.arguments, Bounds(seconds: 60), environment: environment)
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) where name != "stderr" {
      files[name] = try? Data(contentsOf: folder.appending(path: name))
    }
    return (files, outcome, FileManager.default.fileExists(atPath: log.path(percentEncoded: false)))
  }
}
