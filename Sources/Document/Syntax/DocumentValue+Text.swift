extension DocumentValue {
  /// The value on one line, as JSON5 with `{ unquoted: keys }`, or as JSON with quoted keys.
  package func line(quotingKeys: Bool = false) -> String {
    switch content {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .number(let value): return value.shortText
    case .string(let text): return text.quotedJSON
    case .array(let items): return "[" + items.map { $0.line(quotingKeys: quotingKeys) }.joined(separator: ", ") + "]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let texts = members.map { "\($0.key.keyText(quoted: quotingKeys)): \($0.value.line(quotingKeys: quotingKeys))" }
      return "{ " + texts.joined(separator: ", ") + " }"
    }
  }

  /// The value as JSON on several lines, short arrays and objects on one line; as JSON5 without quotes around keys.
  package func pretty(quotingKeys: Bool = true) -> String {
    var text = ""
    writePretty(to: &text, indent: "", quotingKeys)
    return text
  }

  private func writePretty(to text: inout String, indent: String, _ quotes: Bool) {
    if let short = shortLine(atMost: 100 - indent.utf8.count, quotes) {
      text += short
      return
    }
    let inner = indent + "  "
    switch content {
    case .array(let items):
      text += "[\n"
      for (index, item) in items.enumerated() {
        text += index == 0 ? inner : ",\n\(inner)"
        item.writePretty(to: &text, indent: inner, quotes)
      }
      text += "\n\(indent)]"
    case .object(let members):
      text += "{\n"
      for (index, member) in members.enumerated() {
        text += (index == 0 ? inner : ",\n\(inner)") + member.key.keyText(quoted: quotes) + ": "
        member.value.writePretty(to: &text, indent: inner, quotes)
      }
      text += "\n\(indent)}"
    default: text += line(quotingKeys: quotes)
    }
  }

  /// The value on one line if it is short. Stops early for long values, because every level calls this. Counts bytes,
  /// because counting characters is slower than writing them.
  private func shortLine(atMost limit: Int, _ quotes: Bool) -> String? {
    var text = ""
    switch content {
    case .string(let string) where string.utf8.count > 16 * max(limit, 1): return nil
    case .array(let items):
      text = "["
      for (index, item) in items.enumerated() {
        guard text.utf8.count < limit, let part = item.shortLine(atMost: limit - text.utf8.count, quotes) else {
          return nil
        }
        text += (index == 0 ? "" : ", ") + part
      }
      text += "]"
    case .object(let members) where !members.isEmpty:
      text = "{ "
      for (index, member) in members.enumerated() {
        guard text.utf8.count < limit, let part = member.value.shortLine(atMost: limit - text.utf8.count, quotes) else {
          return nil
        }
        text += (index == 0 ? "" : ", ") + member.key.keyText(quoted: quotes) + ": " + part
      }
      text += " }"
    default: text = line(quotingKeys: quotes)
    }
    return text.utf8.count <= limit ? text : nil
  }
}

extension String {
  /// The string in double quotes with JSON escapes.
  var quotedJSON: String {
    // Most strings need no escape.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) { return "\"\(self)\"" }
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _ where scalar.value < 0x20: text += scalar.escapedJSON
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  package func keyText(quoted: Bool) -> String {
    let isName = utf8.first.map { $0.startsName } ?? false && utf8.allSatisfy { $0.startsName || $0.isDigit }
    return quoted || !isName ? quotedJSON : self
  }
}

extension DocumentValue.Content {
  package var isNull: Bool { if case .null = self { true } else { false } }
}
