extension GivenVariables {
  /// Takes the changes of variables (`vars.title=ANN`) out of a list.
  package init(taking changes: inout [PropertyOverride]) {
    self.init()
    for change in changes {
      guard let name = Self.name(in: change) else { continue }
      self[name] = Value(change.value, file: change.text)
    }
    changes.removeAll { Self.name(in: $0) != nil }
  }

  /// The variable that a change is about.
  package static func name(in change: PropertyOverride) -> String? {
    let prefix = VariableReader.key + "."
    return change.operation == .assign && change.path.hasPrefix(prefix)
      ? String(change.path.dropFirst(prefix.count)) : nil
  }
}
