import StarmineGraphics
import StarmineTestSupport

/// Commands and agents whose outputs are met by links out of the folder, FIFOs and loops of links.
struct StrangeOutput {
  /// In targets of links: a folder beside the one that the program works in.
  static let outside = "OUTSIDE"
  /// Target of a name that is a FIFO.
  static let fifo = "FIFO"

  var files = [
    "tiny.json": Array(CommandLines.document.utf8), "document.json": Array(MutantData.document.utf8),
    "people.csv": Array("title,size\nANN,3\nBOB,4\n".utf8),
  ]
  private(set) var links: [String: String] = [:]
  private(set) var arguments: [String]
  private(set) var isInput = false

  /// A command, and names of its own choice.
  private static let commands: [(String, [String])] = [
    ("atlas tiny.json --count 2 --motion -o a.png", ["a.json", "a-motion.png"]),
    ("render tiny.json -o f%05d.png", ["f00000.png", "f00003.png"]),
    ("render tiny.json --resume -o a.mp4", ["a.mp4.segments"]),
    ("save tiny.json --as caml -o Tiny.ca", ["Tiny.ca"]), ("save tiny.json --as swift -o T.swift", ["T-pictures"]),
    ("tune tiny.json --sweep sky.opacity=0.5,1 -o a.png", ["a.manifest.json"]),
    ("still document.json --data people.csv -o {title}.png", ["ANN.png", "BOB.png"]),
    ("still document.json --data people.csv -o {title}/a.png", ["ANN", "BOB"]),
    ("render document.json --data people.csv --resume -o {title}.gif", ["ANN.gif", "document.rows"]),
  ]
  /// Names that agents ask for, some of which are links.
  private static let paths = [
    "a.gif", "a.json", "b.png", "f%05d.png", "f%d.png", "sub/a.gif", "sub/%05d.png", "%d/a.png", "./a.gif",
    "sub/../a.gif",
    "/tmp/a.gif", "../a.gif", "", "a.gif/", "f00001.png",
  ]

  init(_ random: inout SplitMix64) {
    let ends = [Self.outside, "\(Self.outside)/theirs", "\(Self.outside)/new", Self.fifo, "a.gif", "/dev/null", "."]
    var names: [String]
    if Bool.random(using: &random) {
      let (line, own) = Self.commands.randomElement(using: &random) ?? Self.commands[0]
      (arguments, names) = (line.split(separator: " ").map(String.init), own)
      // A package that is a link is a name of the user's.
      if names == ["Tiny.ca"] { names = [] }
    } else {
      (arguments, names) = (["mcp"], ["a.gif", "a.json", "b.png", "f00001.png", "f1.png", "sub"])
      isInput = true
      files["lines"] = Array((1...4).map { Self.call($0, &random) }.joined(separator: "\n").utf8 + [10])
    }
    for name in names where Int.random(in: 0..<3, using: &random) > 0 {
      links[name] = ends.randomElement(using: &random)
    }
  }

  private static func call(_ id: Int, _ random: inout SplitMix64) -> String {
    let tool = ["render", "render", "save"].randomElement(using: &random) ?? "save"
    let path = paths.randomElement(using: &random) ?? ""
    return "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"tools/call\",\"params\":{\"name\":\"\(tool)\","
      + "\"arguments\":{\"scene\":\"tiny.json\",\"path\":\"\(path)\"}}}"
  }
}
