/// `10-20` (inclusive), or one row. The first row is 1.
struct RowRangeArgument: ExpressibleByArgument {
  let rows: ClosedRange<Int>

  init?(argument: String) {
    guard let match = argument.wholeMatch(of: /(\d{1,9})(?:-(\d{1,9}))?/), let first = Int(match.1), first > 0 else {
      return nil
    }
    let last = match.2.flatMap { Int($0) } ?? first
    guard first <= last else { return nil }
    rows = first...last
  }
}

struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write one output per row of a CSV, JSON or JSON Lines file. Columns set the document's variables and name the "
        + "outputs: -o 'out/{name}.mp4'. {row} is the row number.", valueName: "file"),
    completion: .file(extensions: ["csv", "tsv", "json", "jsonl"]))
  var data: String?

  @Option(help: ArgumentHelp("With --data: range of rows, both ends included. The first row is 1.", valueName: "a-b"))
  var rows: RowRangeArgument?

  func validate() throws {
    if data == nil, rows != nil { throw ValidationError("--rows requires --data. Add --data FILE") }
  }

  /// Errors: options that cannot be combined with a table.
  func check(_ presets: [String], output: String?) throws {
    guard let data else { return }
    guard presets.count == 1 else { throw ValidationError("--data takes one document. Name one") }
    if data == OutputPath.standard, presets[0] == OutputPath.standard {
      throw ValidationError("standard input (-) can be read only once. Use it for the document or for the table")
    }
    if output == OutputPath.standard {
      throw ValidationError("-o -: a table cannot be rendered to standard output. Name files, as in 'out/{row}.mp4'")
    }
  }

  /// Reads the table. Errors: an unreadable file, an invalid header, missing rows.
  func table(_ data: String) throws -> DataTable {
    let isInput = data == OutputPath.standard
    let file = isInput ? "standard input" : data
    let folder = isInput ? URL(fileURLWithPath: ".") : URL(fileURLWithPath: data).deletingLastPathComponent()
    let bytes: [UInt8]
    do throws(InputFileError) {
      bytes =
        isInput
        ? try InputFile.bytes(ofStream: STDIN_FILENO, named: file, atMost: DataTable.mostBytes)
        : try InputFile.bytes(ofAny: data, atMost: DataTable.mostBytes)
    } catch {
      throw CommandError.usage("\(file) cannot be read: \(error.reason)")
    }
    let table: DataTable
    do throws(DataError) { table = try DataTable(bytes, file: file, folder: folder) } catch {
      throw CommandError.usage("\(error)")
    }
    if let first = rows?.rows.lowerBound, first > table.count {
      throw CommandError.usage("--rows \(first): \(file) has \(table.count.counted("row"))")
    }
    return table
  }
}
