package struct PropertyError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    /// `owner` (a class name) has no such property; `nearest` is the most similar key.
    case unknownKey(key: String, owner: String, nearest: String?)
    case wrongKind(expected: ValueKind, given: String)
    /// `relation` (`emitterCells` or `sublayers`) has no element with that name. `names` are the existing names.
    case noSuchName(name: String, relation: String, names: [String])
    case notAProperty(owner: String)
  }

  package let keyPath: String
  package let reason: Reason

  package init(keyPath: String, reason: Reason) { (self.keyPath, self.reason) = (keyPath, reason) }

  package var description: String {
    switch reason {
    case .unknownKey(let key, let owner, let nearest):
      let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
      return "\(keyPath): \(owner) has no property '\(key)'\(hint)"
    case .wrongKind(let expected, let given):
      return "\(keyPath): expected \(expected), not \(given)"
    case .noSuchName(let name, let relation, let names):
      let hint = names.isEmpty ? "there are no named \(relation)" : "there are \(names.joined(separator: ", "))"
      return "\(keyPath): no '\(name)' in \(relation); \(hint)"
    case .notAProperty(let owner):
      return "\(keyPath): leads to a \(owner), not to a property"
    }
  }
}

/// Describes a wrong value in messages.
func describe(_ value: Any?) -> String {
  guard let value else { return "nothing" }
  let text = String(describing: value)
  return "'\(text.count > 40 ? text.prefix(40) + "..." : text[...])' (\(type(of: value)))"
}

package struct WrongValueError: Error {}
