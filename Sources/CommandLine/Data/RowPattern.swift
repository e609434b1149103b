/// Output names from values of rows: `out/{name}.mp4`. A value is a part of a file name. It cannot add a folder or lead
/// to another one.
struct RowPattern {
  private let text: String
  private let file: String
  private let columns: [String]
  private let shared: [String: String]
  /// Digits of the largest row number.
  private let digits: Int

  /// - Parameter output: as given by the user: a pattern, a folder, or nothing.
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

  private var names: [String] {
    text.matches(of: /\{([^{}\/]*)\}/).map { String($0.1) }
  }

  var usedColumns: Set<String> { Set(names).intersection(columns) }

  var isOfRows: Bool { names.contains { columns.contains($0) || $0 == "row" } }

  /// Folder of all outputs with a final slash; empty for the working folder.
  var folder: String {
    let fixed = text.prefix { $0 != "{" }
    return fixed.lastIndex(of: "/").map { String(fixed[...$0]) } ?? ""
  }

  /// Scope of the outputs. A link cannot lead outside the folder.
  var scope: FileScope { FileScope(beside: folder) }

  private func check() throws {
    let known = Set(columns + shared.keys + ["row"])
    guard let unknown = names.first(where: { !known.contains($0) }) else { return }
    throw CommandError.usage(
      "-o \(text): unknown placeholder {\(unknown.excerpt())}. Use "
        + known.filter { !$0.isEmpty }.sorted().map { "{\($0)}" }.listed())
  }

  /// The path of a row. Errors: a value that gives an empty name.
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
          "\(name) is empty, but the output name uses it", in: file,
          at: row.fields[name]?.location ?? row.location)
      }
      result += value
      rest = rest[rest.index(after: close)...]
    }
    guard rest.endIndex > rest.startIndex || !result.isEmpty else { return pattern }
    let isPlain = result.isEmpty
    result += rest
    // Hidden files, parent folders, options of other programs.
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

  /// Maximum bytes of a value in a name. File names can have 255.
  private static let longest = 120

  /// Removes slashes, number placeholders and invisible characters from a value. Nil if nothing remains.
  static func safe(_ text: String) -> String? {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      let isHidden = [.control, .format, .lineSeparator, .paragraphSeparator].contains(
        scalar.properties.generalCategory)
      // Joiners are parts of names in some scripts.
      let joins = scalar == "\u{200C}" || scalar == "\u{200D}"
      return isHidden && !joins || "/\\%{}".unicodeScalars.contains(scalar) ? "_" : scalar
    }
    var name = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespacesAndNewlines)
    while name.utf8.count > longest { name.removeLast() }
    return name.isEmpty ? nil : name
  }
}
