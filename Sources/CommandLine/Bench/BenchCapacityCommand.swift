import ArgumentParser
import Foundation
import StarmineBench
import StarmineLayers
import StarmineMedia
import StarminePresets
import StarmineRaster

struct BenchCapacityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capacity", abstract: "Find how many particles and layers hold a frame rate.",
    discussion: """
      Prints a page: how much this machine holds, what ends it, and the numbers. Memory ends a scene when one more \
      costs a quarter more in a full frame than in a frame with an eighth, otherwise arithmetic does. Without a \
      list of scenes a short export says what the encoder leaves.

      Sizes grow until frames take twice their time, then ramps go down through the edge (after MotionMark). A \
      convex curve of time over count gives the number that half of the frames, and 95 % of them, hold; its \
      interval comes from drawing the samples again with fixed random numbers. The score is the geometric mean \
      over the scenes.

      EXAMPLES:
        starmine bench capacity
        starmine bench capacity --json laptop.json
        starmine bench capacity 'layers-*' --fps 30 --threads 1 --chart capacity.png
      """)

  @Argument(
    help: ArgumentHelp(
      "Scenes, or patterns such as 'layers-*'; all by default: "
        + CapacityScene.all.map(\.name).joined(separator: ", ") + ".",
      valueName: "scene"),
    completion: .list(CapacityScene.all.map(\.name)))
  var scenes: [String] = []

  @Option(help: "Frames per second to hold.") var fps = 60.0
  @Option(help: "Threads that draw; 0 is one per core.") var threads = 0
  @Option(help: "From much to little, for each scene; more give narrower intervals.") var ramps = 6
  @Option(
    defaultAsFlag: OutputPath.standard,
    help: "Write everything, all samples included; without a file name to standard output.",
    completion: .file(extensions: ["json"])) var json: String?
  @Option(help: "Write the table as Markdown.", completion: .file(extensions: ["md"])) var markdown: String?
  @Option(help: "Write one row for each scene.", completion: .file(extensions: ["csv"])) var csv: String?
  @Option(help: "Draw the curves.", completion: .file(extensions: ["png"])) var chart: String?

  func validate() throws {
    guard fps >= 1, fps <= 1000 else { throw ValidationError("--fps \(fps): expected 1 to 1000") }
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    guard (2...100).contains(ramps) else { throw ValidationError("--ramps \(ramps): expected 2 to 100") }
  }

  func run() throws {
    for path in [json, markdown, csv, chart].compactMap({ $0 }) { try BenchStore.check(path) }
    var plan = CapacityPlan()
    plan.scenes = try chosen()
    (plan.framesPerSecond, plan.ramps) = (fps, ramps)
    plan.measuresExport = scenes.isEmpty
    plan.threads = threads > 0 ? threads : ProcessInfo.processInfo.activeProcessorCount
    let progress = BenchProgress()
    let report = try CapacityReport(plan, version: BenchCommand.version, executable: BenchCommand.executable) {
      name, step in progress.show("\(step)/\(plan.scenes.count) \(name)")
    }
    progress.clear()
    if ![json, markdown, csv].contains(OutputPath.standard) { print(CapacityText(report).table, terminator: "") }
    if let json { try BenchStore.write(report, to: json) }
    if let markdown { try BenchStore.write(CapacityText(report).markdown, to: markdown) }
    if let csv { try BenchStore.write(CapacityText(report).csv, to: csv) }
    if let chart { try Chart(of: report).write(to: chart) }
  }

  private func chosen() throws -> [CapacityScene] {
    guard !scenes.isEmpty else { return CapacityScene.all }
    for text in scenes where !CapacityScene.all.contains(where: { fnmatch(text, $0.name, 0) == 0 }) {
      throw CommandError.usage("unknown scene \"\(text)\"\(text.alternatives(among: CapacityScene.all.map(\.name)))")
    }
    return CapacityScene.all.filter { scene in scenes.contains { fnmatch($0, scene.name, 0) == 0 } }
  }
}
