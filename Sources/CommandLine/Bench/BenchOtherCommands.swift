import ArgumentParser
import Foundation
import StarmineBench
import StarmineGraphics
import StarmineLayers
import StarmineMedia
import StarminePresets
import StarmineRaster

struct BenchCaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "case", abstract: "Write a scene so that other engines can draw it.",
    discussion: """
      Writes NAME.case (shapes, paints, images and blend modes; see Bench/Scenes/PeerCase+Data.swift), NAME.ppm (the \
      expected picture), and NAME.json if the scene is a document. Bench/Peers/run draws these files with other \
      engines.

      EXAMPLE:
        starmine bench case sprites-8px-scaled -o out/cases
      """)

  @Argument(help: "Scene of sprites or layers (see `starmine bench --list`).") var scene: String

  @Option(name: .shortAndLong, help: "Output folder. Created if needed.", completion: .directory)
  var output = "."

  func run() throws {
    let scenes = BenchScene.all
    guard let scene = scenes.first(where: { $0.name == scene }) else {
      let hint = scene.nearest(in: scenes.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? ""
      throw CommandError.usage("unknown scene \"\(scene)\"\(hint)")
    }
    let (data, picture): (Data, Data)
    do { (data, picture) = (try PeerCase(of: scene).data, try scene.firstFrame()) } catch {
      throw CommandError.failed("\(error)")
    }
    let base = "\(output)/\(scene.name)"
    do { try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true) } catch {
      throw CommandError.failed("\(output): cannot create the folder: \(error.localizedDescription)")
    }
    let scope = FileScope(folder: output)
    try OutputFile.write(data, to: base + ".case", in: scope)
    try OutputFile.write(picture, to: base + ".ppm", in: scope)
    if let document = scene.document { try OutputFile.write(Data(document().utf8), to: base + ".json", in: scope) }
    print("\(base).case, \(base).ppm" + (scene.document == nil ? "" : ", \(base).json"))
  }
}

/// Measurements that the suite runs in processes of their own; prints JSON.
struct BenchChildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "child", abstract: "One part of a measurement in a process of its own.", shouldDisplay: false)

  enum Part: String, ExpressibleByArgument, CaseIterable {
    /// First frame, memory, allocations.
    case probe
    /// A short run with all its times.
    case sample
    /// Frames and nothing else.
    case draw
  }

  @Argument var part: Part
  @Argument var scene: String
  @Option var threads = 1
  @Option var seconds = 0.2
  @Option var frames = 1

  func run() throws {
    guard let scene = BenchScene.all.first(where: { $0.name == scene }) else {
      throw CommandError.usage("unknown scene \"\(scene)\"")
    }
    let settings = BenchScene.Settings(workers: max(1, threads))
    do {
      switch part {
      case .probe: try write(SceneProbe(of: scene, settings))
      case .sample:
        try write(
          SceneSample(of: scene, settings, seconds: seconds, slowdown: BenchOptions.plantedSlowdown))
      case .draw: try scene.draw(frames: frames, settings)
      }
    } catch { throw CommandError.failed("\(scene.name): \(error)") }
  }

  private func write(_ value: some Encodable) throws {
    print(String(decoding: try JSONText.line(value), as: UTF8.self))
  }
}

/// Prints what a frame of each bundled preset costs.
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
      """)

  @Argument(help: "Presets to measure. Default: all.", completion: Completion.preset) var names: [String] = []
  @Option(help: ArgumentHelp("Number of frames per movie.", valueName: "n")) var frames = 60
  @Option(help: ArgumentHelp("Number of rounds.", valueName: "n")) var rounds = 3
  @Flag(help: "Print JSON.") var json = false
  @Option(help: "Write the table as Markdown.", completion: .file(extensions: ["md"])) var markdown: String?

  func validate() throws {
    guard (1...10_000).contains(frames) else { throw ValidationError("--frames \(frames): expected 1 to 10000") }
    guard (1...100).contains(rounds) else { throw ValidationError("--rounds \(rounds): expected 1 to 100") }
    for name in names where !PresetLibrary.names.contains(name) {
      throw ValidationError(
        "unknown preset \"\(name.prefix(40))\"\(name.alternatives(among: PresetLibrary.names))")
    }
  }

  func run() throws {
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
}
