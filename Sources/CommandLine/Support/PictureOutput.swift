import ArgumentParser
import Foundation

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
