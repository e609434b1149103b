/// The Model Context Protocol: JSON-RPC, both with a handshake (until 2025-11-25) and without (2026-07-28).
struct AgentServer {
  let tools: AgentTools

  private static let stateless = ["2026-07-28"]
  private static let withHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  private static let instructions = """
    Starmine renders particle and layer animations that are described by JSON documents. Begin with presets, look at \
    params, change with set ("KEY=VALUE", "KEY*=2"), look with still and sheet. why explains which layers are visible.
    """

  private enum RequestError: Error {
    case method(String)
    case parameters(String)
  }

  /// The reply to a message, on one line; nil for a notification.
  func answer(to message: AgentMessage) -> String? {
    guard let id = message.id else { return nil }
    do throws(RequestError) {
      return AgentMessage.result(try result(of: message.method, message.parameters), id)
    } catch {
      switch error {
      case .method(let text): return AgentMessage.error(-32601, text, id)
      case .parameters(let text): return AgentMessage.error(-32602, text, id)
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
    default: throw .method("unknown method \(method.excerpt(100))")
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
      throw .parameters("unknown tool \(name.excerpt(100)); the tools are \(names)")
    }
    do throws(HostError) {
      let arguments = try AgentArguments(parameters?[key: "arguments"], of: tool)
      if let path = try arguments.text(.path) {
        try AgentTarget.check(path)
        if tool.name == "save" { try AgentTarget.checkDocument(path) }
      }
      return Self.result(try tool.run(tools, arguments))
    } catch {
      return Self.result([.text(error.text)], isError: true)
    }
  }

  static func result(_ content: [AgentContent], isError: Bool = false) -> DocumentValue {
    .members([
      ("content", .list(content.map(\.value))), ("isError", DocumentValue(.boolean(isError))),
      ("resultType", .text("complete")),
    ])
  }

  private static let capabilities = DocumentValue.members([("tools", .members([]))])
  private static let about: [(String, DocumentValue)] = [
    ("serverInfo", .members([("name", .text("starmine")), ("version", .text(EngineVersion.text))])),
    ("instructions", .text(instructions)),
  ]
  /// Additional fields of lists for clients without a handshake.
  private static let fresh: [(String, DocumentValue)] = [
    ("resultType", .text("complete")), ("ttlMs", DocumentValue(.number(3_600_000))), ("cacheScope", .text("public")),
  ]
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
