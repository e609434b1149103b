struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Run a Model Context Protocol server on standard input and output.",
    discussion: """
      Agents use it to read parameters and to render pictures, contact sheets and movies. The server reads and writes \
      files in the working folder only.

      EXAMPLE: settings of the agent
        { "mcpServers": { "starmine": { "command": "starmine", "args": ["mcp"] } } }
      """)

  @Option(help: "Number of render threads, 0 to 1024. 0: one per core.") var threads = 0
  @Option(help: ArgumentHelp("Time limit of a call in seconds. 0: no limit.", valueName: "seconds"))
  var timeLimit = 600.0
  @Flag(help: .hidden) var worker = false

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    guard (0...1e6).contains(timeLimit) else {
      throw ValidationError("--time-limit \(timeLimit): expected 0 to 1000000")
    }
  }

  func run() {
    // A server may replace files that it has read.
    InputRegister.stop()
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let server = AgentServer(tools: AgentTools(threads: threads > 0 ? threads : cores))
    if worker { return AgentWorker.serve(server) }
    var host = AgentHost(server, limit: timeLimit)
    host.run()
  }
}

/// Runs calls in a separate process that can be killed at any time, because a document may block or crash the engine.
final class AgentWorker {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  var lines: MessageLines

  init(threads: Int) throws {
    lines = MessageLines(output.fileHandleForReading.fileDescriptor, longest: .max)
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
    process.arguments = ["mcp", "--worker", "--threads", "\(threads)"]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
  }

  /// Starts a call. If the process has ended, its replies end too.
  func send(_ line: [UInt8]) { try? input.fileHandleForWriting.write(contentsOf: Data(line + [UInt8(ascii: "\n")])) }

  /// Ends the process and removes its unfinished files.
  func stop() {
    kill(process.processIdentifier, SIGTERM)
    for _ in 0..<100 where process.isRunning { usleep(20_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  var end: String {
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return isSignal ? "signal \(process.terminationStatus)" : "code \(process.terminationStatus)"
  }

  static func serve(_ server: AgentServer) {
    // If memory is short, this process is killed before the server and other programs.
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
