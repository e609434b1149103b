import ArgumentParser
import Foundation
import Starmine
import StarmineMedia
import StarminePresets
import StarmineTuning

struct SaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Write a preset with changes into a document of your own.",
    discussion: """
      The text stays as it was written, with its comments and order; only what is changed is replaced, added, or taken \
      out where it is the default again.

      EXAMPLES:
        starmine save fireworks -o my.json
        starmine save snow --set 'emitterCells.*.birthRate*=2' --seed 9 -o storm.json
      """)

  @OptionGroup var scene: SceneOptions

  @Option(name: .shortAndLong, help: "The document to write.", completion: .file(extensions: ["json", "json5"]))
  var output: String

  func validate() throws { try DocumentFile.check(output) }

  func run() throws {
    let count = try scene.save([], to: output)
    StandardOutput.report("\(output): \(count) \(count == 1 ? "change" : "changes")", on: output)
  }
}

/// Where documents are written.
enum DocumentFile {
  static func check(_ path: String) throws {
    guard ["json", "json5"].contains(URL(fileURLWithPath: path).pathExtension.lowercased()) else {
      throw ValidationError("-o \(path): a document's name ends in .json or .json5")
    }
  }
}

extension SceneOptions {
  /// Writes the preset with the options' changes and further ones; how many there were.
  func save(_ more: [PropertyOverride], to path: String) throws -> Int {
    let source = try source()
    var editor = try PresetEditor(source)
    var count = 0
    let given = changes.map(\.change) + more
    for (index, change) in given.enumerated() {
      do {
        for text in try editor.apply(change) where index < changes.count { note("Note: \(text)") }
      } catch {
        throw Failure.usage("--set \(error.message)")
      }
      count += 1
    }
    let numbers: [(String, Double?)] = [("fps", fps), ("duration", duration?.seconds), ("seed", seed.map(Double.init))]
    for case (let key, let value?) in numbers {
      try editor.setMovie(key, value)
      count += 1
    }
    if let background {
      try editor.setMovie("background", background.color.hexText)
      count += 1
    }
    let url = URL(fileURLWithPath: path)
    let name = url.deletingPathExtension().lastPathComponent
    try OutputFile.write(try editor.document(in: url.deletingLastPathComponent(), named: name), to: path)
    return count
  }
}
