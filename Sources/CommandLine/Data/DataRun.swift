/// The outputs of a table: one per valid row, and the errors of the others, all known before the first frame.
struct DataRun {
  struct Item: Sendable {
    let number: Int
    /// Location of the row: `people.csv:3`.
    let place: String
    let given: GivenVariables
    let path: String
    fileprivate(set) var files: [String] = []
  }

  let document: RowDocument
  let pattern: RowPattern
  private(set) var items: [Item] = []
  private(set) var failures: [(place: String, message: String)] = []
  private let table: DataTable
  private let edits: EditOptions
  /// Variables from the command line, for all rows.
  private let given: GivenVariables
  private let size: RequestedSize?
  private let variables: [PresetVariable]
  /// Notes on the document, which are not repeated for each row.
  private let known: Set<String>

  /// Reads and checks the table, and prints the errors of its rows.
  /// - Parameter output: the pattern of `-o`.
  /// - Parameter ending: extension of outputs without a name.
  init(
    _ options: DataOptions, _ data: String, preset: String, edits: EditOptions, size: RequestedSize?, output: String?,
    extension ending: String
  ) throws {
    (self.edits, given, self.size) = (edits, edits.given, size)
    table = try options.table(data)
    let source = try PresetReference(preset).source(Movie.presetLoader)
    let scene = try edits.load(edits.request(source)).scene
    (variables, known) = (scene.variables, Set(scene.unsupported.map(\.description)))
    let shared = Dictionary(variables.compactMap { v in v.value.map { (v.name, $0) } }) { $1 }
      .merging(["seed": edits.seed.map { "\($0)" } ?? "default"]) { $1 }
    pattern = try RowPattern(output, preset: PresetReference(preset).outputName, extension: ending, table, shared)
    let rows = 1...max(1, table.count)
    let asked = (options.rows?.rows ?? rows).clamped(to: rows)
    guard table.count > 0 else { throw CommandError.usage("\(table.file) has no rows") }
    guard asked.count == 1 || pattern.isOfRows else {
      throw CommandError.usage("-o \(output ?? ""): every row needs a different name, as in 'out/{row}.\(ending)'")
    }
    document = RowDocument(source.text, named: source.namedFiles + Self.files(in: table, asked, variables, given))
    try checkColumns()
    for number in asked { add(number) }
    checkNames()
    checkScenes()
    sayFailures()
  }

  /// Prints every error in JSON, and each type of error once otherwise.
  private func sayFailures() {
    guard Log.style.format != .json else { return failures.forEach { Log.error($0.message) } }
    let mistakes = Self.once(failures.flatMap { $0.message.split(separator: "\n").map(String.init) })
    for mistake in mistakes.prefix(Self.mostTold) { Log.error(mistake) }
    guard mistakes.count > Self.mostTold else { return }
    let rest = (mistakes.count - Self.mostTold).counted("further mistake")
    Log.error("\(table.file): \(rest); --log-format json lists all")
  }

  /// The first message of each type, with the number of others that differ only in locations, numbers and quoted text.
  private static func once(_ messages: [String]) -> [String] {
    var (kinds, found) = ([String: Int](), [(text: String, others: Int)]())
    for text in messages {
      let kind = text.replacing(/^\S+:\d+ \(row \d+\): |\S+:\d+:\d+: |layer\.\S+ |"[^"]*"|[0-9]+/, with: "")
      if let index = kinds.updateValue(kinds[kind] ?? found.count, forKey: kind) {
        found[index].others += 1
      } else {
        found.append((text, 0))
      }
    }
    return found.map { $0.others > 0 ? "\($0.text) (and \($0.others) more like this)" : $0.text }
  }

  private static let mostTold = 20

  /// Images in the folder of the table that it names, and those of the command line.
  private static func files(
    in table: DataTable, _ rows: ClosedRange<Int>, _ variables: [PresetVariable], _ given: GivenVariables
  ) -> [String] {
    let names = variables.filter { $0.kind == .image }.map(\.name)
    guard !names.isEmpty else { return [] }
    let scope = FileScope(folder: table.folder.path)
    let own = given.values.values.compactMap { $0.folder?.appendingPathComponent($0.text).path }
    let texts = Set(
      rows.flatMap { number in
        let row = try? table.row(number - 1)
        return names.compactMap { row?.fields[$0]?.text }.filter { !$0.isEmpty && !$0.hasPrefix("data:") }
      })
    return own
      + texts.map { $0.hasPrefix("/") ? $0 : table.folder.appendingPathComponent($0).path }
      .filter(scope.contains)
  }

  // MARK: Checks

  private func checkColumns() throws {
    guard !variables.isEmpty else {
      throw CommandError.usage("\(document.text.file) has no variables (vars) for the columns of \(table.file)")
    }
    let used = pattern.usedColumns.union(variables.map(\.name))
    for column in table.columns where !column.isEmpty && !used.contains(column) {
      let hint = column.nearest(in: variables.map(\.name)).map { "; did you mean \($0)?" } ?? ""
      Log.note("\(table.file): the column \"\(column.excerpt())\" is not used\(hint)")
    }
    let missing = variables.filter { !table.columns.contains($0.name) && given[$0.name] == nil }
    if let variable = missing.first(where: { $0.defaultValue == nil }) {
      throw CommandError.usage(
        "\(table.file) has no column \"\(variable.name)\", which has no default. Columns: " + table.columns.listed())
    }
    if !missing.isEmpty {
      Log.note("\(table.file): no column for \(missing.map(\.name).listed()); the default values are used")
    }
  }

  private mutating func add(_ number: Int) {
    do throws(DataError) {
      let row = try table.row(number - 1)
      let values = row.given(variables, of: table)
      for variable in variables where variable.defaultValue == nil {
        guard values[variable.name] == nil, given[variable.name] == nil else { continue }
        throw DataError(
          "\(variable.name) is empty, and has no default", in: table.file,
          at: row.fields[variable.name]?.location ?? row.location)
      }
      let path = try pattern.path(row, number: number)
      let place = "\(table.file):\(row.location.line) (row \(number))"
      items.append(Item(number: number, place: place, given: values, path: path))
    } catch {
      failures.append(("row \(number)", "\(error)"))
    }
  }

  /// Finds rows with the same output.
  private mutating func checkNames() {
    var owners: [String: Item] = [:]
    var kept: [Item] = []
    for item in items {
      // Compared as on case-insensitive file systems.
      let key = item.path.lowercased().precomposedStringWithCanonicalMapping
      if let owner = owners[key] {
        failures.append(
          ("row \(item.number)", "\(item.place): \(item.path) is also the output of \(owner.place); add {row} to -o"))
      } else {
        owners[key] = item
        kept.append(item)
      }
    }
    items = kept
  }

  /// Loads the scene of every row without drawing.
  private mutating func checkScenes() {
    var (kept, warnings) = ([Item](), [String]())
    for var item in items {
      do {
        let source = document.outline(item.given)
        let scene = try edits.request(source).scene().scene
        item.files = source.namedFiles
        let notes = scene.unsupported.filter { !known.contains($0.description) }
        if edits.strict, !notes.isEmpty { throw PresetError(problems: notes) }
        warnings += notes.prefix(3).map { "\(item.place): \($0)" }
        kept.append(item)
      } catch {
        failures.append(("row \(item.number)", "\(message(error, item))"))
      }
    }
    items = kept
    for warning in Self.once(warnings) { Log.warning(warning) }
  }

  private func message(_ error: any Error, _ item: Item) -> String {
    if let error = error as? PresetError, error.problems.allSatisfy({ $0.file == table.file }) {
      return "\(error)"
    }
    return "\(item.place): \(CommandError(error)?.message ?? "\(error)")"
  }

  // MARK: Work

  func describe() throws {
    for item in items {
      let values = variables.compactMap { variable in
        item.given[variable.name].map { "\(variable.name)=\($0.text.excerpt(40))" }
      }
      Log.result("\(item.path): row \(item.number), \(values.joined(separator: ", "))")
    }
    Log.result("\(items.count.counted("row")) of \(items.count + failures.count) can be rendered")
    if !failures.isEmpty { throw CommandError.said(.usage) }
  }

  /// Calls a closure for each valid row. Prints errors and continues.
  func each(_ body: (PresetSource, String) throws -> Void) throws {
    let (start, interruption) = (ContinuousClock.now, Interruption())
    var (failed, code) = (failures.map(\.place), failures.isEmpty ? nil : CommandError.Code.usage)
    for item in items {
      if interruption.request.isMade { throw CommandError.interrupted("Interrupted before \(item.place).") }
      do {
        try OutputPath.makeFolder(of: item.path)
        try body(document.source(item.given), item.path)
      } catch {
        let failure = CommandError(error) ?? .failed("\(error)")
        guard failure.code.isError else { throw failure }
        Log.error("\(item.place): \(failure.message)", code: failure.code.rawValue, output: item.path)
        failed.append("row \(item.number)")
        code = code ?? failure.code
      }
    }
    let (all, seconds) = (items.count + failures.count, (ContinuousClock.now - start) / .seconds(1))
    Log.result(BatchSummary.text(all - failed.count, all, 0, failed, seconds))
    if let code { throw CommandError.said(code) }
  }
}

/// The document of a table, parsed once and then loaded for each row on any thread.
struct RowDocument: Sendable {
  let text: PresetText
  private let files: FileScope
  private let sprites = SpriteCache()

  /// - Parameter named: files outside the document's folder that may be read: those named by the document or the
  ///   command line, and those in the table's folder that it names.
  init(_ text: PresetText, named: [String]) {
    self.text = text.parsed
    files = FileScope(folder: text.directory.path, and: named)
  }

  func source(_ given: GivenVariables) -> PresetSource {
    var loader = Movie.presetLoader
    loader.files = files
    loader.makeSprite = { [sprites] in sprites.image(of: $0) }
    return text.source(loader).giving(given)
  }

  /// The document for checks only: reads headers of images and draws no sprites.
  func outline(_ given: GivenVariables) -> PresetSource {
    var loader = Movie.presetLoader
    loader.files = files
    let (load, measure) = (loader.loadImage, loader.measureImage)
    let dot = CGImage(width: 1, height: 1, pixels: [0])
    loader.loadImage = { url, scope in try measure(url, scope) == nil ? load(url, scope) : dot }
    loader.makeSprite = { _ in dot }
    return text.source(loader).giving(given)
  }
}
