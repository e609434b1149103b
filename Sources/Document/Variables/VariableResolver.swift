/// Replaces variables by their values after a document is parsed and before its values are read.
package struct VariableResolver {
  private let problems: ProblemList
  private let given: GivenVariables
  private let images: ImageStore
  private var declarations: [String: VariableReader.Declaration] = [:]
  private var values: [String: DocumentValue] = [:]
  /// Variables whose default is being resolved, to detect cycles.
  private var pending: [String] = []
  private var used = Set<String>()

  /// - Parameter images: checks that given images exist.
  package init(_ given: GivenVariables, images: ImageStore, problems: ProblemList) {
    (self.given, self.images, self.problems) = (given, images, problems)
  }

  /// Returns the document without references, and its variables with their values.
  package mutating func resolve(_ document: DocumentValue) -> (document: DocumentValue, variables: [PresetVariable]) {
    let found = VariableReader(problems: problems).declarations(in: document)
    let names = (found ?? []).map(\.variable.name)
    reportUnknown(among: names)
    guard let found else { return (document, []) }
    declarations = Dictionary(found.map { ($0.variable.name, $0) }) { first, _ in first }
    let variables = names.compactMap { name -> PresetVariable? in
      guard var variable = declarations[name]?.variable else { return nil }
      let value = value(of: name)
      let hasDefault = declarations[name]?.value != nil
      if hasDefault { variable.initial = given[name] == nil ? value : declarations[name]?.value }
      if hasDefault || given[name] != nil { variable.document = value }
      return variable
    }
    return (filled(document), variables)
  }

  private func reportUnknown(among names: [String]) {
    for (name, value) in given.values.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
      let hint = names.isEmpty ? "; the document has no variables (vars)" : name.alternatives(among: names)
      problems.error("no variable is called \"\(name.excerpt())\"\(hint)", for: value)
    }
  }

  /// Warnings about probable mistakes, after `resolve`.
  package func remarks(file: String) -> [DocumentProblem] {
    declarations.values.sorted { $0.variable.name < $1.variable.name }.compactMap { declaration in
      let name = declaration.variable.name
      let isOpen = declaration.value == nil && given[name] == nil
      let message =
        !used.contains(name)
        ? "it is not used; write \"{\(name)}\" to insert its value"
        : isOpen ? "it has no default and no value was given: --var \(name)=..." : nil
      return message.map {
        DocumentProblem(
          severity: .remark, file: file, location: declaration.location, path: declaration.path.text, message: $0)
      }
    }
  }

  // MARK: Values

  /// The value of a variable; null if there is none or it has an error.
  private mutating func value(of name: String) -> DocumentValue {
    if let known = values[name] { return known }
    guard let declaration = declarations[name] else { return DocumentValue(.null) }
    pending.append(name)
    let value = givenValue(of: declaration.variable) ?? defaultValue(of: declaration)
    pending.removeLast()
    values[name] = value
    return value
  }

  private func givenValue(of variable: PresetVariable) -> DocumentValue? {
    guard let value = given[variable.name] else { return nil }
    do {
      if variable.kind == .image, value.text == "none" { return DocumentValue(.null) }
      if variable.kind == .image { return try picture(value, for: variable) }
      return try VariableValue.read(value.text, for: variable)
    } catch {
      problems.error("\(variable.name): \(error.message)", for: value)
      // The error is reported once, not at each use.
      return nil
    }
  }

  private func picture(
    _ value: GivenVariables.Value, for variable: PresetVariable
  ) throws(ValueMismatchError) -> DocumentValue {
    var path = value.text
    if let folder = value.folder, !path.isEmpty, !["/", "data:", "{"].contains(where: path.hasPrefix) {
      path = folder.appendingPathComponent(path).standardizedFileURL.path
    }
    let result = try VariableValue.read(path, for: variable)
    _ = try images.image(result)
    return result
  }

  private mutating func defaultValue(of declaration: VariableReader.Declaration) -> DocumentValue {
    let variable = declaration.variable
    guard let given = declaration.value, given != DocumentValue(.null) else { return Self.nothing(for: variable) }
    let path = declaration.path.appending("default")
    let filled = filled(given, path)
    if case .null = filled.content, case .string = given.content { return filled }
    do {
      return try VariableValue.read(filled, for: variable)
    } catch {
      problems.error(error.message, at: given.location, path: path)
      return DocumentValue(.null)
    }
  }

  /// A placeholder for a variable without a value, so that a document can be shown.
  private static func nothing(for variable: PresetVariable) -> DocumentValue {
    switch variable.kind {
    case .text: DocumentValue(.string(""))
    case .number: DocumentValue(.number(min(max(0, variable.minimum ?? 0), variable.maximum ?? .infinity)))
    case .color: DocumentValue(.string("#ffffff"))
    case .image: DocumentValue(.null)
    case .boolean: DocumentValue(.boolean(false))
    }
  }

  // MARK: Texts

  /// A value with all strings in it resolved.
  private mutating func filled(_ value: DocumentValue, _ path: DocumentPath = .root) -> DocumentValue {
    // After a fatal error, nothing more is created.
    if problems.isOver { return value }
    switch value.content {
    case .string(let text):
      guard let template = VariableTemplate(text) else { return value }
      return value.with(content(of: template, value, path))
    case .array(var items):
      for index in items.indices { items[index] = filled(items[index], path.item(index)) }
      return value.with(.array(items))
    case .object(var members):
      for index in members.indices {
        let key = members[index].key
        if case .root = path, key == VariableReader.key || key == "$schema" { continue }
        members[index].value = filled(members[index].value, path.appending(key))
      }
      return value.with(.object(members))
    default: return value
    }
  }

  private mutating func content(
    of template: VariableTemplate, _ place: DocumentValue, _ path: DocumentPath
  ) -> DocumentValue.Content {
    var text = ""
    for part in template.parts {
      switch part {
      case .text(let plain): text += plain
      case .variable(let name):
        guard isKnown(name, place, path) else { return .null }
        let value = value(of: name)
        if template.parts.count == 1 { return value.content }
        text += value.variableText
      }
      guard text.utf8.count <= VariableValue.longest else {
        problems.error("the text is longer than \(VariableValue.longest) bytes", at: place.location, path: path)
        return .null
      }
    }
    return problems.use(text.utf8.count, at: place.location, path: path) ? .string(text) : .null
  }

  /// Whether a name is a variable that is not being resolved.
  private mutating func isKnown(_ name: String, _ place: DocumentValue, _ path: DocumentPath) -> Bool {
    guard declarations[name] != nil else {
      let names = declarations.keys.sorted()
      let hint = names.isEmpty ? "" : name.alternatives(among: names)
      problems.error("no variable is called \"\(name.excerpt())\"\(hint)", at: place.location, path: path)
      return false
    }
    used.insert(name)
    guard let start = pending.firstIndex(of: name) else { return true }
    let way = (pending[start...] + [name]).joined(separator: " -> ")
    problems.error("the variable refers to itself: \(way.excerpt(200))", at: place.location, path: path)
    return false
  }
}

extension DocumentValue {
  fileprivate func with(_ content: Content) -> DocumentValue {
    var value = self
    value.content = content
    return value
  }
}
