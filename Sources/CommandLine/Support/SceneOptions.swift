public import ArgumentParser
import Foundation
import Starmine
import StarmineGraphics
import StarmineLayers
import StarmineMedia
public import StarminePresets

/// Which scene, and what is changed in it.
struct SceneOptions: ParsableArguments {
  @Argument(
    help: "A preset's name (see `starmine presets`), the path of a document, or - for a document on standard input.",
    completion: Completion.preset)
  var preset: String

  @OptionGroup var edits: EditOptions

  func source() throws -> PresetSource {
    try PresetReference(preset).source(Movie.presetLoader)
  }

  /// Name that outputs are called after.
  var outputName: String { PresetReference(preset).outputName }

  /// Reads the document and applies every option; says what is unusual about it.
  ///
  /// - Parameter size: the frame that is asked for, whose shape the stage may take.
  func load(size: AskedSize? = nil) throws -> PresetScene {
    try edits.load(source(), size: size).scene
  }

  /// A new scene with every option applied, and what is unusual about it.
  func scene(from source: PresetSource, size: AskedSize? = nil) throws -> (scene: PresetScene, notes: [String]) {
    try edits.scene(from: source, size: size)
  }

  /// As `--set` takes them.
  var changes: [OverrideArgument] { edits.changes }
  var strict: Bool { edits.strict }
}

extension PresetScene.Fit: ExpressibleByArgument {}

/// Changes of a scene and of its clock.
struct EditOptions: ParsableArguments {
  @Option(help: "Frames per second: 30, 29.97 or 30000/1001.")
  var fps: FrameRateArgument?

  @Option(help: "Length of the movie: 8, 8s or 500ms.")
  var duration: SecondsArgument?

  @Option(help: ArgumentHelp("How fast time runs: 0.5 takes twice as long, cues and all.", valueName: "factor"))
  var speed: Double?

  @Option(
    help: ArgumentHelp(
      "Repeat without a seam after this time: 6s. With blend the end fades over into the beginning: blend, 6s,blend.",
      valueName: "way"))
  var loop: LoopArgument?

  @Option(help: "Seed of all random numbers. The same seed gives the same frames.")
  var seed: UInt32?

  @Option(help: ArgumentHelp("Colour behind the scene: #102030, navy or hsl(220 50% 20%).", valueName: "colour"))
  var background: ColorArgument?

  @Option(
    help: ArgumentHelp(
      "Paint all cells: \(Palette.all.map(\.name).joined(separator: ", ")), or colours as in documents, with commas.",
      valueName: "colours"), completion: .list(Palette.all.map(\.name)))
  var palette: String?

  @Option(
    help: ArgumentHelp(
      "How a frame of another shape is filled. contain: all of the stage is seen; cover: it fills the frame and is cut "
        + "off; stretch: it fills the frame, out of shape; reflow: the stage takes the frame's shape. Default: what "
        + "the document says.", valueName: "way"))
  var fit: PresetScene.Fit?

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Change a property: KEY=VALUE, KEY+=VALUE or KEY*=VALUE. Repeatable.",
      discussion: """
        KEY is a cell's or layer's name with a property, such as spark.velocity; Core Animation's whole key path \
        works too (sky.emitterCells.snow.birthRate). Names may be left out where only one fits; * stands for one \
        name, ** for any number (**.velocity). movie.duration and its like are the stage's; hue+20, \
        saturation*1.2 and brightness*0.8 turn the colours of all cells. VALUE takes units: 90deg, 2s, 50%, \
        orange, #ff8800cc, 10,20, stage.width/2.
        """, valueName: "key=value"), completion: Completion.keyPath)
  var changes: [OverrideArgument] = []

  @OptionGroup var variableOptions: VariableOptions

  @Option(
    help: ArgumentHelp(
      "Cues for the timeline (at: \"every beat\") instead of the document's: CSV of times, labels, or a sound whose "
        + "beats are taken.", valueName: "file"), completion: .file())
  var cues: String?

  @Option(help: ArgumentHelp("Draw only this: particles. What places and masks them stays.", valueName: "parts"))
  var only: PartsArgument.Only?

  @Option(help: ArgumentHelp("Leave this out: scenery, with the background.", valueName: "parts"))
  var without: PartsArgument.Without?

  @Option(
    help: ArgumentHelp(
      "Keep this: scenery, which is left out over a clip and over a transparent background.", valueName: "parts"))
  var with: PartsArgument.Without?

  @Option(help: ArgumentHelp("Begin in a state of the document.", valueName: "name")) var state: String?

  @Flag(help: "Fail where the document asks for something that is not supported, instead of leaving it out.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "The most memory to take: 2G, 800M. Fewer frames are drawn at a time where it is short. Default: what the machine "
        + "leaves.", valueName: "size"))
  var memory: MemoryArgument?

  @OptionGroup var log: LogOptions

  func validate() throws {
    // Documents and pictures are read before any command runs.
    if let memory { MemoryBudget.limit(to: memory.bytes) }
    let parts = [("--only", only != nil), ("--without", without != nil), ("--with", with != nil)].filter(\.1).map(\.0)
    guard parts.count <= 1 else {
      throw ValidationError("\(parts.joined(separator: ", ")): each says which layers are drawn; take one")
    }
    if let rate = fps?.framesPerSecond, !(rate >= 0.001 && rate <= 1000) {
      throw ValidationError("--fps \(rate): expected 0.001 to 1000 frames per second")
    }
    if let speed, !(speed >= 0.001 && speed <= 1000) {
      throw ValidationError("--speed \(speed): expected 0.001 to 1000")
    }
    if let duration, !(duration.seconds > 0 && duration.seconds <= 86400) {
      throw ValidationError("--duration \(duration.seconds): expected more than 0 and at most 86400 seconds")
    }
  }

  /// The file of `--cues`.
  var cueFile: URL? { cues.map { URL(fileURLWithPath: $0) } }

  /// Values for the document's variables.
  var given: GivenVariables {
    // As `params` prints them: vars.title=ANN.
    var changes = changes.map(\.change)
    return GivenVariables(taking: &changes).merging(variableOptions.given)
  }

  /// Reads the document and applies every option; says what is unusual about it.
  func load(_ source: PresetSource, size: AskedSize?) throws -> (scene: PresetScene, notes: [String]) {
    let (scene, notes) = try self.scene(from: source, size: size)
    try Self.report(scene.unsupported, strict: strict)
    Self.say(notes)
    return (scene, notes + scene.unsupported.map(\.description))
  }

  /// A new scene with every option applied, and what is unusual about it.
  func scene(from source: PresetSource, size: AskedSize?) throws -> (scene: PresetScene, notes: [String]) {
    let frame = size?.exact.map { CGSize(width: $0.width, height: $0.height) }
    var scene = try source.giving(given).giving(cues: cueFile).scene(in: PresetFrame(size: frame, fit: fit))
    if let parts { scene.show(parts) }
    var notes = try Self.apply(changes(of: scene)) { change throws(ValueMismatchError) in try scene.apply(change) }
    notes += scene.remarks.map(\.description) + [scene.partsRemark()].compactMap { $0 }
    if let state { try scene.begin(in: state) }
    return (scene, notes)
  }

  /// Makes changes one after the other, in a scene or in a document; returns what is unusual about them.
  static func apply(
    _ changes: [PropertyOverride], _ write: (PropertyOverride) throws(ValueMismatchError) -> [String]
  ) throws -> [String] {
    var notes: [String] = []
    for change in changes {
      do {
        notes += try write(change)
      } catch {
        throw CommandError.usage("\(change.path == "palette" ? "--" : "--set ")\(error.message)")
      }
    }
    return notes
  }

  /// - Parameter most: notes; where there are more, their number.
  static func say(_ notes: [String], most: Int = 20) {
    for text in notes.prefix(most) { Log.note(text) }
    if notes.count > most { Log.note("and \(notes.count - most) more") }
  }

  /// Layers that are drawn, where an option says so.
  var parts: PresetScene.Parts? {
    only != nil ? .particles : without != nil ? .withoutScenery : with != nil ? .all : nil
  }

  /// Every change of a scene, in the order of applying: what `--set` says counts more than an option of the stage, and
  /// a palette paints what comes of it.
  func changes(of scene: PresetScene) -> [PropertyOverride] {
    movieChanges(of: scene) + changes.map(\.change).filter { GivenVariables.name(in: $0) == nil }
      + (palette.map { [PropertyOverride(path: "palette", value: $0)] } ?? [])
  }

  /// Changes of the stage that have options of their own.
  private func movieChanges(of scene: PresetScene) -> [PropertyOverride] {
    // Lengths are those of what is written, whatever the speed.
    let speed = changedSpeed(of: scene)
    let round = (loop?.loop).map { PresetScene.Loop(length: $0.length.map { $0 * speed }, blends: $0.blends) }
    let length = duration.map { $0.seconds * speed } ?? round?.length
    let values: [(key: String, value: String?)] = [
      ("fps", fps.map { "\($0.framesPerSecond)" }), ("speed", self.speed.map { "\($0)" }),
      ("duration", length.map { "\($0)" }), ("loop", round?.text), ("seed", seed.map { "\($0)" }),
      ("background", background.flatMap { ValueSpelling.argument($0.color, .color) }), ("fit", fit?.rawValue),
    ]
    return values.compactMap { key, value in value.map { PropertyOverride(path: "movie.\(key)", value: $0) } }
  }

  /// The speed after all changes. What is not a number is told where it is applied.
  private func changedSpeed(of scene: PresetScene) -> Double {
    changes.map(\.change).filter { $0.path == "movie.speed" }.reduce(speed ?? scene.speed) { speed, change in
      guard let value = Double(change.value) else { return speed }
      return switch change.operation {
      case .assign: value
      case .add: speed + value
      case .multiply: speed * value
      }
    }
  }

  /// Prints what is not supported, once.
  ///
  /// - Parameter most: lines; where there are more, their number.
  static func report(_ problems: [DocumentProblem], strict: Bool, most: Int = 20) throws {
    guard !problems.isEmpty else { return }
    let text = CommandError.summary(of: problems, most: most)
    if strict { throw CommandError.usage(text) }
    Log.warning(text)
  }
}

/// Words for parts of a scene.
enum PartsArgument {
  /// The only ones that are drawn.
  enum Only: String, ExpressibleByArgument, CaseIterable {
    case particles
  }

  /// Those that are left out or kept.
  enum Without: String, ExpressibleByArgument, CaseIterable {
    case scenery
  }
}
