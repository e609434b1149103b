import Synchronization

/// Finished rows, in a file next to the outputs until all are finished. `--resume` uses it.
final class FinishedRows: Sendable {
  private let path: String
  private let scope: FileScope
  private let lines: Mutex<Set<String>>
  private let common: String

  private static let mostBytes = 64 << 20

  /// - Parameter words: arguments of the command that affect the outputs.
  init(_ pattern: RowPattern, name: String, _ document: PresetText, words: [String]) throws {
    (path, scope) = ("\(pattern.folder)\(RowPattern.safe(name) ?? "preset").rows", pattern.scope)
    // Files of the command, such as cues and sounds, are arguments with a path.
    let files = words.map { $0.hasPrefix("--") ? String($0.drop { $0 != "=" }.dropFirst()) : $0 }
      .filter { $0 != document.file }
    let text = ([ProgramIdentity.text] + words + files.flatMap(Self.state)).joined(separator: "\0")
    common = try Digest.sha256(Array(text.utf8) + document.bytes)
    let known = (try? InputFile.bytes(of: path, in: scope, atMost: Self.mostBytes)).map {
      String(decoding: $0, as: UTF8.self)
    }
    lines = Mutex(Set((known ?? "").split(separator: "\n").map(String.init)))
  }

  /// The state of a file; empty if it does not exist.
  private static func state(of file: String) -> [String] {
    guard !file.isEmpty, let attributes = try? FileManager.default.attributesOfItem(atPath: file),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return [] }
    let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return [file, "\(date)", "\(attributes[.size] ?? 0)"]
  }

  /// Everything that affects a row's bytes, including the state of files, and its output.
  private func key(_ item: DataRun.Item) throws -> String {
    var parts = [common]
    for (name, value) in item.given.values.sorted(by: { $0.key < $1.key }) { parts += [name, value.text] }
    parts += item.files.flatMap(Self.state)
    return "\(try Digest.sha256(Array(parts.joined(separator: "\0").utf8))) \(item.path)"
  }

  /// The row with size and digest of its output; of the first file for numbered files.
  private func line(_ item: DataRun.Item) throws -> String {
    let numbered = NumberedPath(item.path)
    let path = numbered.flatMap { pattern in pattern.existing.min().map(pattern.path) } ?? item.path
    InputRegister.noteOutput(at: path)
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] ?? 0
    return "\(try InputFile.sha256(of: path)) \(bytes) \(try key(item))"
  }

  /// Whether a row was finished and its output has not changed.
  func has(_ item: DataRun.Item) throws -> Bool {
    guard OutputPath.isThere(item.path), let line = try? line(item) else { return false }
    return lines.withLock { $0.contains(line) }
  }

  /// Marks a row as finished by appending a line, so that the cost does not depend on the number of rows. An incomplete
  /// last line after a crash matches no row.
  func note(_ item: DataRun.Item) throws {
    let line = try line(item)
    try lines.withLock { lines in
      guard lines.insert(line).inserted else { return }
      try OutputFile.append(Array("\n\(line)\n".utf8), to: path, in: scope)
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
