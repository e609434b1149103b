/// A message of a client: a line of JSON.
struct AgentMessage {
  let method: String
  let id: String?
  let parameters: DocumentValue?
  let line: [UInt8]

  struct NoMessage: Error {
    let answer: String?
  }

  init(_ line: [UInt8]) throws(NoMessage) {
    guard !line.allSatisfy({ $0 == 32 || $0 == 13 || $0 == 9 }) else { throw NoMessage(answer: nil) }
    let message: DocumentValue
    do throws(JSON5Error) { message = try JSON5Parser.parse(line) } catch {
      throw NoMessage(answer: Self.error(-32700, "the message is not JSON: \(error.message)", "null"))
    }
    (id, parameters) = (message[key: "id"].map { Self.json($0, in: line) }, message[key: "params"])
    guard case .string(let method)? = message[key: "method"]?.content else {
      let isAnswer = message[key: "result"] != nil || message[key: "error"] != nil
      throw NoMessage(answer: isAnswer ? nil : Self.error(-32600, "the message has no method", id ?? "null"))
    }
    (self.method, self.line) = (method, line)
  }

  func parameter(_ keys: String...) -> String? {
    var value = parameters
    for key in keys { value = value?[key: key] }
    return value.map { Self.json($0, in: line) }
  }

  /// A value as JSON. Numbers keep their digits, because ids may exceed the precision of a double.
  private static func json(_ value: DocumentValue, in line: [UInt8]) -> String {
    guard case .number = value.content else { return value.line(quotingKeys: true) }
    let text = String(decoding: line[value.span], as: UTF8.self)
    let isJSON = text.wholeMatch(of: /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/.asciiOnlyDigits()) != nil
    return isJSON ? text : value.line()
  }

  static func result(_ result: DocumentValue, _ id: String) -> String {
    #"{ "jsonrpc": "2.0", "id": \#(id), "result": \#(result.line(quotingKeys: true)) }"#
  }

  static func error(_ code: Double, _ message: String, _ id: String) -> String {
    let error = DocumentValue.members([("code", DocumentValue(.number(code))), ("message", .text(message))])
    return #"{ "jsonrpc": "2.0", "id": \#(id), "error": \#(error.line(quotingKeys: true)) }"#
  }

  static func progress(_ seconds: Int, _ token: String) -> String {
    #"{ "jsonrpc": "2.0", "method": "notifications/progress", "params": "#
      + #"{ "progressToken": \#(token), "progress": \#(seconds), "message": "running for \#(seconds) s" } }"#
  }
}

struct MessageLines {
  let file: Int32
  /// Maximum bytes of a message. A longer one is replaced by an invalid one.
  private let longest: Int
  private var waiting: [UInt8] = []
  private var scanned = 0
  private(set) var isAtEnd = false

  init(_ file: Int32, longest: Int) { (self.file, self.longest) = (file, longest) }

  var isRegularFile: Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The next complete message, or nil before the next `read`. The last one needs no line end.
  mutating func next() -> [UInt8]? {
    if let end = waiting[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(waiting[..<end])
      waiting.removeFirst(end + 1)
      scanned = 0
      return line
    }
    scanned = waiting.count
    if waiting.count > longest { (waiting, scanned) = (Array("!".utf8), 1) }
    guard isAtEnd, !waiting.isEmpty else { return nil }
    defer { (waiting, scanned) = ([], 0) }
    return waiting
  }

  mutating func read() -> Bool {
    var (buffer, count) = ([UInt8](repeating: 0, count: 1 << 16), 0)
    repeat { count = Foundation.read(file, &buffer, buffer.count) } while count < 0 && errno == EINTR
    if count > 0 { waiting += buffer.prefix(count) } else { isAtEnd = true }
    return !isAtEnd
  }

  /// Writes a message to standard output.
  /// - Parameter text: a single line.
  static func write(_ text: some StringProtocol) { write(Array(text.utf8)) }

  static func write(_ line: [UInt8]) {
    do { try FileHandle.standardOutput.write(contentsOf: Data(line + [UInt8(ascii: "\n")])) } catch {
      Foundation.exit(CommandError.Code.brokenPipe.rawValue)
    }
  }
}
