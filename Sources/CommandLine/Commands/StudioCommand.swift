#if STARMINE_STUDIO
  import ArgumentParser
  import Foundation
  import StarmineGraphics
  import StarmineRendering
  import StarmineStudio
  import Synchronization

  struct StudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "studio", abstract: "Tune a preset in the browser: sliders beside the moving picture.",
      discussion: """
        Starts a server on this machine and prints the address of its page. The page shows the scene, plays and scrubs \
        it, and turns every property; it saves documents with their comments, makes walls of variations to breed from, \
        compares before and after, and renders. ? lists its keys.

        The address holds a random token; nothing but this machine gets in. A picture has an address of its own: \
        ADDRESS/frame?t=2.5&size=960x540&set=spark.velocity=200 is what `still` writes.

        EXAMPLES:
          starmine studio fireworks --open
          starmine studio my.json
          starmine studio snow --read-only --port 8080
        """)

    @Argument(
      help: "A preset's name (see `starmine presets`), or the path of a document.", completion: Completion.preset)
    var preset = "fireworks-show"

    @Option(help: "The port to listen on; 0 takes one that is free.") var port: UInt16 = 0

    @Flag(help: "Open the page in the browser.") var open = false

    @Flag(help: "Write no files.") var readOnly = false

    func run() throws {
      // A server replaces what it has read.
      InputRegister.stop()
      let output = EnvironmentVariable.output.value ?? "out"
      let server = try StudioServer(preset, port: port, isReadOnly: readOnly, output: output)
      let interruption = Interruption()
      let (preset, opens, port) = (preset, open, port)
      let end = StudioEnd()
      Task {
        do {
          try await server.run { url in StudioCommand.announce(url, preset: preset, opens: opens) }
          end.note("the server has ended")
        } catch {
          end.note("port \(port) cannot be listened on: \(error)")
        }
      }
      while !interruption.request.isMade, end.reason == nil { Thread.sleep(forTimeInterval: 0.1) }
      server.endRender()
      if let reason = end.reason { throw CommandError.failed(reason) }
      throw CommandError.interrupted("Stopped.")
    }

    private static func announce(_ url: URL, preset: String, opens: Bool) {
      print("\(preset): \(url.absoluteString)")
      note("Ctrl-C ends it.")
      try? StandardOutput.flush()
      guard opens else { return }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["xdg-open", url.absoluteString]
      if (try? process.run()) == nil { note("no xdg-open here; open the address by hand") }
    }
  }

  /// Why a server has ended by itself.
  private final class StudioEnd: Sendable {
    private let kept = Mutex<String?>(nil)

    var reason: String? { kept.withLock { $0 } }
    func note(_ reason: String) { kept.withLock { $0 = reason } }
  }
#endif
