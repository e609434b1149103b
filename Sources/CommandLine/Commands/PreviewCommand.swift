import ArgumentParser
import Foundation
import StarmineRendering
import StarminePresets
import StarmineRaster
import StarmineScene
import StarmineTuning

struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Play a preset in the terminal and change its parameters.",
    discussion: """
      Keys: \(PreviewSession.help.map { "\($0.keys): \($0.meaning)" }.joined(separator: "; ")). The terminal \
      needs 24-bit colour. Each character shows two pixels; `starmine studio` shows every pixel.

      EXAMPLES:
        starmine preview fireworks
        starmine preview snow -o my-snow.json
      """)

  @OptionGroup var scene: SceneOptions

  @Option(
    name: .shortAndLong, help: "File that the key s saves to. Default: NAME-tuned.json.",
    completion: .file(extensions: ["json", "json5"]))
  var output: String?

  @Option(help: "Number of render threads, 0 to 1024. 0: one per core.") var threads = 0

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    if let output { try DocumentFile.check(output) }
  }

  func run() throws {
    let source = try scene.source()
    let loaded = try scene.edits.load(scene.request(source)).scene
    let session = try PreviewSession { changes in
      var request = self.scene.request(source)
      request.changes += changes
      return try request.scene().scene
    }
    guard let terminal = Terminal() else {
      throw CommandError.failed("preview needs a terminal. To write a file, use `starmine render`")
    }
    defer { terminal.restore() }
    let interruption = Interruption()
    var player = PreviewPlayer(
      terminal: terminal, session: session,
      workers: threads > 0 ? threads : ProcessInfo.processInfo.activeProcessorCount)
    let path = output ?? "\(loaded.name)-tuned.json"
    let isInterrupted = { interruption.request.isMade }
    try player.run(isInterrupted: isInterrupted) { session in try save(session, to: path) }
    terminal.restore()
    if interruption.request.isMade { throw CommandError.interrupted("Interrupted.") }
    print(player.summary)
  }

  private func save(_ session: PreviewSession, to path: String) throws -> String {
    var options = scene
    if let seed = session.newSeed { options.edits.seed = seed }
    let count = try options.save(session.changes, to: path)
    return "saved \(path), \(count) \(count == 1 ? "change" : "changes")"
  }
}
