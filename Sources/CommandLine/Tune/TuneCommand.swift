import ArgumentParser
import Foundation
import StarmineRendering
import StarmineMedia
import StarminePresets
import StarmineTuning

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

  @Option(help: "Largest mutation: 0.5 at most doubles or halves a number.") var amount = 0.5

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
      "Times of a strip in seconds: FIRST:LAST:COUNT, or a comma-separated list. Default: six over the movie.",
      valueName: "a:b:n"))
  var times: TimesArgument?

  @Option(help: "Time of a grid. Default: the middle of the movie.") var at: SecondsArgument?

  @Option(
    help: ArgumentHelp(
      "Size of one picture, as for render. Default: longer side 240 pixels.",
      valueName: "size"), completion: AskedSize.completion)
  var size: AskedSize?

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
