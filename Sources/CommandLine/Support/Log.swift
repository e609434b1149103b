import Synchronization

/// Messages on standard error. Results go to standard output.
enum Log {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  struct Style: Sendable {
    var isQuiet = false
    var isVerbose = false
    var format = Format.text
    /// Whether standard output contains an image or document, so that result lines are omitted.
    var isOutputTaken = false
  }

  private static let current = Mutex(Style())

  /// Reads the log format from the arguments first, so that it applies to errors in other arguments.
  static func takeFormat(of arguments: some Collection<String>) {
    let pairs = zip(arguments, arguments.dropFirst())
    let asksForEvents =
      pairs.contains { ["--log-format", "--progress"].contains($0) && $1 == "json" }
      || arguments.contains { ["--log-format=json", "--progress=json"].contains($0) }
    if asksForEvents { change { $0.format = .json } }
  }

  static var style: Style { current.withLock { $0 } }
  static func change(_ change: (inout Style) -> Void) { current.withLock { change(&$0) } }

  static func note(_ text: String) { say("note", "Note: ", text) }
  static func warning(_ text: String) { say("warning", "Warning: ", text) }
  static func detail(_ text: String) {
    if style.isVerbose { say("detail", "", text) }
  }

  /// Errors are printed in every style.
  static func error(_ text: String, code: Int32? = nil, output: String? = nil, prefix: String = "Error: ") {
    let text = text.withoutLongWords
    guard style.format == .json else { return writeLine(prefix + text) }
    event(LogEvent(event: "error", message: text, code: code, output: output))
  }

  /// Prints a created file on standard output.
  /// - Parameter path: the output. If it is standard output, nothing is printed.
  static func result(_ text: String, on path: String? = nil) {
    let style = style
    guard !style.isQuiet else { return }
    if style.isOutputTaken || path.map(OutputFile.leadsToStandardOutput) ?? false { return say("result", "", text) }
    print(text)
  }

  static func event(_ value: some Encodable) {
    guard let data = try? JSONText.line(value) else { return }
    writeLine(String(decoding: data, as: UTF8.self))
  }

  private static func say(_ kind: String, _ prefix: String, _ text: String) {
    let style = style
    guard !style.isQuiet else { return }
    if style.format == .json { event(LogEvent(event: kind, message: text)) } else { writeLine(prefix + text) }
  }

  private static func writeLine(_ text: String) { writeToStandardError(text.printable + "\n") }
}

private struct LogEvent: Encodable {
  var event: String
  var message: String
  var code: Int32?
  var output: String?
}

/// Options for messages. They apply after all arguments are read.
struct LogOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print errors only.") var quiet = false

  @Flag(name: .shortAndLong, help: "Print more details.") var verbose = false

  @Option(help: "Format of messages on standard error: text, or json with one object per line.")
  var logFormat = Log.Format.text

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be combined") }
    Log.change { ($0.isQuiet, $0.isVerbose) = (quiet, verbose) }
    if logFormat == .json { Log.change { $0.format = .json } }
  }
}

extension String {
  /// Maximum Unicode scalars of a word in a message. Paths are rarely longer.
  private static let longestWord = 400
  /// Maximum Unicode scalars of a message: twenty problems of a document.
  private static let longestMessage = 9000

  /// The message with shortened words and a limited length, because an argument can have a megabyte.
  fileprivate var withoutLongWords: String {
    guard utf8.count > Self.longestWord else { return self }
    let text = unicodeScalars.mapParts(at: "\n") { line in
      line.mapParts(at: " ") { word in
        word.count > Self.longestWord ? Substring(word).excerpt(Self.longestWord) : String(Substring(word))
      }
    }
    let start = text.unicodeScalars.prefix(Self.longestMessage)
    return start.count < text.unicodeScalars.count ? "\(Substring(start))..." : text
  }
}

extension BidirectionalCollection<Unicode.Scalar> where SubSequence == Substring.UnicodeScalarView {
  fileprivate func mapParts(at separator: Unicode.Scalar, _ body: (SubSequence) -> String) -> String {
    split(separator: separator, omittingEmptySubsequences: false).map(body).joined(separator: String(separator))
  }
}
