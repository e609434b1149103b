extension DocumentValue {
  /// The value on one line, as JSON5 with `{ unquoted: keys }`, or as JSON with quoted ones.
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

  /// The value as plain JSON over several lines, short arrays and objects on one.
  package func pretty(indent: String = "") -> String {
    let short = line(quotingKeys: true)
    if indent.count + short.count <= 100 { return short }
    let inner = indent + "  "
    switch content {
    case .array(let items):
      return "[\n" + items.map { inner + $0.pretty(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      let texts = members.map { "\(inner)\($0.key.quotedJSON): \($0.value.pretty(indent: inner))" }
      return "{\n" + texts.joined(separator: ",\n") + "\n\(indent)}"
    default: return short
    }
  }
}

extension String {
  /// In double quotes, with JSON's escapes.
  var quotedJSON: String {
    // Most texts need nothing.
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

  /// As the key of an object; quoted where it is no name.
  package func keyText(quoted: Bool) -> String {
    let isName = utf8.first.map { $0.startsName } ?? false && utf8.allSatisfy { $0.startsName || $0.isDigit }
    return quoted || !isName ? quotedJSON : self
  }
}
