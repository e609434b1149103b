import Foundation
import StarmineGraphics
import StarmineMedia
import StarminePresets

/// Where a result goes: a file, a folder, a pattern such as `out/{name}.mp4`, or standard output (`-`).
///
/// Without a word from the user it is `out/NAME.EXTENSION` in the working directory. Missing folders are made.
enum OutputPath {
  static let standard = "-"
  /// The same as a path, for what writes files.
  static let standardDevice = "/dev/stdout"

  /// The path for one input, with its folder in place.
  ///
  /// - Parameters:
  ///   - name: the input's: the file's without its ending, or the preset's.
  ///   - numbers: what else a pattern may hold, such as `seed`.
  static func resolve(
    _ given: String?, name: String, extension ending: String, _ numbers: [String: String] = [:]
  ) throws -> String {
    let path = try path(given, name: name, extension: ending, numbers)
    try makeFolder(of: path)
    return path
  }

  /// The path without touching anything.
  static func path(
    _ given: String?, name: String, extension ending: String, _ numbers: [String: String] = [:]
  ) throws -> String {
    let safe = String(name.map { $0 == "/" || $0 == "\0" ? "-" : $0 })
    let file = "\(safe.isEmpty || safe.hasPrefix(".") ? "preset" : safe).\(ending)"
    guard let given else { return place(nil, of: file) }
    if given == standard { return given }
    var path = given
    for (key, value) in numbers.merging(["name": safe], uniquingKeysWith: { $1 }) {
      path = path.replacingOccurrences(of: "{\(key)}", with: value)
    }
    if let unknown = path.firstMatch(of: /\{(\w+)\}/) {
      let known = (numbers.keys + ["name"]).sorted().map { "{\($0)}" }.joined(separator: ", ")
      throw CommandError.usage("-o \(given): unknown placeholder {\(unknown.1)}. Use \(known)")
    }
    return place(path, of: file)
  }

  /// A path, or that of a file in it where it is a folder.
  static func place(_ path: String?, of file: String) -> String {
    var isFolder: ObjCBool = false
    if let path, !path.hasSuffix("/"),
      !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) || !isFolder.boolValue
    {
      return path
    }
    let folder = path ?? EnvironmentVariable.output.value ?? "out"
    return (folder.hasSuffix("/") ? folder : folder + "/") + file
  }

  static func makeFolder(of path: String) throws {
    guard path != standard else { return }
    let folder = folder(of: path)
    guard !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) else { return }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandError.failed("\(path): cannot create the folder \(folder): \(error.localizedDescription)")
    }
  }

  /// Part before a path's last slash; empty for a name alone. Foundation's traps for names of one letter.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Writes what a command has made, to a file or to standard output.
  ///
  /// - Parameters:
  ///   - scope: where the file must be when all links are followed.
  ///   - replacesInput: whether the file may replace one that the command has read.
  static func write(
    _ data: some Sequence<UInt8>, to path: String, in scope: FileScope = .everywhere, replacesInput: Bool = false
  ) throws {
    if path == standard {
      do { try FileHandle.standardOutput.write(contentsOf: Data(data)) } catch {
        throw CommandError.failed("cannot write to standard output: \(error.localizedDescription)")
      }
      return
    }
    try makeFolder(of: path)
    try OutputFile.write(data, to: path, in: scope, replacesInput: replacesInput)
  }

  /// Whether there is a file, or one of a sequence.
  static func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path) || NumberedPath(path)?.existing.isEmpty == false
  }

  /// Whether a file, or a sequence of which there are files, is to be kept as it is; says so.
  static func isKept(_ path: String, noOverwrite: Bool) -> Bool {
    guard noOverwrite, path != standard, isThere(path) else { return false }
    Log.result("\(path): exists, kept")
    return true
  }
}

extension PresetReference {
  /// Name that outputs are called after: the file without its ending, or the preset.
  var outputName: String {
    if text == OutputPath.standard { return "stdin" }
    return isFile ? URL(fileURLWithPath: text).deletingPathExtension().lastPathComponent : text
  }
}
