import ArgumentParser
import StarminePresets

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print what a preset consists of: stage, layers, cells, timeline.",
    discussion: """
      Only values that differ from Core Animation's defaults are listed; their keys are what --set takes.

      EXAMPLES:
        starmine show fireworks
        starmine show snow --set 'sky.emitterCells.snow.scale*=2'
      """)

  @OptionGroup var scene: SceneOptions

  func run() throws {
    print(try scene.load().outline)
  }
}
