import Foundation
import StarmineGraphics
import StarmineTestSupport

/// One run of the program on hostile input. The same seed makes the same attack.
struct Attack {
  enum Kind: String, CaseIterable {
    /// A bundled preset with mistakes in it.
    case mutant
    /// One property of one class at its extremes, set or animated.
    case extreme
    /// Several properties at their extremes, on layers in each other.
    case combination
    /// A damaged picture in each of the formats that are read.
    case image
    /// A damaged sound under a movie, and one that numbers follow.
    case sound
    /// A damaged clip as contents, and below a movie.
    case clip
    /// A document of another program with mistakes.
    case foreign = "import"
    /// A table, a file of cues or lines of an agent, with mistakes.
    case data
    /// A folder of segments whose plan is not what was written.
    case plan
    /// Commands and options in any order with any values.
    case commandLine = "command-line"
    /// A document of Lottie that is meant badly.
    case lottie
    /// Links out of the folder and FIFOs in the places of outputs.
    case output
  }

  let kind: Kind
  let seed: UInt64
  var arguments: [String] = []
  /// Files beside it, by name.
  var files: [String: [UInt8]] = [:]
  /// Symbolic links beside them, and where they lead.
  var links: [String: String] = [:]
  var bounds = Bounds()
  /// The file that is its standard input; nil: it has none.
  var input: String?

  init(_ kind: Kind, seed: UInt64) throws {
    (self.kind, self.seed) = (kind, seed)
    var random = SplitMix64(seed: seed &* 8 &+ UInt64(Kind.allCases.firstIndex(of: kind) ?? 0))
    switch kind {
    case .mutant: try setDocument(Mutant.document(&random), &random)
    case .extreme: setDocument(Array(Extremes.document(&random).utf8), &random)
    case .combination: setDocument(Array(Extremes.combination(&random).utf8), &random)
    case .image:
      files["image"] = try DamagedFile.image.bytes(&random)
      setDocument(Array(Self.showing("\"image\"").utf8), &random)
    case .sound: try setSound(&random)
    case .clip: try setClip(&random)
    case .foreign:
      let document = try ForeignDocument(&random)
      files["document.\(document.ending)"] = document.bytes
      arguments = ["import", "document.\(document.ending)", "-o", "made.json"]
      if Bool.random(using: &random) {
        arguments = ["still", "document.\(document.ending)", "--at", "0.5", "--size", "96x54", "-o", "picture.png"]
      }
    case .data: setData(MutantData(&random))
    case .plan:
      files = ["plan.json": try MutantPlan.bytes(&random), "document.json": Array(CommandLines.document.utf8)]
      arguments = MutantPlan.commands.randomElement(using: &random) ?? []
    case .commandLine:
      files["tiny.json"] = Array(CommandLines.document.utf8)
      arguments = CommandLines.arguments(&random)
    case .lottie:
      let document = StrangeLottie(random)
      (files, links, arguments) = (document.files, document.links, document.arguments)
    case .output:
      let output = StrangeOutput(&random)
      (files, links, arguments) = (output.files, output.links, output.arguments)
      input = output.isInput ? "lines" : nil
    }
  }

  /// Draws a moment of a document at a small size, or one time in eight asks another command about it.
  private mutating func setDocument(_ document: [UInt8], _ random: inout SplitMix64) {
    files["document.json"] = document
    let moment = ["0", "0.5", "1.9", "7.3"].randomElement(using: &random) ?? "0"
    arguments =
      switch Int.random(in: 0..<16, using: &random) {
      case 0: ["show", "document.json"]
      case 1: ["validate", "document.json"]
      default: ["still", "document.json", "--at", moment, "--size", "96x54", "-o", "picture.png"]
      }
  }

  private mutating func setData(_ data: MutantData) {
    files[data.name] = data.bytes
    files["document.json"] = Array(MutantData.document.utf8)
    arguments = data.arguments
    input = data.isInput ? data.name : nil
  }

  private mutating func setSound(_ random: inout SplitMix64) throws {
    files["sound"] = try DamagedFile.sound.bytes(&random)
    files["document.json"] = Array(
      """
      {movie:{size:[64,36],duration:1,fps:10},layer:{class:"CAEmitterLayer",emitterCells:[{name:"a",lifetime:1,
      birthRate:{audio:"bass",from:1,to:20,file:"sound"},contents:{sprite:"dot",size:8}}]},audio:[{file:"sound"}]}
      """.utf8)
    arguments = ["render", "document.json", "--size", "64x36", "-o", "movie.mp4"]
    if Bool.random(using: &random) {
      files["document.json"] = Array(CommandLines.document.utf8)
      arguments += ["--audio", "sound"] + (Bool.random(using: &random) ? ["--audio-loop"] : [])
    }
  }

  private mutating func setClip(_ random: inout SplitMix64) throws {
    files["clip"] = try DamagedFile.clip.bytes(&random)
    setDocument(Array(Self.showing("{video:\"clip\"}").utf8), &random)
    if Bool.random(using: &random) {
      arguments = ["render", "document.json", "--over", "clip", "-o", "movie.mp4"]
      files["document.json"] = Array(CommandLines.document.utf8)
    }
  }

  /// A document of one layer with contents.
  private static func showing(_ contents: String) -> String {
    "{movie:{size:[64,36],duration:8,fps:30},layer:{contents:\(contents),contentsGravity:\"resizeAspect\"}}"
  }

  var name: String { "\(kind.rawValue)-\(seed)" }

  /// Runs in a folder of its own, which is gone afterwards.
  func run() throws -> (outcome: ChildOutcome, verdict: Verdict) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "starmine-hostile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
    let outside = folder.appendingPathExtension("outside")
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: outside) }
    try Data("theirs".utf8).write(to: outside.appending(path: "theirs"))
    for (name, target) in links {
      let path = folder.appending(path: name).path(percentEncoded: false)
      let target = target.replacing(StrangeOutput.outside, with: outside.path(percentEncoded: false))
      if target == StrangeOutput.fifo { mkfifo(path, 0o600) } else { symlink(target, path) }
    }
    let outcome = try Child(folder: folder).run(arguments, bounds, input: input)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
    let isKept =
      try FileManager.default.contentsOfDirectory(atPath: outside.path(percentEncoded: false)) == ["theirs"]
      && Data(contentsOf: outside.appending(path: "theirs")) == Data("theirs".utf8)
    let leftovers = names.filter { $0.contains(".partial-") } + (isKept ? [] : ["something outside of its folder"])
    return (outcome, Verdict(outcome, bounds, leftovers: leftovers))
  }

  /// Keeps what found a fault, with the fault, in `out/hostile` of the checkout.
  func keep(_ outcome: ChildOutcome, _ verdict: Verdict) throws -> URL {
    let folder = Checkout.root.appending(path: "out/hostile/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
    let text = """
      starmine \(arguments.map { "'\($0)'" }.joined(separator: " ")) <\(input ?? "/dev/null")
      \(verdict.faults.joined(separator: "\n"))
      \(outcome.errors.prefix(2000))
      """
    try Data(text.utf8).write(to: folder.appending(path: "fault.txt"))
    return folder
  }
}

/// Runs that take minutes.
enum HostileRuns {
  static let areAskedFor = ProcessInfo.processInfo.environment["STARMINE_HOSTILE_SECONDS"] != nil
}
