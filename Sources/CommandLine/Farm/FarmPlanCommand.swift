import ArgumentParser
import Foundation
import StarmineRendering
import StarmineFarm
import StarmineGraphics
import StarmineMedia
import StarminePresets

struct FarmPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Prepare a folder for rendering a movie in segments.",
    discussion: """
      Writes plan.json and copies the document and its images to the folder. Later changes of the originals have no \
      effect. Fails if the document uses an unsupported feature. Fonts are not copied: install the same fonts on all \
      machines.

      EXAMPLES:
        starmine farm plan fireworks-show -o show
        starmine farm plan snow -o snow --size 4k --movie snow-4k.mov
        starmine farm plan card.json --data people.csv -o 'cards/{name}.segments'
      """)

  @Argument(
    help: "Preset name (see `starmine presets`), path of a document, or - for standard input.",
    completion: Completion.preset)
  var preset: String

  @OptionGroup var edits: EditOptions
  @OptionGroup var settings: RenderSettings
  @OptionGroup var outputs: OutputOptions
  @OptionGroup var data: DataOptions

  @Option(name: .shortAndLong, help: "Output folder. Default: out/NAME.segments.", completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Name of the final movie. The extension selects the format. Default: NAME.mp4.",
      valueName: "name"))
  var movie: String?

  @Option(
    help: ArgumentHelp(
      "Number of frames per segment. Must be a multiple of \(VideoFormat.segmentFrames) if the encoder restarts.",
      valueName: "n"))
  var segmentFrames = VideoFormat.segmentFrames

  func validate() throws {
    guard (1...FarmPlan.largestSegmentFrames).contains(segmentFrames) else {
      throw ValidationError("--segment-frames \(segmentFrames): expected 1 to \(FarmPlan.largestSegmentFrames)")
    }
    try data.check([preset], output: nil)
    if edits.captions != nil { throw ValidationError("--captions: first run starmine import FILE -o FILE.json") }
    if let movie, movie.contains("/") { throw ValidationError("--movie \(movie): expected a name without a folder") }
  }

  func run() throws {
    let name = PresetReference(preset).outputName
    if let table = data.data {
      let run = try DataRun(
        data, table, preset: preset, edits: edits, size: settings.size, output: output, extension: "segments")
      if outputs.dryRun { return try run.describe() }
      return try run.each { source, path in
        let row = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let own = source.giving(cues: edits.cueFile)
        try plan(own.keeping(own.loader.given.merging(edits.given)), in: path, named: row)
      }
    }
    // A folder that is there is the plan's own, not one to put it into.
    let path = try output ?? OutputPath.resolve(nil, name: name, extension: "segments")
    try OutputPath.makeFolder(of: path)
    let source = try PresetReference(preset).source(Movie.presetLoader).giving(cues: edits.cueFile)
    try plan(edits.given.isEmpty ? source : source.keeping(edits.given), in: path, named: name)
  }

  /// - Parameter name: of the movie, without its extension.
  private func plan(_ source: PresetSource, in path: String, named name: String) throws {
    let words = try MovieArguments.read(MovieWords.withoutVariables)
    let standard = "\(name).\(outputs.defaultExtension(isClear: edits.isClear))"
    let job = words.job(to: movie ?? outputs.numbered(standard))
    let cues = try RenderJob(
      preset: preset, path: job.path, edits: edits, settings: settings, outputs: outputs, isAlone: true, showsBar: false
    ).request(source).scene().scene.cues
    // Files of cues and sounds that are listened to are not there on other machines.
    let source = cues.isEmpty ? source : try source.keeping(cues)
    let render = try job.plan(source) { false }
    try EditOptions.report(render.scene.unsupported, strict: true)
    EditOptions.say(render.sceneNotes)
    try checkSegmentFrames(render.format)
    if outputs.dryRun { return render.lines.forEach { Log.result($0) } }
    var plan = try FarmPlan(
      render, source, preset: preset, segmentFrames: segmentFrames, isFrozen: true
    ).sealed()
    if try isThere(plan, path) { return }
    let folder = try SegmentFolder(path: path, plan: plan)
    plan.secondsPerFrame = try SegmentWork.secondsPerFrame(render.movie, plan.frames, to: plan.output, render.options)
    try freeze(source, try SegmentFolder(path: folder.path, plan: plan))
    Log.result(Self.summary(try SegmentFolder(reading: folder.path)))
  }

  private func checkSegmentFrames(_ format: VideoFormat) throws {
    guard !format.hasRestarts || segmentFrames % VideoFormat.segmentFrames == 0 else {
      let nearest = (segmentFrames / VideoFormat.segmentFrames + 1) * VideoFormat.segmentFrames
      throw CommandError.usage(
        "--segment-frames \(segmentFrames): \(format.name) needs a multiple of \(VideoFormat.segmentFrames) "
          + "frames, such as \(nearest)")
    }
  }

  /// Whether the folder has just this plan; another one is left alone.
  private func isThere(_ plan: FarmPlan, _ path: String) throws -> Bool {
    guard FileManager.default.fileExists(atPath: path + "/plan.json") else { return false }
    let old = try SegmentFolder(reading: path)
    let differences = plan.differences(from: old.plan)
    guard differences.isEmpty else {
      throw CommandError.usage(
        "\(path) has a different plan (\(differences.joined(separator: "; "))). Remove the folder, or use another")
    }
    Log.result("\(path): the plan is there")
    return true
  }

  /// Copies first: who sees the plan sees them all.
  private func freeze(_ source: PresetSource, _ folder: SegmentFolder) throws {
    try folder.freeze(source.bytes, as: folder.plan.document)
    for file in folder.plan.sources where file != folder.plan.document {
      try folder.freeze(InputFile.bytes(of: file.path, atMost: 1 << 30), as: file)
    }
    try folder.create()
  }

  private static func summary(_ folder: SegmentFolder) -> String {
    let plan = folder.plan
    let seconds = (plan.secondsPerFrame ?? 0) * Double(min(plan.segmentFrames, plan.frameCount))
    return String(
      format: "%@: %@ of %@, %dx%d; about %.1f s of drawing on one core each", folder.path,
      plan.segmentCount.counted("segment"), plan.segmentFrames.counted("frame"), plan.width, plan.height, seconds)
  }
}
