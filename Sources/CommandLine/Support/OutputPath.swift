/// Where a result goes: a file, a folder, a pattern such as `out/{name}.mp4`, or standard output (`-`).
///
/// The default is `out/NAME.EXTENSION` in the working directory. Missing folders are created.
enum OutputPath {
  static let standard = "-"
  static let standardDevice = "/dev/stdout"

  /// The output path for an input. Creates its folder.
  /// - Parameter name: name of the input: the file name without its extension, or the preset.
  /// - Parameter numbers: other values in the pattern, such as `seed`.
  static func resolve(
    _ given: String?, name: String, extension ending: String, _ numbers: [String: String] = [:]
  ) throws -> String {
    let path = try path(given, name: name, extension: ending, numbers)
    try makeFolder(of: path)
    return path
  }

  /// The path without creating anything.
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

  /// The part before the last slash; empty without one. Foundation's function traps for names of one letter.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Writes a result to a file or to standard output.
  /// - Parameter scope: folders that the file may be in after all links are followed.
  /// - Parameter replacesInput: whether the file may replace an input of the command.
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

  /// Whether the file, or one of a sequence, exists.
  static func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path) || NumberedPath(path)?.existing.isEmpty == false
  }

  /// Whether an existing file or sequence is kept. Prints a note.
  static func isKept(_ path: String, noOverwrite: Bool) -> Bool {
    guard noOverwrite, path != standard, isThere(path) else { return false }
    Log.result("\(path): exists, kept")
    return true
  }
}

extension PresetReference {
  /// Name for outputs: the file without its extension, or the preset.
  var outputName: String {
    if text == OutputPath.standard { return "stdin" }
    return isFile ? URL(fileURLWithPath: text).deletingPathExtension().lastPathComponent : text
  }
}

enum PictureOutput {
  static func check(_ output: String?, what: String) throws {
    guard let output, output != OutputPath.standard, !output.hasSuffix("/") else { return }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: output, isDirectory: &isFolder), isFolder.boolValue { return }
    guard output.lowercased().hasSuffix(".png") else {
      throw ValidationError("-o \(output): \(what) is a PNG file. Use the extension .png")
    }
  }

  /// - Parameter scope: folders that the file may be in after all links are followed.
  static func write(_ frame: borrowing PixelBuffer, to path: String, in scope: FileScope = .everywhere) throws {
    try OutputPath.write(ImageWriter.png(frame), to: path, in: scope)
  }

  static func write(_ image: CGImage, to path: String, in scope: FileScope = .everywhere) throws {
    try OutputPath.write(ImageWriter.png(image), to: path, in: scope)
  }
}

/// Environment variables of the program. Documentation/tour.md lists all.
enum EnvironmentVariable: String {
  /// Default number of render threads.
  case threads = "STARMINE_THREADS"
  /// Default folder of results instead of `out`.
  case output = "STARMINE_OUTPUT"

  /// The value; nil if unset or empty.
  var value: String? { ProcessInfo.processInfo.environment[rawValue].flatMap { $0.isEmpty ? nil : $0 } }
}

enum Threads {
  /// - Parameter given: value of the option, or 0.
  static func count(_ given: Int) -> Int {
    if given > 0 { return given }
    return EnvironmentVariable.threads.value.flatMap { Int($0) }.flatMap { (1...1024).contains($0) ? $0 : nil } ?? 0
  }
}
