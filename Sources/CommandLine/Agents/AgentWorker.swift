import Foundation
import StarmineMedia

/// Runs calls in a process of its own, which can be stopped at any time: a document may keep the engine busy for ever,
/// or end it.
final class AgentWorker {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  /// Its answers.
  var lines: MessageLines

  /// Errors: the process cannot be started.
  init(threads: Int) throws {
    lines = MessageLines(output.fileHandleForReading.fileDescriptor, longest: .max)
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
    process.arguments = ["mcp", "--worker", "--threads", "\(threads)"]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
  }

  /// Starts a call. A process that has ended has an end of its answers too.
  func send(_ line: [UInt8]) { try? input.fileHandleForWriting.write(contentsOf: Data(line + [UInt8(ascii: "\n")])) }

  /// Ends it, and what it has begun to write.
  func stop() {
    kill(process.processIdentifier, SIGTERM)
    for _ in 0..<100 where process.isRunning { usleep(20_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Why it has ended.
  var end: String {
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return isSignal ? "signal \(process.terminationStatus)" : "code \(process.terminationStatus)"
  }

  /// Serves as such a process until the server ends.
  static func serve(_ server: AgentServer) {
    // Without memory, this process ends before the server and other programs.
    try? Data("500".utf8).write(to: URL(fileURLWithPath: "/proc/self/oom_score_adj"))
    Thread.detachNewThread {
      var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
      while poll(&input, 1, -1) < 0 {}
      PartialFiles.removeAll()
      _exit(0)
    }
    var input = MessageLines(STDIN_FILENO, longest: .max)
    repeat {
      while let line = input.next() {
        guard let message = try? AgentMessage(line), let answer = server.answer(to: message) else { continue }
        MessageLines.write(answer)
      }
    } while input.read()
  }
}
