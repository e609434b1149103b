/// Cues from a file: CSV with a column `time` and optionally `name`; a list of seconds, one per line; or Audacity
/// labels (`begin, end, label`, with tabs).
package enum CueFile {
  private static let endings: Set = ["csv", "tsv", "txt"]

  /// Whether a file is a list of times. Other files are sounds.
  package static func isMeant(by file: URL) -> Bool { endings.contains(file.pathExtension.lowercased()) }

  package static let mostBytes = 8 << 20

  /// The cues in order of time. Errors: an invalid time, with its location.
  /// - Parameter name: name of cues without one.
  package static func cues(
    _ bytes: [UInt8], file: String, name: String = PresetCue.standardName
  ) throws(DataError) -> [PresetCue] {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let reader = CSVReader(bytes, from: start)
    var mark = CSVReader.Mark(offset: start, line: 1, lineStart: start)
    var (cues, columns) = ([PresetCue](), Columns?.none)
    while reader.hasRecord(at: &mark) {
      let fields = try reader.record(at: &mark, in: file, atMost: 64, longest: 1000).values.map { value in
        CSVReader.Value(text: value.text.trimmingCharacters(in: .whitespaces), location: value.location)
      }
      let isFirst = columns == nil
      if isFirst { columns = try Columns(fields, file) }
      guard let columns, !isFirst || !columns.isHeader else { continue }
      cues.append(try cue(fields, columns, name, file))
      guard cues.count <= PresetCue.most else { throw DataError("more than \(PresetCue.most) cues", in: file) }
    }
    guard !cues.isEmpty else { throw DataError("the file has no times", in: file) }
    return cues.inOrder
  }

  private struct Columns {
    var (time, name) = (0, Int?.none)
    var isHeader = false

    private static let times = ["time", "at", "start", "seconds", "begin", "position"]
    private static let names = ["name", "label", "cue", "text"]

    /// Reads the first line: a header, or the first times.
    init(_ fields: [CSVReader.Value], _ file: String) throws(DataError) {
      if CueFile.seconds(fields[0].text) != nil {
        // Labels have an end between time and name.
        let hasEnd = fields.count > 2 && CueFile.seconds(fields[1].text) != nil
        name = fields.count > (hasEnd ? 2 : 1) ? (hasEnd ? 2 : 1) : nil
        return
      }
      let titles = fields.map { $0.text.lowercased() }
      guard let time = titles.firstIndex(where: Self.times.contains) else {
        throw DataError(
          "expected a time in seconds, or a header with a column \"time\", found \"\(fields[0].text.excerpt())\"",
          in: file, at: fields[0].location)
      }
      (self.time, name, isHeader) = (time, titles.firstIndex(where: Self.names.contains), true)
    }
  }

  private static func cue(
    _ fields: [CSVReader.Value], _ columns: Columns, _ name: String, _ file: String
  ) throws(DataError) -> PresetCue {
    guard columns.time < fields.count, let time = seconds(fields[columns.time].text),
      PresetCue.range.contains(time)
    else {
      let found = columns.time < fields.count ? fields[columns.time] : fields[fields.count - 1]
      throw DataError(
        "expected seconds from 0 to 86400, found \"\(found.text.excerpt())\"", in: file, at: found.location)
    }
    let given = columns.name.flatMap { $0 < fields.count && !fields[$0].text.isEmpty ? fields[$0] : nil }
    guard let given else { return PresetCue(name: name, time: time) }
    let text = given.text.replacing(" ", with: "-")
    guard PresetCue.isName(text) else {
      throw DataError(
        "expected a name of letters, digits, _ and -, found \"\(given.text.excerpt())\"", in: file, at: given.location)
    }
    return PresetCue(name: text, time: time)
  }

  private static func seconds(_ text: String) -> Double? {
    if let match = text.wholeMatch(of: /(\d{1,4}):(\d{1,2}(?:\.\d+)?)/) {
      return Double(match.1).flatMap { minutes in Double(match.2).map { minutes * 60 + $0 } }
    }
    return try? NumberText.parse(text, unit: .seconds)
  }
}
