extension PresetCue.Search: ExpressibleByArgument {}

struct CuesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cues", abstract: "Detect beats or onsets in a sound.",
    discussion: """
      Prints times as CSV for --cues and for the cues of a document. An onset is the start of any sound. If the \
      input is a file of times, prints them in order with their names.

      EXAMPLES:
        starmine cues song.wav                   print tempo and beats
        starmine cues song.wav --find onsets -o hits.csv
        starmine render beat.json --cues song.wav --audio song.wav
      """)

  @Argument(help: "Sound file, movie with sound, or file of times.", completion: .file()) var file: String

  @Option(help: "What to detect.") var find = PresetCue.Search.beats

  @Option(help: ArgumentHelp("Name of the cues. Default: beat, or onset.", valueName: "name")) var name: String?

  @Option(
    name: .shortAndLong, help: "Output file, or - for standard output. Default: -.",
    completion: .file(extensions: ["csv"]))
  var output: String?

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup var log: LogOptions

  private struct Reply: Encodable {
    var tempo: Double?
    var cues: [CueRecord]
  }

  func validate() throws {
    guard let name, !PresetCue.isName(name) else { return }
    throw ValidationError("--name \(name): expected letters, digits, _ and -, starting with a letter or _")
  }

  func run() throws {
    let (cues, tempo) = try found()
    if json {
      return try printJSON(Reply(tempo: tempo, cues: cues.map(CueRecord.init)))
    }
    if let tempo { Log.note("\(ValueText.text(tempo)) beats a minute, \(cues.count.counted("cue"))") }
    let text = "time,name\n" + cues.map { "\(ValueText.text($0.time)),\($0.name)\n" }.joined()
    try OutputPath.write(Data(text.utf8), to: output ?? OutputPath.standard)
  }

  private func found() throws -> (cues: [PresetCue], tempo: Double?) {
    let standard = name ?? find.standardName
    guard !CueFile.isMeant(by: URL(fileURLWithPath: file)) else {
      do {
        let bytes = try InputFile.bytes(ofAny: file, atMost: CueFile.mostBytes)
        return (try CueFile.cues(bytes, file: file, name: standard), nil)
      } catch let error as DataError {
        throw CommandError.usage("\(error)")
      }
    }
    let heard = try SoundBeats(path: file)
    let times = heard.times(find)
    guard !times.isEmpty else { throw CommandError.usage("\(file) no \(find.rawValue) found") }
    return (times.map { PresetCue(name: standard, time: $0) }, heard.tempo)
  }
}

/// A cue in JSON output.
struct CueRecord: Encodable {
  var name: String
  var at: Double

  init(_ cue: PresetCue) { (name, at) = (cue.name, cue.time) }
}
