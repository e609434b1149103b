#if STARMINE_STUDIO
  import StarmineStudio
  import Synchronization

  struct StudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "studio", abstract: "Edit a preset in the browser.",
      discussion: """
        Starts a local server and prints the address of its page. On the page you can play the scene, edit every \
        property, compare variations, save the document and render it. Press ? for shortcuts.

        The server accepts connections from this machine only, and the address contains a random token. ADDRESS/frame \
        returns a frame as PNG, as in ADDRESS/frame?t=2.5&size=960x540&set=spark.velocity=200.

        EXAMPLES:
          starmine studio fireworks --open
          starmine studio my.json
          starmine studio snow --read-only --port 8080
        """)

    @Argument(help: "Preset name (see `starmine presets`) or path of a document.", completion: Completion.preset)
    var preset = "fireworks-show"

    @Option(help: "Port of the server. 0: any free port.") var port: UInt16 = 0

    @Flag(help: "Open the page in the browser.") var open = false

    @Flag(help: "Do not write files.") var readOnly = false

    func run() throws {
      // A server may replace files that it has read.
      InputRegister.stop()
      let output = EnvironmentVariable.output.value ?? "out"
      let server = try StudioServer(preset, port: port, isReadOnly: readOnly, output: output)
      let interruption = Interruption()
      let (preset, opens, port) = (preset, open, port)
      let end = StudioEnd()
      Task {
        do {
          try await server.run { url in StudioCommand.announce(url, preset: preset, opens: opens) }
          end.note("the server stopped")
        } catch {
          end.note("cannot listen on port \(port): \(error)")
        }
      }
      while !interruption.request.isMade, end.reason == nil { Thread.sleep(forTimeInterval: 0.1) }
      server.endRender()
      if let reason = end.reason { throw CommandError.failed(reason) }
      throw CommandError.interrupted("Stopped.")
    }

    private static func announce(_ url: URL, preset: String, opens: Bool) {
      print("\(preset): \(url.absoluteString)")
      note("Press Ctrl-C to stop.")
      try? StandardOutput.flush()
      guard opens else { return }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["xdg-open", url.absoluteString]
      if (try? process.run()) == nil { note("xdg-open is not installed; open the address in a browser") }
    }
  }

  private final class StudioEnd: Sendable {
    private let kept = Mutex<String?>(nil)

    var reason: String? { kept.withLock { $0 } }
    func note(_ reason: String) { kept.withLock { $0 = reason } }
  }
#endif
