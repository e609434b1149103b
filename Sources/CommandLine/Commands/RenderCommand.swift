public import ArgumentParser
import Foundation
public import Starmine
import StarmineMedia
import StarminePresets

extension OddSides: ExpressibleByArgument {}

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render presets to video files.",
    discussion: """
      The format follows the file's extension: .mp4, .m4v and .mov hold H.264, .framemd5 a checksum of every frame; \
      for .null frames are drawn and converted, and written nowhere: --stats tells how fast. Frames are the same for \
      every number of threads, and a part of a movie is what the whole has there.

      Several presets are rendered one after the other, or --jobs at a time; a failure does not stop the others.

      EXAMPLES:
        starmine render fireworks-show
        starmine render snow -o snow.mp4 --size story --fps 30 --duration 5
        starmine render fireworks --set spark.velocity=200 --set '**.birthRate*=150%'
        starmine render embers --palette ice --speed 0.5
        starmine render confetti --frames 0-119 --progress json --stats stats.json
        starmine render rain snow -o 'out/{name}-square.mp4' --size square --jobs 2
        starmine render fireworks-show -o show.mp4 --resume
        starmine save snow --palette gold -o - | starmine render - -o gold.mp4
      """)

  @Argument(
    help: "Presets' names (see `starmine presets`), paths of documents, or - for a document on standard input.",
    completion: Completion.preset)
  var presets: [String]

  @OptionGroup var edits: EditOptions
  @OptionGroup var settings: RenderSettings

  @Option(
    name: .shortAndLong,
    help: "The file to write, a folder, or a pattern with {name} and {seed}. Default: out/NAME.mp4.",
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("How many presets are rendered at a time.", valueName: "n")) var jobs = 1

  @Option(help: ArgumentHelp("Write figures of the render as JSON.", valueName: "file"), completion: .file())
  var stats: String?

  func validate() throws {
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs \(jobs): expected 1 to 64") }
    guard presets.filter({ $0 == OutputPath.standard }).count <= 1 else {
      throw ValidationError("standard input (-) can be read once")
    }
    if output == OutputPath.standard {
      throw ValidationError("-o -: a video needs a file; `starmine still -o -` writes a picture to standard output")
    }
  }

  func run() throws {
    if settings.progress == .json { Log.change { $0.format = .json } }
    if stats == OutputPath.standard { Log.change { $0.isOutputTaken = true } }
    let list = try makeJobs()
    for job in list { try OutputPath.makeFolder(of: job.path) }
    if let stats { try OutputPath.makeFolder(of: stats) }
    let interruption = Interruption()
    let request = interruption.request
    if list.count == 1 {
      let record = try renderAlone(list[0], request)
      if let record, let stats { try write([record], to: stats) }
      return
    }
    let isCancelled: @Sendable () -> Bool = { request.isMade }
    try RenderBatch(jobs: list, lanes: jobs).run(isCancelled: isCancelled) { records in
      if let stats { try write(records, to: stats) }
    }
  }

  /// In a stream of events, an error says which output it is about.
  private func renderAlone(_ job: RenderJob, _ request: Interruption.Request) throws -> RenderRecord? {
    do {
      return try job.run { request.isMade }
    } catch {
      guard Log.style.format == .json, let failure = Failure(error) else { throw error }
      Log.error(failure.message, code: failure.code.rawValue, output: job.path)
      throw Failure.said(failure.code)
    }
  }

  /// Errors: two inputs that would be written to one file.
  private func makeJobs() throws -> [RenderJob] {
    var owners: [String: String] = [:]
    let lanes = min(jobs, presets.count)
    return try presets.map { preset in
      let name = PresetReference(preset).outputName
      let seed = ["seed": edits.seed.map { "\($0)" } ?? "default"]
      let path = try OutputPath.path(output, name: name, extension: "mp4", seed)
      if let other = owners.updateValue(preset, forKey: path) {
        let hint = output == nil ? "name the outputs with -o" : "put {name} into -o"
        throw Failure.usage("\(other) and \(preset) would both be written to \(path); \(hint)")
      }
      var settings = settings
      if lanes > 1 {
        let threads = settings.threads > 0 ? settings.threads : ProcessInfo.processInfo.activeProcessorCount
        settings.threads = max(1, threads / lanes)
      }
      return RenderJob(
        preset: preset, path: path, edits: edits, settings: settings, isAlone: presets.count == 1, showsBar: lanes == 1)
    }
  }

  private func write(_ records: [RenderRecord], to path: String) throws {
    let data = presets.count == 1 ? try prettyJSON(records[0]) : try prettyJSON(records)
    try OutputPath.write(data + Data("\n".utf8), to: path)
  }
}

/// How movies are drawn and encoded.
struct RenderSettings: ParsableArguments {
  @Option(help: SizeArgument.help, completion: SizeArgument.completion)
  var size: SizeArgument?

  @Option(help: ArgumentHelp("Only these frames, both ends included; the first is 0.", valueName: "a-b"))
  var frames: FrameRangeArgument?

  @Option(help: "Threads that draw; 0 is one per core.")
  var threads = 0

  @Option(help: "Quality of H.264: 0 lossless, 18 visually lossless, 51 worst.")
  var crf = 18.0

  @Option(
    help: "Speed of H.264: \(VideoOptions.encoderPresets.joined(separator: ", ")).",
    completion: .list(VideoOptions.encoderPresets))
  var encoderPreset = "veryfast"

  @Option(
    help: ArgumentHelp(
      "Odd sides where a format takes even ones: pad by a pixel of the background, scale to the next size, or error.",
      valueName: "way"))
  var odd = OddSides.pad

  @Flag(help: "Leave files alone that exist.")
  var noOverwrite = false

  @Flag(help: "Keep what is finished beside the output until all is done, and go on from there.")
  var resume = false

  @Option(
    help: "How to show progress on standard error: a bar on a terminal, lines in a log, or json, one event a line.")
  var progress = ProgressStyle.auto

  /// Options of the encoder.
  var videoOptions: VideoOptions { VideoOptions(crf: crf, encoderPreset: encoderPreset) }

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    do {
      try videoOptions.check()
    } catch {
      let nearest = encoderPreset.nearest(in: VideoOptions.encoderPresets)
      let hint = nearest.map { $0 == encoderPreset ? "" : "; did you mean \($0)?" } ?? ""
      throw ValidationError("\(error)\(hint)")
    }
  }
}
