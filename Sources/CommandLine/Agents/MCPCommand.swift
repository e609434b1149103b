import ArgumentParser
import Foundation
import StarmineGraphics
import StarmineEmbedding
import StarminePresets

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
    // A server replaces what it has read.
    InputRegister.stop()
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let server = AgentServer(tools: AgentTools(threads: threads > 0 ? threads : cores))
    if worker { return AgentWorker.serve(server) }
    var host = AgentHost(server, limit: timeLimit)
    host.run()
  }
}
