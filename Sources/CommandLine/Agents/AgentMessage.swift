import StarminePresets

/// A message of a client, which is a line of JSON.
struct AgentMessage {
  let method: String
  /// As JSON; nil for a notification.
  let id: String?
  let parameters: DocumentValue?
  let line: [UInt8]

  /// What is not a request or a notification.
  struct NoMessage: Error {
    /// Nil where the client expects none.
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
      // An answer to a question that was never asked.
      let isAnswer = message[key: "result"] != nil || message[key: "error"] != nil
      throw NoMessage(answer: isAnswer ? nil : Self.error(-32600, "the message has no method", id ?? "null"))
    }
    (self.method, self.line) = (method, line)
  }

  /// A member of the parameters as JSON.
  func parameter(_ keys: String...) -> String? {
    var value = parameters
    for key in keys { value = value?[key: key] }
    return value.map { Self.json($0, in: line) }
  }

  /// A value as JSON. A number keeps its digits: ids may have more than a floating-point number holds.
  private static func json(_ value: DocumentValue, in line: [UInt8]) -> String {
    guard case .number = value.content else { return value.line(quotingKeys: true) }
    let text = String(decoding: line[value.span], as: UTF8.self)
    let isJSON = text.wholeMatch(of: /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/.asciiOnlyDigits()) != nil
    return isJSON ? text : value.line()
  }

  // MARK: Messages for the client, each on one line

  static func result(_ result: DocumentValue, _ id: String) -> String {
    #"{ "jsonrpc": "2.0", "id": \#(id), "result": \#(result.line(quotingKeys: true)) }"#
  }

  static func error(_ code: Double, _ message: String, _ id: String) -> String {
    let error = DocumentValue.members([("code", DocumentValue(.number(code))), ("message", .text(message))])
    return #"{ "jsonrpc": "2.0", "id": \#(id), "error": \#(error.line(quotingKeys: true)) }"#
  }

  /// - Parameter token: as JSON.
  static func progress(_ seconds: Int, _ token: String) -> String {
    #"{ "jsonrpc": "2.0", "method": "notifications/progress", "params": "#
      + #"{ "progressToken": \#(token), "progress": \#(seconds), "message": "running for \#(seconds) s" } }"#
  }
}
