import StarmineBench

struct BenchPresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets", abstract: "Measure the cost of a frame by preset and stage.",
    discussion: """
      Renders frames from the middle of each movie at 1920x1080 on one thread, without an encoder. Prints CPU \
      milliseconds of each stage, the least of all rounds:
        evaluate  from layers to drawing commands
        light     bloom and tone mapping
        raster    all other drawing
        convert   conversion to YUV

      EXAMPLES:
        starmine bench presets
        starmine bench presets galaxy comet --rounds 5
        starmine bench presets --markdown presets.md
        starmine bench presets --count instructions
      """)

  @Argument(help: "Presets to measure. Default: all.", completion: Completion.preset) var names: [String] = []
  @Option(help: ArgumentHelp("Number of frames per movie.", valueName: "n")) var frames = 60
  @Option(help: ArgumentHelp("Number of rounds.", valueName: "n")) var rounds = 3
  @Flag(help: "Print JSON.") var json = false
  @Option(help: "Write the table as Markdown.", completion: .file(extensions: ["md"])) var markdown: String?

  @Option(
    help: ArgumentHelp(
      "Count the machine instructions of the middle frame with perf or valgrind instead of time.", valueName: "what"))
  var count: BenchOptions.Counted?

  func validate() throws {
    if count != nil, markdown != nil { throw ValidationError("--markdown does not work with --count. Use --json.") }
    guard (1...10_000).contains(frames) else { throw ValidationError("--frames \(frames): expected 1 to 10000") }
    guard (1...100).contains(rounds) else { throw ValidationError("--rounds \(rounds): expected 1 to 100") }
    for name in names where !PresetLibrary.names.contains(name) {
      throw ValidationError("unknown preset \"\(name.prefix(40))\"\(name.alternatives(among: PresetLibrary.names))")
    }
  }

  func run() throws {
    if count != nil { return try countInstructions() }
    if let markdown { try BenchStore.check(markdown) }
    var costs: [PresetCost] = []
    for name in names.isEmpty ? PresetLibrary.names : names {
      do { costs.append(try PresetCost(measuring: name, frames: frames, rounds: rounds)) } catch {
        throw CommandError.failed("\(name): \(error)")
      }
    }
    let text = PresetCostText(costs)
    if let markdown { try BenchStore.write(text.markdown, to: markdown) }
    if json { return try printJSON(costs) }
    print(text.table)
  }

  private func countInstructions() throws {
    var costs: [String: Double] = [:]
    do {
      let counter = try InstructionCounter(executable: BenchCommand.executable)
      for name in names.isEmpty ? PresetLibrary.names : names {
        costs[name] = try counter.perFrame(ofPreset: name) / 1_000_000
      }
    } catch { throw CommandError.failed("\(error)") }
    if json { return try printJSON(costs) }
    print(PresetCostText.table(millionInstructions: costs))
  }
}
