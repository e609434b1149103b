struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List the output formats of movies.",
    discussion: """
      EXAMPLES:
        starmine formats
        starmine formats alpha                   formats with an alpha channel
        starmine formats mov                     formats of an extension
        starmine formats --json
      """)

  @Argument(help: "Extension, search term, or alpha.", completion: .list(VideoFormat.extensions + ["alpha"]))
  var word: String?

  @Flag(help: "Print JSON.") var json = false

  @Flag(help: "Print a Markdown table.") var markdown = false

  @OptionGroup var log: LogOptions

  func run() throws {
    let found = VideoFormat.all.filter(matches)
    if let word, found.isEmpty {
      do { _ = try VideoFormat(named: word) } catch { throw CommandError.usage("\(error)") }
    }
    if json { return try printJSON(found.map(FormatRecord.init)) }
    if markdown { return FormatTable.markdown(found).forEach { print($0) } }
    FormatTable.text(found).forEach { print($0) }
    guard word == nil else { return }
    print("\nNot supported:")
    for row in VideoFormat.refused {
      print("  \(row.keys.joined(separator: ", ")): \(row.reason); use \(row.instead.joined(separator: " or "))")
    }
    print("\nDelivery presets (--for):")
    for line in DeliveryProfile.lines { print("  " + line) }
  }

  private func matches(_ format: VideoFormat) -> Bool {
    guard let word = word?.lowercased() else { return true }
    if ["alpha", "transparent", "transparency"].contains(word) { return format.hasAlpha }
    if ["sound", "audio", "music"].contains(word) { return format.keepsSound }
    let plain = word.hasPrefix(".") ? String(word.dropFirst()) : word
    return format.key == plain || format.extensions.contains(plain)
      || format.name.localizedCaseInsensitiveContains(plain) || format.use.localizedCaseInsensitiveContains(plain)
  }
}

enum FormatTable {
  static let head = ["--format", "extension", "what", "alpha", "bits", "for"]

  static func cells(_ format: VideoFormat) -> [String] {
    [
      format.key, format.extensions.map { ".\($0)" }.joined(separator: " "), format.name, format.alphaText,
      "\(format.depth)", format.use,
    ]
  }

  static func text(_ formats: [VideoFormat]) -> [String] {
    let rows = [head] + formats.map(cells)
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let padded = zip(row, widths).map { $0.padding(toLength: $1 + 2, withPad: " ", startingAt: 0) }
      return padded.joined().trimmingCharacters(in: .whitespaces)
    }
  }

  static func markdown(_ formats: [VideoFormat]) -> [String] {
    let rows = [head.map { $0 == "--format" ? "`--format`" : $0 }, head.map { _ in "---" }] + formats.map(cells)
    return rows.map { "| " + $0.joined(separator: " | ") + " |" }
  }
}

private struct FormatRecord: Encodable {
  var key: String
  var name: String
  var extensions: [String]
  var use: String
  var alpha: String
  var bits: Int
  var encoder: String
  var isSequence: Bool
  var needsEvenSides: Bool
  var maximumFramesPerSecond: Double?

  init(_ format: VideoFormat) {
    (key, name, extensions, use) = (format.key, format.name, format.extensions, format.use)
    (alpha, bits, encoder) = (format.alphaText, format.depth, format.encoder)
    (isSequence, needsEvenSides) = (format.isSequence, format.takesEvenSides)
    maximumFramesPerSecond = format.maximumRate
  }
}

extension VideoFormat {
  var alphaText: String {
    switch alpha {
    case .none: "-"
    case .straight: "straight"
    case .either: "straight or premultiplied"
    case .premultiplied: "premultiplied"
    }
  }
}

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of documents.",
    discussion: """
      Editors use it to complete and check documents. Set the "$schema" key of the document to its path.

      EXAMPLE:
        starmine schema > preset.schema.json
      """)

  func run() {
    print(PresetSchema.text, terminator: "")
  }
}
