enum VariableValue {
  /// Bytes of a value's text. Pictures may stand in a text.
  static let longest = 1 << 20

  /// The value as documents have it. Errors: what does not fit the kind or the range.
  static func read(_ value: DocumentValue, for variable: PresetVariable) throws(ValueMismatchError) -> DocumentValue {
    let content = try content(value, variable)
    return DocumentValue(content, at: value.location)
  }

  /// The same of what was given from outside, all of it texts.
  static func read(_ text: String, for variable: PresetVariable) throws(ValueMismatchError) -> DocumentValue {
    guard text.utf8.count <= longest else {
      throw ValueMismatchError("the value has \(text.utf8.count) bytes, the limit is \(longest)")
    }
    let isList = variable.kind == .color || variable.kind == .image && text.hasPrefix("{")
    return try read(
      isList ? DocumentValue(argument: text, kind: variable.valueKind) : DocumentValue(.string(text)), for: variable)
  }

  private static func content(
    _ value: DocumentValue, _ variable: PresetVariable
  ) throws(ValueMismatchError) -> DocumentValue.Content {
    switch (variable.kind, value.content) {
    case (.text, .string), (.image, .string), (.image, .object): return value.content
    case (.text, .number(let number)): return .string(number.shortText)
    case (.number, _): return .number(try number(value, in: variable))
    case (.color, _):
      _ = try ColorReader.read(value)
      return value.content
    case (.boolean, .boolean(let flag)): return .boolean(flag)
    case (.boolean, .string(let text)):
      guard let flag = flags[text.lowercased()] else { fallthrough }
      return .boolean(flag)
    default: throw ValueMismatchError("expected \(expectation(variable.kind)), found \(value.quoted)")
    }
  }

  private static let flags = [
    "true": true, "yes": true, "on": true, "1": true, "false": false, "no": false, "off": false, "0": false,
  ]

  private static func number(
    _ value: DocumentValue, in variable: PresetVariable
  ) throws(ValueMismatchError) -> Double {
    let number = try NumberText.plain(value)
    if let least = variable.minimum, number < least {
      throw ValueMismatchError("expected \(least.shortText) or more, found \(value.quoted)")
    }
    if let most = variable.maximum, number > most {
      throw ValueMismatchError("expected \(most.shortText) or less, found \(value.quoted)")
    }
    return number
  }

  private static func expectation(_ kind: PresetVariable.Kind) -> String {
    switch kind {
    case .text: "a text"
    case .number: "a number"
    case .color: "a colour"
    case .image: "the path of a picture"
    case .boolean: "true or false"
    }
  }
}

extension DocumentValue {
  /// As it stands in the middle of a text; nothing for null.
  package var variableText: String {
    switch content {
    case .string(let text): text
    case .number(let number): number.shortText
    case .boolean(let flag): flag ? "true" : "false"
    case .array: (try? ColorReader.read(self)).map { ValueText.text($0) } ?? line()
    case .object: line()
    default: ""
    }
  }
}
