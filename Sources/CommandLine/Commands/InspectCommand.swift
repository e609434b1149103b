import ArgumentParser
import StarmineCore
import StarmineImport

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Print the values of an SVG file's elements at moments of its animations.",
    discussion: """
      Only elements with an id are listed. Lengths are in user units, transforms are matrices of six numbers.

      EXAMPLES:
        starmine inspect logo.svg --at 1.5
        starmine inspect logo.svg --at 0 --at 2 --json
      """)

  @Argument(help: "An SVG file.", completion: .file(extensions: ["svg", "svgz"])) var file: String

  @Option(help: ArgumentHelp("A moment in seconds. Repeat it for more.", valueName: "seconds")) var at: [Double] = [0]

  @Flag(help: "Print JSON: an object for each moment.") var json = false

  @OptionGroup var log: LogOptions

  func validate() throws {
    if let time = at.first(where: { !(0...1e6).contains($0) }) {
      throw ValidationError("--at \(time): expected 0 to 1000000 seconds")
    }
  }

  func run() throws {
    let bytes = try InputFile.bytes(ofAny: file, atMost: 64 << 20)
    let moments = try SVGInspection.moments(in: bytes, at: at, named: file)
    if json { return try printJSON(moments) }
    for moment in moments {
      for (id, values) in moment.elements.sorted(by: { $0.key < $1.key }) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
          print("\(moment.time) s  \(id).\(key) = \(value)")
        }
      }
    }
  }
}
