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
      NAME.case holds shapes, paints, images and blending (Bench/Scenes/PeerCase+Data.swift says how), NAME.ppm our \
      picture of it, NAME.json the document, where the scene is one. Bench/Peers/run builds programs over other \
      engines and compares them with these.

      EXAMPLE:
        starmine bench case sprites-8px-scaled -o out/cases
      """)

  @Argument(help: "A scene of sprites or of layers; `starmine bench --list` has their names.") var scene: String

  @Option(name: .shortAndLong, help: "The folder; it is made if it is not there.", completion: .directory)
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
      throw CommandError.failed("\(output): the folder cannot be made: \(error.localizedDescription)")
    }
    let scope = FileScope(folder: output)
    try OutputFile.write(data, to: base + ".case", in: scope)
    try OutputFile.write(picture, to: base + ".ppm", in: scope)
    if let document = scene.document { try OutputFile.write(Data(document().utf8), to: base + ".json", in: scope) }
    print("\(base).case, \(base).ppm" + (scene.document == nil ? "" : ", \(base).json"))
  }
}
