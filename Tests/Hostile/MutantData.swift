import Foundation
import StarmineGraphics
import StarmineTestSupport

/// Files beside a document, with mistakes: tables of values, cues, and lines that an agent sends.
struct MutantData {
  let name: String
  let bytes: [UInt8]
  let arguments: [String]
  /// Whether the file is standard input.
  let isInput: Bool

  /// Has a variable of each kind, and an event at each cue.
  static let document = """
    { vars: { title: { type: "text", default: "A" }, gold: { type: "color", default: "#ffcc00" },
              size: { type: "number", default: 2, min: 0, max: 100 } },
      movie: { size: [64, 32], fps: 10, duration: 0.5 }, cues: [{ name: "hit", at: 0.1 }],
      layer: { sublayers: [{ class: "CATextLayer", name: "t", string: "{title}", fontSize: "{size} * 4",
        foregroundColor: "{gold}", bounds: [0, 0, 60, 12],
        animators: [{ by: "word", shape: "round", scale: "{size}", blur: 1, opacity: 0.5 }] }] },
      timeline: [{ at: "every hit", set: { "t.opacity": 0.5 } }] }
    """

  private static let table = """
    title,gold,size\r
    ANN,#ff0000,3\r
    "B ""O"" B","rgb(1, 2, 3)",0.5\r
    "two
    lines",gold,1e1\r

    """
  private static let objects = """
    [{"title": "ANN", "gold": "#ff0000", "size": 3}, {"title": "BOB", "size": 0.5, "gold": "navy"}]
    """
  private static let cues = [
    "name,at\nhit,0.1\ndrop,250ms\nhit,1:02.5\n",
    "0.1\n0.25 hit\n1:00:01.5 drop\n",
  ]
  private static let lines = """
    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}
    {"jsonrpc":"2.0","method":"notifications/initialized"}
    {"jsonrpc":"2.0","id":2,"method":"tools/list"}
    {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"validate","arguments":{"document":"document.json"}}}
    {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"still","arguments":{"document":"snow","at":0.5}}}

    """

  init(_ random: inout SplitMix64) {
    let text: String
    switch Int.random(in: 0..<4, using: &random) {
    case 0, 1:
      let isTable = Bool.random(using: &random)
      (name, text) = isTable ? ("table.csv", Self.table) : ("table.json", Self.objects)
      arguments = ["still", "document.json", "--data", name, "--size", "64x32", "-o", "{row}-{title}.png"]
    case 2:
      (name, text) = ("cues.csv", Self.cues.randomElement(using: &random) ?? "")
      arguments = Bool.random(using: &random) ? ["cues", name] : ["validate", "document.json", "--cues", name]
    default:
      (name, text) = ("lines", Self.lines)
      arguments = ["mcp"]
    }
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...5, using: &random) { Self.change(&bytes, &random) }
    self.bytes = bytes
    isInput = arguments == ["mcp"]
  }

  /// Another number or word, a field or a line that is repeated or moved, or damaged bytes.
  private static func change(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let comma = UInt8(ascii: ",")
    let separator: UInt8 = [comma, UInt8(ascii: "\n"), UInt8(ascii: "\"")].randomElement(using: &random) ?? comma
    var parts: [[UInt8]] = bytes.split(omittingEmptySubsequences: false) { $0 == separator }.map { Array($0) }
    let place = Int.random(in: parts.indices, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: parts[place] = Array(Extremes.number(&random).utf8)
    case 1: parts[place] = parts[Int.random(in: parts.indices, using: &random)]
    case 2: parts.insert(contentsOf: Array(repeating: parts[place], count: 300), at: place)
    case 3: parts[place] = [UInt8](repeating: parts[place].first ?? comma, count: 5000)
    case 4: parts[place] = Array("../../etc/passwd\u{0}\u{202E}\u{1B}[2J".utf8)
    default:
      bytes.damage(&random, header: 100)
      return
    }
    bytes = Array(parts.joined(separator: [separator]))
  }
}
