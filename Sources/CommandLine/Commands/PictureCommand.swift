import ArgumentParser
import StarmineGraphics
import StarmineMedia
import StarminePresets
import StarmineRendering

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

  /// Draws a scene into a file of the scope, whose folder is there.
  func draw(_ loaded: RequestedScene, to path: String, in scope: FileScope) throws
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
    try draw(loaded, to: path, in: .everywhere)
  }

  private func runRows(of table: String) throws {
    let run = try DataRun(
      data, table, preset: scene.preset, edits: scene.edits, size: size, output: output, extension: "png")
    if dryRun { return try run.describe() }
    try run.each { source, path in
      if OutputPath.isKept(path, noOverwrite: noOverwrite) { return }
      try draw(scene.request(source, size: size).scene(), to: path, in: run.pattern.scope)
    }
  }
}
