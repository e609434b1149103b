import ArgumentParser
import Foundation
import StarmineBench
import StarmineLayers
import StarmineGraphics
import StarmineMedia

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
