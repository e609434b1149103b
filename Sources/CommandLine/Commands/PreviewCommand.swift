import ArgumentParser
import Foundation
import StarmineRendering
import StarmineTuning

struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Play a preset in the terminal.",
    discussion: """
      Keys: space: pause; left, right: seek; up, down: one frame; q: quit. The terminal needs 24-bit colour. Each \
      character shows two pixels; `starmine studio` shows every pixel and changes values.

      EXAMPLES:
        starmine preview fireworks
        starmine preview snow --set 'snow.birthRate*=2'
      """)

  @OptionGroup var scene: SceneOptions

  @Option(help: "Number of render threads, 0 to 1024. 0: one per core.") var threads = 0

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
  }

  func run() throws {
    let loaded = try scene.edits.load(scene.request(scene.source()))
    guard let terminal = Terminal() else {
      throw CommandError.failed("preview needs a terminal. To write a file, use `starmine render`")
    }
    defer { terminal.restore() }
    let interruption = Interruption()
    var player = PreviewPlayer(
      terminal: terminal, movie: loaded.movie(),
      workers: threads > 0 ? threads : ProcessInfo.processInfo.activeProcessorCount)
    try player.run { interruption.request.isMade }
    terminal.restore()
    if interruption.request.isMade { throw CommandError.interrupted("Interrupted.") }
    print(player.summary)
  }
}
