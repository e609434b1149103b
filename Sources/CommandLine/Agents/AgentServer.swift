import StarmineEmbedding
import StarminePresets

/// The Model Context Protocol: JSON-RPC, both with a handshake (until 2025-11-25) and without (2026-07-28).
struct AgentServer {
  let tools: AgentTools

  private static let stateless = ["2026-07-28"]
  private static let withHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  private static let instructions = """
    Starmine renders particle and layer animations that are described by JSON documents. Begin with presets, look at \
    params, change with set ("KEY=VALUE", "KEY*=2"), look with still and sheet. why says what is seen of each layer.
    """

  private enum RequestError: Error {
    case method(String)
    case parameters(String)
  }

  /// The answer to a message, on one line; nil for a notification.
  func answer(to line: [UInt8]) -> String? {
    guard !line.allSatisfy({ $0 == 32 || $0 == 13 || $0 == 9 }) else { return nil }
    let message: DocumentValue
    do throws(JSON5Error) { message = try JSON5Parser.parse(line) } catch {
      return Self.error(-32700, "the message is not JSON: \(error.message)", .null)
    }
    guard case .string(let method)? = message[key: "method"]?.content else {
      // An answer to a question that was never asked.
      if message[key: "result"] != nil || message[key: "error"] != nil { return nil }
      return Self.error(-32600, "the message has no method", .null)
    }
    guard let id = message[key: "id"] else { return nil }
    do throws(RequestError) {
      let result = try result(of: method, message[key: "params"])
      return Self.line([("jsonrpc", .text("2.0")), ("id", id), ("result", result)])
    } catch {
      switch error {
      case .method(let text): return Self.error(-32601, text, id.content)
      case .parameters(let text): return Self.error(-32602, text, id.content)
      }
    }
  }

  private func result(of method: String, _ parameters: DocumentValue?) throws(RequestError) -> DocumentValue {
    switch method {
    case "initialize": return handshake(parameters)
    case "server/discover":
      return .members(
        [("supportedVersions", .list(Self.stateless.map { .text($0) })), ("capabilities", Self.capabilities)]
          + Self.about + Self.fresh)
    case "ping": return .members([])
    case "tools/list": return .members([("tools", .list(AgentTool.all.map(\.description)))] + Self.fresh)
    case "tools/call": return try call(parameters)
    default: throw .method("the method \(method.excerpt(100)) is unknown")
    }
  }

  private func handshake(_ parameters: DocumentValue?) -> DocumentValue {
    var version = Self.withHandshake[0]
    if case .string(let asked)? = parameters?[key: "protocolVersion"]?.content, Self.withHandshake.contains(asked) {
      version = asked
    }
    return .members([("protocolVersion", .text(version)), ("capabilities", Self.capabilities)] + Self.about)
  }

  private func call(_ parameters: DocumentValue?) throws(RequestError) -> DocumentValue {
    guard case .string(let name)? = parameters?[key: "name"]?.content else { throw .parameters("a call names a tool") }
    guard let tool = AgentTool.all.first(where: { $0.name == name }) else {
      let names = AgentTool.all.map(\.name).joined(separator: ", ")
      throw .parameters("the tool \(name.excerpt(100)) is unknown; there are \(names)")
    }
    var answer: [AgentContent]
    var isError = false
    do throws(HostError) {
      let arguments = try AgentArguments(parameters?[key: "arguments"], of: tool)
      answer = try tool.run(tools, arguments)
    } catch {
      (answer, isError) = ([.text(error.text)], true)
    }
    return .members([
      ("content", .list(answer.map(\.value))), ("isError", DocumentValue(.boolean(isError))),
      ("resultType", .text("complete")),
    ])
  }

  private static let capabilities = DocumentValue.members([("tools", .members([]))])
  private static let about: [(String, DocumentValue)] = [
    ("serverInfo", .members([("name", .text("starmine")), ("version", .text(EngineVersion.text))])),
    ("instructions", .text(instructions)),
  ]
  /// What a client without a handshake asks of lists.
  private static let fresh: [(String, DocumentValue)] = [
    ("resultType", .text("complete")), ("ttlMs", DocumentValue(.number(3_600_000))), ("cacheScope", .text("public")),
  ]

  private static func error(_ code: Double, _ message: String, _ id: DocumentValue.Content) -> String {
    line([
      ("jsonrpc", .text("2.0")), ("id", DocumentValue(id)),
      ("error", .members([("code", DocumentValue(.number(code))), ("message", .text(message))])),
    ])
  }

  private static func line(_ members: [(String, DocumentValue)]) -> String {
    DocumentValue.members(members).line(quotingKeys: true)
  }
}

extension DocumentValue {
  static func text(_ text: String) -> DocumentValue { DocumentValue(.string(text)) }
  static func list(_ items: [DocumentValue]) -> DocumentValue { DocumentValue(.array(items)) }
  static func members(_ members: [(String, DocumentValue)]) -> DocumentValue {
    DocumentValue(.object(members.map { DocumentMember($0.0, $0.1) }))
  }

  subscript(key name: String) -> DocumentValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == name }?.value
  }
}
