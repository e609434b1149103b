import Foundation
import Testing

/// Signals end the program and leave nothing unfinished.
@Suite struct SignalTests {
  /// Starts a render that takes long, and waits until frames are being written.
  private func startRender(_ starmine: Starmine) throws -> Process {
    let process = try starmine.start([
      "render", "fireworks-show", "-o", "show.mp4", "--duration", "600", "--size", "320x180", "--progress", "json",
    ])
    while process.isRunning, try starmine.text(".stderr").isEmpty { usleep(2000) }
    return process
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func aRenderEndsByItself(number: Int32, code: Int32) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let process = try startRender(starmine)
    // Supervisors send it to a group and to its leader; the second one must not disturb the clearing up.
    for _ in 0..<(number == SIGINT ? 1 : 5) { #expect(kill(process.processIdentifier, number) == 0) }
    let outcome = try starmine.finish(process)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains("Interrupted. show.mp4 was not written."))
    #expect(try starmine.leftovers() == [])
  }

  @Test func aSecondInterruptDoesNotWait() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let process = try startRender(starmine)
    // Stopped, so that both arrive before the first can have any effect; pending signals of one number count once.
    kill(process.processIdentifier, SIGSTOP)
    for number in [SIGINT, SIGTERM] { kill(process.processIdentifier, number) }
    kill(process.processIdentifier, SIGCONT)
    #expect([130, 143].contains(try starmine.finish(process).code))
    #expect(try starmine.leftovers() == [])
  }

  /// A FIFO without a reader: the program waits for ever, in the system.
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func renderWithoutAReaderEnds(number: Int32, code: Int32) throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    #expect(mkfifo(starmine.file("a.png").path, 0o600) == 0 && mkfifo(starmine.file("a.mp4").path, 0o600) == 0)
    for arguments in [["still", "tiny.json", "-o", "a.png"], ["render", "tiny.json", "-o", "a.mp4"]] {
      let process = try starmine.start(arguments)
      // Not every kernel says where a process sleeps; the signal then comes earlier or later, which changes nothing.
      for _ in 0..<2000 where process.isRunning && !isWaiting(process.processIdentifier) { usleep(2000) }
      kill(process.processIdentifier, number)
      #expect(try starmine.finish(process).code == code)
    }
    #expect(try starmine.leftovers() == ["a.mp4", "a.png", "tiny.json"])
  }

  /// Whether the process sleeps in opening a FIFO.
  private func isWaiting(_ process: pid_t) -> Bool {
    (try? String(contentsOfFile: "/proc/\(process)/wchan", encoding: .utf8)) == "wait_for_partner"
  }

  /// Other signals that end a process by default, and a reader of the progress that goes away.
  @Test func crashesLeaveNoPartialFiles() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    for number in [SIGSEGV, SIGABRT, SIGQUIT, SIGILL] {
      let process = try startRender(starmine)
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
      #expect(try starmine.leftovers() == [])
    }
  }

  @Test func unreadProgressDoesNotBlockTheRender() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    try starmine.write(tinyDocument, to: "tiny.json")
    let command = "'\(Starmine.executable.path)' render tiny.json -o a.mp4 --progress json 2>&1 >.stdout | true"
    let outcome = try starmine.finish(starmine.start(["-c", command], program: URL(filePath: "/bin/sh")))
    #expect(outcome.code == 0)
    #expect(try starmine.leftovers() == ["a.mp4", "tiny.json"])
  }

  @Test func aFileThatMayNotGrowIsAnError() throws {
    let starmine = try Starmine()
    defer { starmine.remove() }
    let program = Starmine.executable.path
    for arguments in ["render snow -o a.mp4 --size 320x180 --frames 0-99", "still snow -o a.png --size 640x640"] {
      let outcome = try starmine.finish(
        starmine.start(["-c", "ulimit -f 8; '\(program)' \(arguments)"], program: URL(filePath: "/bin/sh")))
      #expect(outcome.code == 1 && outcome.errors.contains("File too large"), "\(outcome.code) \(outcome.errors)")
      #expect(try starmine.leftovers() == [])
    }
  }
}
