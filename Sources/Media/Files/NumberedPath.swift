/// A path with a number placeholder: `frame-%05d.png`.
package struct NumberedPath: Sendable, Equatable {
  let start: String
  private let tail: String
  /// Minimum number of digits, filled with zeros.
  private let digits: Int

  /// Nil unless the path has exactly one placeholder. `%d`, `%4d` and `%04d` are placeholders; `%%` means a per cent
  /// sign.
  package init?(_ path: String) {
    var (parts, digits) = ([""], 0)
    var rest = Substring(path)
    while let sign = rest.firstIndex(of: "%") {
      parts[parts.count - 1] += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      if rest.first == "%" {
        parts[parts.count - 1] += "%"
        rest = rest.dropFirst()
        continue
      }
      let width = rest.prefix { $0.isASCII && $0.isNumber }
      guard width.count <= 2, rest.dropFirst(width.count).first == "d", parts.count == 1 else { return nil }
      digits = Int(width) ?? 1
      rest = rest.dropFirst(width.count + 1)
      parts.append("")
    }
    parts[parts.count - 1] += rest
    guard parts.count == 2 else { return nil }
    (start, tail, self.digits) = (parts[0], parts[1], max(1, digits))
  }

  package func path(_ number: Int) -> String {
    let text = String(number)
    return start + String(repeating: "0", count: max(0, digits - text.count)) + text + tail
  }

  /// The path with a placeholder before its extension.
  static func suggestion(for path: String) -> String {
    let parts = PathParts(path)
    let stem = parts.pathExtension.isEmpty ? parts.name : String(parts.name.dropLast(parts.pathExtension.count + 1))
    let escaped = (parts.folder + stem).split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    return "\(escaped)-%05d" + (parts.pathExtension.isEmpty ? "" : ".\(parts.pathExtension)")
  }

  func number(inName name: String) -> Int? {
    let start = PathParts(start).name
    guard !tail.contains("/"), name.hasPrefix(start), name.hasSuffix(tail),
      name.utf8.count > start.utf8.count + tail.utf8.count
    else { return nil }
    let text = name.dropFirst(start.count).dropLast(tail.count)
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), text.count >= digits, text.count <= 18,
      text.count == digits || text.first != "0"
    else { return nil }
    return Int(text)
  }

  /// Numbers of existing files, ascending; empty if the number is part of the folder.
  package var existing: [Int] {
    guard let folder, let entries = FolderEntries(folder.isEmpty ? "." : folder) else { return [] }
    var found: [Int] = []
    while let name = entries.next() {
      if let number = number(inName: name) { found.append(number) }
    }
    return found.sorted()
  }

  /// The first missing file among the existing ones, where many programs end a sequence.
  package var firstGap: String? {
    let numbers = existing
    return zip(numbers, numbers.dropFirst()).first { $0 + 1 < $1 }.map { path($0.0 + 1) }
  }

  var folder: String? { tail.contains("/") ? nil : PathParts(start).folder }
}
