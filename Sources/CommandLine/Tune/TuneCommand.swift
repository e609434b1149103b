struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune", abstract: "Compare variations of a preset on a sheet.",
    discussion: """
      Use one of:
        --sweep    values of one key over time, or a grid of two keys. KEY=A:B:N: linear; KEY=log:A:B:N: equal \
      factors; KEY=v1,v2,v3: a list (points: 1,2;3,4)
        --mutate   random variations within usual ranges

      Sheets are PNG files. --pick K writes variation K as a document. The same command gives the same sheet.

      EXAMPLES:
        starmine tune fireworks --sweep spark.velocity=50:400:5
        starmine tune snow --sweep snow.scale=log:0.1:0.8:4 --sweep snow.spin=0,1
        starmine tune embers --mutate 15 --lock colour,lifetime --seed 7
        starmine tune embers --mutate 15 --seed 7 --pick 5 -o my.json
      """)

  @OptionGroup var scene: SceneOptions

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Values of a key. Repeat for a grid.", valueName: "key=values"), completion: Completion.keyPath)
  var sweep: [String] = []

  @Option(help: ArgumentHelp("Number of random variations.", valueName: "n")) var mutate: Int?

  @Option(help: "Strength of the mutations. 0.5 at most doubles or halves a number.") var amount = 0.5

  @Option(
    help: ArgumentHelp("Keys, groups of keys or names that mutations do not change, or \"colour\".", valueName: "a,b"))
  var lock: String?

  @Option(help: ArgumentHelp("Write variation K as a document to -o instead of a sheet.", valueName: "k"))
  var pick: Int?

  @OptionGroup var sheet: SheetOptions

  func validate() throws {
    guard sweep.isEmpty != (mutate == nil) else {
      throw ValidationError(
        "\(sweep.isEmpty ? "Missing option" : "Use only one of these options"): --sweep or --mutate")
    }
    if let mutate, !(1...Sweep.limit).contains(mutate) {
      throw ValidationError("--mutate \(mutate): expected 1 to \(Sweep.limit)")
    }
    guard amount > 0, amount <= 4 else { throw ValidationError("--amount \(amount): expected above 0 and up to 4") }
    if pick != nil {
      guard let output = sheet.output else { throw ValidationError("--pick needs -o DOCUMENT") }
      try DocumentFile.check(output)
      try scene.edits.checkSaving()
    } else {
      try PictureOutput.check(sheet.output, what: "a sheet")
      if sheet.output == OutputPath.standard { throw ValidationError("-o -: a sheet needs a file name") }
    }
  }

  func run() throws {
    let loaded = try scene.load(size: sheet.size).scene
    let variations = try usage { try self.variations(of: loaded) }
    if let pick { return try write(pick, of: variations) }
    try VariationSheet(
      scene: scene, sheet: sheet, name: scene.outputName, variations: variations.list, sweeps: variations.sweeps
    ).run()
  }

  private func variations(of loaded: PresetScene) throws -> (list: [Variation], sweeps: [[PropertyOverride]]) {
    if let mutate {
      let locks = lock?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
      let mutation = Mutation(amount: amount, locks: locks, seed: loaded.seed)
      return (try mutation.variations(of: loaded, count: mutate), [])
    }
    let sweeps = try sweep.map { text throws in try Sweep(parsing: text).changes(in: loaded) }
    return (try Variation.sweep(sweeps), sweeps)
  }

  private func usage<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as ValueMismatchError {
      throw CommandError.usage(error.message)
    }
  }

  private func write(_ index: Int, of variations: (list: [Variation], sweeps: [[PropertyOverride]])) throws {
    guard let chosen = variations.list.first(where: { $0.index == index }), let output = sheet.output else {
      throw CommandError.usage("--pick \(index): expected 0 to \(variations.list.count - 1)")
    }
    let count = try scene.save(chosen.changes, to: output)
    Log.result(
      "\(output): variation \(index), \(chosen.label), \(count) \(count == 1 ? "change" : "changes")", on: output)
  }
}

struct SheetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Times of a --sweep of one key, in seconds: FIRST:LAST:COUNT, or a list. Default: six over the movie.",
      valueName: "a:b:n"))
  var times: TimesArgument?

  @Option(help: "Time of other sheets. Default: the middle of the movie.") var at: SecondsArgument?

  @Option(
    help: ArgumentHelp(
      "Size of one picture, as for render. Default: longer side 240 pixels.",
      valueName: "size"), completion: RequestedSize.completion)
  var size: RequestedSize?

  @Option(help: "Number of columns of --mutate sheets. Default: a nearly square grid.") var columns: Int?

  @Option(name: .shortAndLong, help: "Output file.", completion: .file()) var output: String?

  @Option(help: "Number of render threads, 0 to 1024. 0: one per core.") var threads = 0

  @Option(help: "Progress on standard error.") var progress = ProgressStyle.auto

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    if let columns, !(1...100).contains(columns) { throw ValidationError("--columns \(columns): expected 1 to 100") }
    if let at, at.seconds > 86400 { throw ValidationError("--at \(at.seconds): expected at most 86400 seconds") }
  }
}

/// Draws variations of a preset: a strip over time for each value of one sweep, a grid for two, otherwise single
/// images.
struct VariationSheet {
  let scene: SceneOptions
  let sheet: SheetOptions
  let name: String
  let variations: [Variation]
  /// Values of the sweeps; empty for random variations.
  let sweeps: [[PropertyOverride]]

  private let clock = ContinuousClock()

  init(
    scene: SceneOptions, sheet: SheetOptions, name: String, variations: [Variation], sweeps: [[PropertyOverride]]
  ) {
    (self.scene, self.sheet, self.name) = (scene, sheet, name)
    (self.variations, self.sweeps) = (variations, sweeps)
  }

  func run() throws {
    let start = clock.now
    let path = try OutputPath.resolve(sheet.output, name: "\(name)-tune", extension: "png")
    let source = try scene.source()
    let loaded = try scene.request(source, size: sheet.size).scene()
    let first = loaded.movie()
    let cell = loaded.frameOptions.pixelSize ?? first.thumbnailSize(longerSide: 240)
    let times = times(first)
    let layout = try layout(cell: cell, times: times, seed: first.seed)
    let contact = try ContactSheet(layout)
    let interruption = Interruption()
    let request = interruption.request
    do {
      try write(contact, source, times, path, request)
    } catch MovieError.cancelled {
      throw CommandError.interrupted("Interrupted. \(path) was not written.")
    }
    print(
      String(
        format: "%@: %@, %dx%d, in %.1f s", path, variations.count.counted("variation"), layout.size.width,
        layout.size.height,
        start.duration(to: clock.now) / .seconds(1)))
  }

  // MARK: Layout

  private var isStrip: Bool { sweeps.count == 1 }

  private func times(_ movie: Movie) -> [Double] {
    guard isStrip else { return [(sheet.at?.seconds ?? movie.length / 2) * movie.speed] }
    return sheet.times?.seconds.map { $0 * movie.speed } ?? (0..<6).map { movie.duration * (Double($0) + 0.5) / 6 }
  }

  private func layout(cell: PixelSize, times: [Double], seed: UInt32) throws -> SheetLayout {
    let free = min(variations.count, sheet.columns ?? Int(Double(variations.count).squareRoot().rounded(.up)))
    let columns = isStrip ? times.count : sweeps.count == 2 ? sweeps[0].count : free
    let rows = (variations.count * times.count + columns - 1) / columns
    guard columns * rows <= Sweep.limit else {
      throw CommandError.usage("the sheet has \(columns * rows) cells, more than the limit of \(Sweep.limit)")
    }
    var layout = SheetLayout(columns: columns, rows: rows, cell: cell)
    let moment = String(format: "%g s", times[0])
    // Values common to all images are removed first, because keys may be too long for the sheet.
    let keys = sweeps.compactMap { $0.first?.path }
    layout.title = ([name, "seed \(seed)"] + (isStrip ? [] : ["at \(moment)"]) + keys)
      .joined(separator: "   ")
    if isStrip {
      layout.columnHeads = times.map { String(format: "%.3g s", $0) }
      layout.rowHeads = variations.map { "#\($0.index)  \($0.label)" }
      return layout
    }
    if sweeps.count == 2 {
      layout.columnHeads = sweeps[0].map(\.shortText)
      layout.rowHeads = sweeps[1].map(\.shortText)
      layout.captions = variations.map { "#\($0.index)" }
    } else {
      layout.captions = variations.map { "#\($0.index)  \($0.label)" }
    }
    return layout
  }

  // MARK: Drawing

  private func movie(of variation: Variation, _ source: PresetSource) throws -> Movie {
    var request = scene.request(source, size: sheet.size)
    request.changes += variation.changes
    return try request.scene().movie()
  }

  private func write(
    _ contact: ContactSheet, _ source: PresetSource, _ times: [Double], _ path: String, _ request: Interruption.Request
  ) throws {
    var pictures: [MovieFrame] = []
    for variation in variations {
      guard !request.isMade else { throw MovieError.cancelled }
      let movie = try movie(of: variation, source)
      for time in times { pictures.append(try movie.frame(at: time, FrameOptions(pixelSize: contact.layout.cell))) }
    }
    let image = try SheetProgress(sheet.progress).draw(pictures, on: contact, workers: sheet.threads) { request.isMade }
    // Encoding a large sheet takes seconds.
    let bytes = try ImageWriter.png(image)
    guard !request.isMade else { throw MovieError.cancelled }
    try OutputFile.write(bytes, to: path)
  }
}
