import ArgumentParser
import Foundation
import StarmineRendering
import StarmineImport
import StarmineGraphics
import StarmineMedia
import StarminePresets
import StarmineExport

struct SaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Save a preset with changes as a document or as code.",
    discussion: """
      Keeps the comments and the order of the document. Changes only the values that differ.

      EXAMPLES:
        starmine save fireworks -o my.json
        starmine save snow --set '**.birthRate*=2' --seed 9 -o storm.json
        starmine save embers --palette ice -o - | starmine still - -o ice.png
        starmine save fireworks --as swift -o Fireworks.swift
        starmine save confetti --as lottie -o confetti.lottie
      """)

  @OptionGroup var scene: SceneOptions

  @Option(
    name: .shortAndLong, help: "Output file, or - for standard output.",
    completion: .file(extensions: ["json", "json5"]))
  var output: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Output format. swift: code for UIKit, AppKit and Starmine, with a folder of images. lottie: .json or .lottie.",
      valueName: "format"))
  var format = SavedFormat.json

  @Option(
    help: ArgumentHelp(
      "With --as lottie: blend mode of additive light. screen: all players support it; add: some do.",
      valueName: "mode"))
  var blend: LottieExport.Blend?

  @Flag(help: "Fail if the output exists.") var noOverwrite = false

  func validate() throws {
    try format.check(output)
    if blend != nil, format != .lottie { throw ValidationError("--blend needs --as lottie") }
    try scene.edits.checkSaving(isDocument: format == .json)
  }

  func run() throws {
    if output == OutputPath.standard { Log.change { $0.isOutputTaken = true } }
    if OutputPath.isKept(output, noOverwrite: noOverwrite) { return }
    if format != .json { return try format.write(scene.load().scene, to: output, blend: blend ?? .screen) }
    let count = try scene.save([], to: output)
    Log.result("\(output): \(count) \(count == 1 ? "change" : "changes")", on: output)
  }
}

extension LottieExport.Blend: ExpressibleByArgument {}

enum DocumentFile {
  static func check(_ path: String) throws {
    guard
      path == OutputPath.standard || ["json", "json5"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
    else {
      throw ValidationError("-o \(path): a document has the extension .json or .json5")
    }
  }

  /// - Parameters:
  ///   - scope: where the file must be when all links are followed.
  ///   - isEdit: whether the document is written into its own file.
  static func write(
    _ bytes: [UInt8], to path: String, in scope: FileScope = .everywhere, isEdit: Bool = false
  ) throws {
    try OutputPath.write(bytes, to: path, in: scope, replacesInput: isEdit)
  }
}

extension EditOptions {
  /// Errors: an option of drawing, which what is written would not keep.
  func checkSaving(isDocument: Bool = true) throws {
    guard parts == nil || without != nil else {
      throw ValidationError(
        "--only, --with: save writes the whole document. For a transparent background without scenery, use "
          + "--without scenery")
    }
    if isDocument, state != nil {
      throw ValidationError("--state: save writes all states. Leave out --state")
    }
  }
}

extension SceneOptions {
  /// Writes the preset with the options' changes and further ones; how many there were.
  func save(_ more: [PropertyOverride], to path: String) throws -> Int {
    let given = edits.given
    var editor = try PresetEditor(source().giving(given).giving(cues: edits.cueFile))
    try editor.keep(given)
    if edits.cues != nil { try editor.keep(editor.scene.cues) }
    var request = try edits.request(source())
    // Over a transparent background scenery is left out.
    if edits.without != nil {
      request.options.insert(PropertyOverride(path: "movie.background", value: "transparent"), at: 0)
    }
    let own = request.overrides(of: editor.scene)
    for change in own + more {
      do { EditOptions.say(try editor.apply(change)) } catch {
        throw CommandError.usage((change.text.hasPrefix("--") ? "" : request.changeLabel) + error.message)
      }
    }
    let url = URL(fileURLWithPath: path)
    let name = path == OutputPath.standard ? nil : url.deletingPathExtension().lastPathComponent
    let bytes = try editor.document(in: url.deletingLastPathComponent(), named: name)
    try DocumentFile.write(bytes, to: path, isEdit: true)
    return given.values.count + own.count + more.count
  }
}
