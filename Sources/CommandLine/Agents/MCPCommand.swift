import ArgumentParser
import Foundation
import StarmineGraphics
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
  @Option(help: ArgumentHelp("Seconds that a call may take; 0 for none.", valueName: "seconds"))
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
