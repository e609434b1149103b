import StarmineGraphics
import StarmineTestSupport

/// Commands with options that belong to them or not, and values that fit or not.
enum CommandLines {
  /// Renders in no time; has names to change.
  static let document = """
    { name: "tiny", movie: { size: [64, 32], fps: 10, duration: 0.5, background: "#203040" },
      layer: { class: "CALayer", sublayers: [
        { class: "CAEmitterLayer", name: "sky", emitterPosition: [32, 16], emitterCells: [
          { name: "snow", birthRate: 20, lifetime: 1, velocity: 20, contents: { sprite: "dot", size: 8 } } ] } ] } }
    """

  /// Without those that wait for a user (`preview`) or take their time on purpose (`bench`).
  private static let commands = [
    "render", "still", "sheet", "show", "params", "presets", "schema", "validate", "save", "diff", "tune", "help",
  ]

  private static let options = [
    "-o", "--at", "--size", "--fps", "--duration", "--seed", "--background", "--set", "--strict", "--threads",
    "--frames",
    "--format", "--quality", "--encoder-preset", "--crf", "--quiet", "--json", "--stats", "--columns", "--count",
    "--sweep",
    "--mutate", "--lock", "--amount", "--help", "--version", "--force", "--overwrite", "--", "-x",
  ]

  private static let values = [
    "tiny.json", "tiny.json", "tiny.json", "snow", "nothing", "", " ", ".", "..", "/", "missing/a.png", "a.png",
    "a.mp4",
    "a.mov", "a.gif", "a.framemd5", "a%04d.png", "0", "1", "-1", "0.5", "1e9", "-1e30", "nan", "inf", "64x36", "0x0",
    "99999x99999", "x", "#fff", "#12345", "0-2", "2-0", "0-99999999999999999999", "sky.opacity=0.5", "opacity=2",
    "sky.emitterCells.snow.birthRate*=2", "emitterCells.*.scale=1:2:3", "=", "a=b", "é\u{301}", "1s", "250ms",
    "18446744073709551616",
    String(repeating: "a", count: 5000),
  ]

  static func arguments(_ random: inout SplitMix64) -> [String] {
    var arguments = [commands.randomElement(using: &random) ?? "show"]
    if Int.random(in: 0..<4, using: &random) > 0 { arguments.append("tiny.json") }
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let list = Bool.random(using: &random) ? options : values
      let word = list.randomElement(using: &random) ?? ""
      // A whole film of a preset takes its time.
      arguments.append(arguments[0] == "render" && word == "snow" ? "tiny.json" : word)
    }
    return arguments
  }
}
