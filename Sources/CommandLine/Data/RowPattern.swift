/// Names of outputs from the values of rows: `out/{name}.mp4`. What a value says stays one part of a name: it adds no
/// folder and leads to none.
struct RowPattern {
  private let text: String
  /// The table, as the user named it.
  private let file: String
  private let columns: [String]
  private let shared: [String: String]
  /// Digits of the largest row's number.
  private let digits: Int

  /// - Parameter output: as the user gave it: a pattern, a folder, or nothing.
  /// - Parameter preset: the document's name.
  /// - Parameter shared: values without a column.
  init(_ output: String?, preset: String, extension ending: String, _ table: DataTable, _ shared: [String: String])
    throws
  {
    (file, columns, digits) = (table.file, table.columns, "\(table.count)".count)
    let own = "\(table.columns.contains("name") ? "{name}" : "\(Self.safe(preset) ?? "preset")-{row}").\(ending)"
    text = OutputPath.place(output, of: own)
    self.shared = shared.merging(["name": preset]) { $1 }
    try check()
  }

  /// Names in braces that stand for something.
  private var names: [String] {
    text.matches(of: /\{([^{}\/]*)\}/).map { String($0.1) }
  }

  var usedColumns: Set<String> { Set(names).intersection(columns) }

  /// Whether rows have names of their own.
  var isOfRows: Bool { names.contains { columns.contains($0) || $0 == "row" } }

  /// Folder of all outputs, with a slash at its end; empty for the working folder.
  var folder: String {
    let fixed = text.prefix { $0 != "{" }
    return fixed.lastIndex(of: "/").map { String(fixed[...$0]) } ?? ""
  }

  /// Where outputs may be: a value leads out of the folder through no link.
  var scope: FileScope { FileScope(beside: folder) }

  private func check() throws {
    let known = Set(columns + shared.keys + ["row"])
    guard let unknown = names.first(where: { !known.contains($0) }) else { return }
    throw CommandError.usage(
      "-o \(text): unknown placeholder {\(unknown.excerpt())}. Use "
        + known.filter { !$0.isEmpty }.sorted().map { "{\($0)}" }.listed())
  }

  /// The path for a row. Errors: a value that leaves nothing of a name.
  func path(_ row: DataTable.Row, number: Int) throws(DataError) -> String {
    var parts: [String] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      parts.append(try self.part(String(part), row, number))
    }
    let path = parts.joined(separator: "/")
    guard scope.contains(path) else { throw DataError("\(path): \(FileError.isOutside)", in: file, at: row.location) }
    return path
  }

  private func part(_ pattern: String, _ row: DataTable.Row, _ number: Int) throws(DataError) -> String {
    var (result, rest) = ("", pattern[...])
    let isFixed = !pattern.hasPrefix("{")
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      let name = String(rest[rest.index(after: open)..<close])
      guard let value = Self.safe(value(name, row, number) ?? "") else {
        throw DataError(
          "\(name) is empty, and the output is called after it", in: file,
          at: row.fields[name]?.location ?? row.location)
      }
      result += value
      rest = rest[rest.index(after: close)...]
    }
    guard rest.endIndex > rest.startIndex || !result.isEmpty else { return pattern }
    let isPlain = result.isEmpty
    result += rest
    // Hidden files, folders above, options of other programs.
    let isSpecial = !isPlain && (result.hasPrefix(".") || result.hasPrefix("-")) && !isFixed
    return isSpecial || !isPlain && [".", ".."].contains(result) ? "_" + result : result
  }

  private func value(_ name: String, _ row: DataTable.Row, _ number: Int) -> String? {
    if columns.contains(name) { return row.fields[name]?.text }
    if name == "row" {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return shared[name]
  }

  /// Bytes of a value in a name; names of files may have 255.
  private static let longest = 120

  /// A value as a part of a name: without slashes, numbers' patterns and characters that cannot be seen. Nil if nothing
  /// is left.
  static func safe(_ text: String) -> String? {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      let isHidden = [.control, .format, .lineSeparator, .paragraphSeparator].contains(
        scalar.properties.generalCategory)
      // What joins letters in some scripts is a part of their names.
      let joins = scalar == "\u{200C}" || scalar == "\u{200D}"
      return isHidden && !joins || "/\\%{}".unicodeScalars.contains(scalar) ? "_" : scalar
    }
    var name = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespacesAndNewlines)
    while name.utf8.count > longest { name.removeLast() }
    return name.isEmpty ? nil : name
  }
}
