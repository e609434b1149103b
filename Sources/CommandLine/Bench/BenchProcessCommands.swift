import StarmineBench

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

/// Measurements that the suite runs in separate processes. Prints JSON.
struct BenchChildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "child", abstract: "Run a part of a measurement in a separate process.", shouldDisplay: false)

  enum Part: String, ExpressibleByArgument, CaseIterable {
    case probe
    case sample
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
        try write(SceneSample(of: scene, settings, seconds: seconds, slowdown: BenchOptions.plantedSlowdown))
      case .draw: try scene.draw(frames: frames, settings)
      }
    } catch { throw CommandError.failed("\(scene.name): \(error)") }
  }

  private func write(_ value: some Encodable) throws {
    print(String(decoding: try JSONText.line(value), as: UTF8.self))
  }
}
