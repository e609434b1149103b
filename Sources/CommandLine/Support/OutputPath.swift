import Foundation

/// Where a result goes when the user names no file: `out/NAME.EXTENSION` in the working directory.
enum OutputPath {
  static func resolve(_ given: String?, name: String, extension ending: String) throws -> String {
    if let given { return given }
    do {
      try FileManager.default.createDirectory(atPath: "out", withIntermediateDirectories: true)
    } catch {
      throw Failure.failed("the folder out cannot be made: \(error.localizedDescription); name a file with -o")
    }
    let safe = String(name.map { $0 == "/" || $0 == "\0" ? "-" : $0 })
    return "out/\(safe.hasPrefix(".") ? "preset" : safe).\(ending)"
  }
}
