import ArgumentParser
import Foundation
import StarmineEmbedding
import StarminePresets

struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Serve agents: the Model Context Protocol on standard input and output.",
    discussion: """
      An agent's program starts it in the folder that it works in, and asks for pictures, contact sheets, parameters \
      and movies. Documents are read and files are written below that folder only.

      EXAMPLE: in the settings of the agent's program
        { "mcpServers": { "starmine": { "command": "starmine", "args": ["mcp"] } } }
      """)

  @Option(help: "Threads that draw; 0 is one per core.") var threads = 0

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
  }

  func run() {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let server = AgentServer(tools: AgentTools(threads: threads > 0 ? threads : cores))
    var input = MessageLines()
    while let line = input.next() {
      if let answer = server.answer(to: line) { StandardMessage.write(answer) }
    }
  }
}

/// Messages on standard input, one a line.
private struct MessageLines {
  /// A longer message is not read, and answered with an error.
  private static let longest = 32 << 20
  private var waiting: [UInt8] = []
  private var scanned = 0

  /// Nil at the end of the input.
  mutating func next() -> [UInt8]? {
    while true {
      if let end = waiting[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(waiting[..<end])
        waiting.removeFirst(end + 1)
        scanned = 0
        return line
      }
      scanned = waiting.count
      // What is dropped makes the message one that cannot be read.
      if waiting.count > Self.longest { (waiting, scanned) = (Array("!".utf8), 1) }
      guard read() else { return waiting.isEmpty ? nil : take() }
    }
  }

  private mutating func take() -> [UInt8] {
    defer { (waiting, scanned) = ([], 0) }
    return waiting
  }

  private mutating func read() -> Bool {
    var (buffer, count) = ([UInt8](repeating: 0, count: 1 << 16), 0)
    repeat { count = Foundation.read(STDIN_FILENO, &buffer, buffer.count) } while count < 0 && errno == EINTR
    if count > 0 { waiting += buffer.prefix(count) }
    return count > 0
  }
}

private enum StandardMessage {
  /// - Parameter text: without line ends.
  static func write(_ text: String) {
    do { try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8)) } catch {
      // The agent's program has gone.
      Foundation.exit(CommandError.Code.brokenPipe.rawValue)
    }
  }
}
