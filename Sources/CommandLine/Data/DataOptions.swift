import ArgumentParser
import Foundation
import StarmineGraphics
import StarminePresets

/// `10-20`, both ends included, or one row; the first is 1.
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

/// A table whose rows are values for the variables of a document.
struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A table with an output for each row: CSV, a JSON array of objects or JSON Lines, or - for standard input. Columns "
        + "are the document's variables; -o may name them too, as in 'out/{name}.mp4', and {row}.", valueName: "file"),
    completion: .file(extensions: ["csv", "tsv", "json", "jsonl"]))
  var data: String?

  @Option(help: ArgumentHelp("With --data: only these rows, both ends included; the first is 1.", valueName: "a-b"))
  var rows: RowRangeArgument?

  func validate() throws {
    if data == nil, rows != nil { throw ValidationError("--rows goes with --data, a table of values") }
  }

  /// Errors: what cannot be beside a table.
  func check(_ presets: [String], output: String?) throws {
    guard let data else { return }
    guard presets.count == 1 else { throw ValidationError("--data: the rows are for one document") }
    if data == OutputPath.standard, presets[0] == OutputPath.standard {
      throw ValidationError("standard input (-) can be read once: the document or the table")
    }
    if output == OutputPath.standard { throw ValidationError("-o -: standard output takes one row; name files") }
  }

  /// Reads the table. Errors: a file that cannot be read, a header that is none, rows that are not there.
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
