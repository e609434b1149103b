import Foundation
import Glibc
import StarmineGraphics
import StarmineMedia

/// The text file of frames next to a test: a line per frame, sorted.
///
///     card 0.5 320x180 MD5 PARTS
struct FrameFile {
  let path: String

  /// The file of a source file: `CardTests.frames.txt` for `CardTests.swift`.
  init(besideSource source: String) {
    let url = URL(fileURLWithPath: source)
    let name = url.deletingPathExtension().lastPathComponent + ".frames.txt"
    path = url.deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
  }

  init(path: String) { self.path = path }

  struct Key: Hashable, Comparable {
    let name: String
    /// Seconds.
    let time: Double

    static func < (left: Key, right: Key) -> Bool {
      left.name == right.name ? left.time < right.time : left.name < right.name
    }
  }

  private static let mostBytes = 64 << 20
  private static let heading = "# Reference frames of tests. Run the tests with UPDATE_SNAPSHOTS=1 to update this file."

  /// The contents; empty if the file does not exist.
  func read() throws -> [Key: FrameRecord] {
    guard FileManager.default.fileExists(atPath: path) else { return [:] }
    let text = String(decoding: try InputFile.bytes(of: path, in: .everywhere, atMost: Self.mostBytes), as: UTF8.self)
    var records: [Key: FrameRecord] = [:]
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let words = line.split(separator: " ")
      guard words.count == 5, let time = Double(words[1]), let record = FrameRecord(words[2...]),
        let name = words[0].removingPercentEncoding
      else { throw FrameFileError(message: "\(path):\(number + 1): invalid line; run with UPDATE_SNAPSHOTS=1") }
      records[Key(name: name, time: time)] = record
    }
    return records
  }

  /// Replaces all frames with a name. The file is locked, because other tests and processes may do so too.
  func replace(_ name: String, with records: [Key: FrameRecord]) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path(percentEncoded: false)
    let lock = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw FrameFileError(folder) }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FrameFileError(folder) }
    }
    let known = try read()
    let kept = known.filter { $0.key.name != name }.merging(records) { $1 }
    guard kept != known else { return }
    let lines = kept.sorted { $0.key < $1.key }.map { "\(Self.word($0.key.name)) \($0.key.time) \($0.value.text)" }
    try OutputFile.write(([Self.heading] + lines + [""]).joined(separator: "\n").utf8, to: path)
  }

  static func word(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-_.,:()[]/")))
      ?? "frame"
  }
}

struct FrameFileError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }

  init(message: String) { self.message = message }

  /// Contains the system's last error for a file or folder.
  init(_ path: String) { message = "\(path): \(unsafe String(cString: strerror(errno)))" }
}
