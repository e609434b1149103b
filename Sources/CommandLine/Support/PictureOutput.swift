import ArgumentParser
import Foundation
import StarmineMedia
import StarminePresets

/// PNG files, or one on standard output.
enum PictureOutput {
  static func check(_ output: String?, what: String) throws {
    guard let output, output != OutputPath.standard, !output.hasSuffix("/") else { return }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: output, isDirectory: &isFolder), isFolder.boolValue { return }
    guard output.lowercased().hasSuffix(".png") else {
      throw ValidationError("-o \(output): \(what) is written as PNG, so its name ends in .png")
    }
  }

  /// - Parameter draw: writes a PNG file to a path.
  static func write(to path: String, _ draw: (String) throws -> Void) throws {
    guard path == OutputPath.standard else { return try draw(path) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "starmine-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "picture.png")
    try draw(file.path)
    try OutputPath.write(Data(contentsOf: file), to: path)
  }
}

/// A command that draws one picture, or one for each row of a table.
protocol PictureCommand: ParsableCommand {
  var scene: SceneOptions { get }
  var data: DataOptions { get }
  var output: String? { get }
  var size: AskedSize? { get }
  var noOverwrite: Bool { get }
  var dryRun: Bool { get }
  /// Name of a picture that is given none, without its extension.
  var standardName: String { get }

  /// Draws a scene into a file, whose folder is there.
  func draw(_ loaded: PresetScene, to path: String) throws
}

extension PictureCommand {
  func run() throws {
    if output == OutputPath.standard { Log.change { $0.isOutputTaken = true } }
    if let table = data.data { return try runRows(of: table) }
    let path = try OutputPath.path(output, name: standardName, extension: "png")
    if OutputPath.isKept(path, noOverwrite: noOverwrite) { return }
    let loaded = try scene.load(size: size)
    if dryRun { return Log.result(path) }
    try OutputPath.makeFolder(of: path)
    try draw(loaded, to: path)
  }

  private func runRows(of table: String) throws {
    let run = try DataRun(
      data, table, preset: scene.preset, edits: scene.edits, size: size, output: output, extension: "png")
    if dryRun { return try run.describe() }
    try run.each { source, path in
      if OutputPath.isKept(path, noOverwrite: noOverwrite) { return }
      try draw(scene.edits.scene(from: source, size: size).scene, to: path)
    }
  }
}
