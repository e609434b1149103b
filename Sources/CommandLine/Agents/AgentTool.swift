enum AgentContent {
  case text(String)
  case png([UInt8])

  var value: DocumentValue {
    switch self {
    case .text(let text): .members([("type", .text("text")), ("text", .text(text))])
    case .png(let bytes):
      .members([
        ("type", .text("image")), ("data", .text(Data(bytes).base64EncodedString())), ("mimeType", .text("image/png")),
      ])
    }
  }
}

struct AgentTool: Sendable {
  enum Argument: String, CaseIterable {
    case scene, other, set, at, times, size, filter, path, frames, format, over, audio
    case profile = "for"

    var type: String {
      switch self {
      case .scene, .other, .size, .filter, .path, .frames, .format, .over, .audio, .profile: "string"
      case .at: "number"
      case .set, .times: "array"
      }
    }

    var summary: String {
      switch self {
      case .scene: "preset, path or document JSON"
      case .other: "scene too"
      case .set: "KEY=VALUE, KEY*=VALUE, vars.NAME=VALUE, movie.hdr=pq"
      case .at: "seconds"
      case .times: "seconds of each picture; default six"
      case .size: "640x360"
      case .filter: "search term"
      case .path: "file below the working folder"
      case .frames: "first-last"
      case .format: "name of a format"
      case .profile: "delivery preset: overlay, web, hdr10 and others"
      case .over: "clip to draw over"
      case .audio: "sound file"
      }
    }

    var description: DocumentValue {
      var members: [(String, DocumentValue)] = [("type", .text(type)), ("description", .text(summary))]
      if type == "array" {
        members.append(("items", .members([("type", .text(self == .set ? "string" : "number"))])))
      }
      return .members(members)
    }
  }

  let name: String
  let summary: String
  let required: [Argument]
  let optional: [Argument]
  let run: @Sendable (AgentTools, AgentArguments) throws(HostError) -> [AgentContent]

  static let all: [AgentTool] = [
    AgentTool(name: "presets", summary: "Lists all presets.", required: [], optional: []) {
      (tools, _) throws(HostError) in try tools.presets()
    },
    AgentTool(
      name: "params", summary: "Lists keys for set, with values, units and usual ranges, or properties of a class.",
      required: [.scene], optional: [.filter]
    ) { (tools, arguments) throws(HostError) in try tools.parameters(arguments) },
    AgentTool(
      name: "validate", summary: "Reports errors and notes of a document with their lines.", required: [.scene],
      optional: []
    ) { (tools, arguments) throws(HostError) in try tools.validate(arguments) },
    AgentTool(
      name: "save", summary: "Returns the changed document, or writes it to path.", required: [.scene],
      optional: [.set, .path]
    ) { (tools, arguments) throws(HostError) in try tools.save(arguments) },
    AgentTool(
      name: "still", summary: "Renders one frame, with particle counts.", required: [.scene],
      optional: [.set, .at, .size]
    ) { (tools, arguments) throws(HostError) in try tools.still(arguments) },
    AgentTool(
      name: "sheet", summary: "Renders several frames into one picture, with particle counts.", required: [.scene],
      optional: [.set, .times, .size]
    ) { (tools, arguments) throws(HostError) in try tools.sheet(arguments) },
    AgentTool(
      name: "diff", summary: "Compares two scenes; returns differences and pictures.", required: [.scene, .other],
      optional: [.at]
    ) { (tools, arguments) throws(HostError) in try tools.difference(arguments) },
    AgentTool(
      name: "why", summary: "Reports what layers and cells draw: pixels, bounds, why they are invisible.",
      required: [.scene], optional: [.set, .at]
    ) { (tools, arguments) throws(HostError) in try tools.why(arguments) },
    AgentTool(
      name: "render", summary: "Writes a movie: mp4, webm, gif, png frames (%05d) and others by the extension.",
      required: [.scene, .path], optional: [.set, .size, .frames, .format, .profile, .over, .audio]
    ) { (tools, arguments) throws(HostError) in try tools.render(arguments) },
    AgentTool(
      name: "bench", summary: "Measures milliseconds per frame by stage.", required: [.scene], optional: [.set, .size]
    ) { (tools, arguments) throws(HostError) in try tools.bench(arguments) },
  ]

  var description: DocumentValue {
    let properties = (required + optional).map { ($0.rawValue, $0.description) }
    var schema: [(String, DocumentValue)] = [("type", .text("object")), ("properties", .members(properties))]
    if !required.isEmpty { schema.append(("required", .list(required.map { .text($0.rawValue) }))) }
    return .members([("name", .text(name)), ("description", .text(summary)), ("inputSchema", .members(schema))])
  }
}

/// The arguments of a call, with the types of the table.
struct AgentArguments {
  private var values: [AgentTool.Argument: DocumentValue] = [:]

  init(_ value: DocumentValue?, of tool: AgentTool) throws(HostError) {
    let known = tool.required + tool.optional
    if let value {
      guard case .object(let members) = value.content else { throw HostError(.argument, "arguments: not an object") }
      for member in members {
        if case .null = member.value.content { continue }
        guard let argument = known.first(where: { $0.rawValue == member.key }) else {
          let names = known.map(\.rawValue).joined(separator: ", ")
          throw HostError(.argument, "\(tool.name) has no argument \(member.key.excerpt(60)); it takes \(names)")
        }
        values[argument] = member.value
      }
    }
    for argument in tool.required where values[argument] == nil {
      throw HostError(.argument, "\(tool.name) needs \(argument.rawValue): \(argument.summary)")
    }
  }

  /// A string. An object is converted to its document.
  func text(_ argument: AgentTool.Argument) throws(HostError) -> String? {
    switch values[argument]?.content {
    case nil: return nil
    case .string(let text)?: return text
    case .object?: return values[argument]?.line(quotingKeys: true)
    default: throw wrong(argument, "a text")
    }
  }

  func number(_ argument: AgentTool.Argument) throws(HostError) -> Double? {
    switch values[argument]?.content {
    case nil: return nil
    case .number(let number)?: return number
    default: throw wrong(argument, "a number")
    }
  }

  func texts(_ argument: AgentTool.Argument) throws(HostError) -> [String] {
    guard let value = values[argument] else { return [] }
    guard case .array(let items) = value.content else { throw wrong(argument, "a list of texts") }
    var texts: [String] = []
    for item in items {
      guard case .string(let text) = item.content else { throw wrong(argument, "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  func numbers(_ argument: AgentTool.Argument) throws(HostError) -> [Double]? {
    guard let value = values[argument] else { return nil }
    guard case .array(let items) = value.content else { throw wrong(argument, "a list of numbers") }
    var numbers: [Double] = []
    for item in items {
      guard case .number(let number) = item.content else { throw wrong(argument, "a list of numbers") }
      numbers.append(number)
    }
    return numbers
  }

  private func wrong(_ argument: AgentTool.Argument, _ expected: String) -> HostError {
    HostError(.argument, "\(argument.rawValue): expected \(expected), found \(values[argument]?.quoted ?? "")")
  }
}
