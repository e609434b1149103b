import StarmineImport

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Convert a file of another program to a document.",
    discussion: """
      Reads Core Animation XML (.caml files, .ca folders, wallpaper folders and .tendies), Particle Designer (.pex, \
      .plist, .json), SpriteKit (.sks), tsParticles and canvas-confetti (JSON), SVG, Lottie (.json, .lottie, .tgs, \
      .lot), and captions (.srt, .vtt, JSON with times of words). Lists unsupported keys in a comment and on standard \
      error. The other commands read these files without conversion.

      EXAMPLES:
        starmine import fire.pex -o fire.json
        starmine import Lock.wallpaper -o lock.json
        starmine render Floating.ca --state Unlock
      """)

  @Argument(help: "File or folder to convert.", completion: .file())
  var file: String

  @Option(
    name: .shortAndLong, help: "Output file, or - for standard output.",
    completion: .file(extensions: ["json", "json5"]))
  var output: String

  @OptionGroup var variables: VariableOptions

  @Flag(help: "Fail if a key is not supported.") var strict = false

  @Flag(help: "Fail if the output exists.") var noOverwrite = false

  @OptionGroup var log: LogOptions

  func validate() throws { try DocumentFile.check(output) }

  func run() throws {
    if output == OutputPath.standard { Log.change { $0.isOutputTaken = true } }
    if OutputPath.isKept(output, noOverwrite: noOverwrite) { return }
    let source = try PresetReference(file).source(Movie.presetLoader).giving(variables.given).revised()
    guard let translated = source.translated else {
      let names = Importer.formats.flatMap(\.endings).map { ".\($0)" }
      throw CommandError.usage("\(file): unsupported format. Supported: \(Set(names).sorted().listed())")
    }
    // All notes: an import reports the result for each key.
    try EditOptions.report(translated.notes, strict: strict, most: .max)
    if translated.counts.lost > translated.notes.count {
      Log.warning("and \(translated.counts.lost - translated.notes.count) more unsupported keys")
    }
    if let guess = translated.guess { Log.note(guess) }
    let url = URL(fileURLWithPath: output)
    let folder = output == OutputPath.standard ? URL(fileURLWithPath: ".") : url.deletingLastPathComponent()
    let bytes = try PresetEditor(source).document(in: folder, named: nil)
    try DocumentFile.write(bytes, to: output)
    Log.result("\(output): \(translated.format), \(translated.summary)", on: output)
    try Self.checkCells(of: try source.scene())
  }

  /// Fails if a cell of the written document is invisible.
  private static func checkCells(of scene: PresetScene) throws {
    let empty = scene.remarks.filter(\.hidesParticles)
    guard !empty.isEmpty else { return }
    for remark in empty { Log.warning(remark.description) }
    throw CommandError(
      message:
        "The document was written; nothing of \(empty.count == 1 ? "one cell" : "\(empty.count) cells") is seen.",
      code: .no)
  }
}
