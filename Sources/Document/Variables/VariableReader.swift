/// Reads `vars: { NAME: { type, default, min, max, summary } }` without the values.
package struct VariableReader {
  struct Declaration {
    var variable: PresetVariable
    var value: DocumentValue?
    var path: DocumentPath
    var location: SourceLocation
  }

  let problems: ProblemList

  package static let key = "vars"
  package static let keys = ["type", "default", "min", "max", "summary"]
  /// Maximum number of variables.
  package static let most = 500

  /// In the order of the document; nil without variables.
  func declarations(in document: DocumentValue) -> [Declaration]? {
    guard let given = document[key: Self.key] else { return nil }
    let path = DocumentPath.root.appending(Self.key)
    guard let object = ObjectReader(given, path: path, problems: problems) else { return [] }
    guard object.members.count <= Self.most else {
      problems.fatal("expected at most \(Self.most) variables", at: object.location, path: path)
      return []
    }
    return object.members.compactMap { member in
      guard PresetVariable.isName(member.key) else {
        object.error(
          "expected a name of letters, digits, _ and -, starting with no digit", at: member.location, key: member.key)
        return nil
      }
      return ObjectReader(member.value, path: object.path(to: member.key), problems: problems)
        .flatMap { declaration(member.key, $0) }
    }
  }

  private func declaration(_ name: String, _ object: ObjectReader) -> Declaration? {
    object.checkKeys(Self.keys)
    guard let kind = kind(object) else { return nil }
    let limits = ["min", "max"].map { key in
      object.read(key) { value throws(ValueMismatchError) in
        guard kind == .number else { throw ValueMismatchError("min and max are for numbers only") }
        return try NumberText.plain(value)
      }
    }
    if let least = limits[0], let most = limits[1], least > most {
      object.error("expected at most max, which is \(most.shortText)", at: object.location, key: "min")
    }
    let variable = PresetVariable(
      name: name, kind: kind, summary: object.string("summary") ?? "", minimum: limits[0], maximum: limits[1])
    return Declaration(variable: variable, value: object["default"], path: object.path, location: object.location)
  }

  private func kind(_ object: ObjectReader) -> PresetVariable.Kind? {
    let names = PresetVariable.Kind.allCases.map(\.rawValue)
    guard object.has("type") else {
      object.error("missing: one of \(names.listed())", at: object.location, key: "type")
      return nil
    }
    return object.read("type") { value throws(ValueMismatchError) in
      guard case .string(let text) = value.content, let kind = PresetVariable.Kind(rawValue: text) else {
        throw ValueMismatchError(unknownSpelling(value, among: names))
      }
      return kind
    }
  }
}
