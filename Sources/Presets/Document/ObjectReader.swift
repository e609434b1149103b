import StarmineLayers

/// An object of a document with its path, and the rule that every key must be known.
struct ObjectReader {
  let members: [DocumentMember]
  let location: SourceLocation
  /// Empty for the document itself.
  let path: String
  let problems: ProblemList

  /// Nil, with an error in the list, if the value is not an object.
  init?(_ value: DocumentValue, path: String, problems: ProblemList) {
    guard case .object(let members) = value.content else {
      problems.error("expected an object, found \(value.quoted)", at: value.location, path: path)
      return nil
    }
    (self.members, location) = (members, value.location)
    (self.path, self.problems) = (path, problems)
  }

  subscript(key: String) -> DocumentValue? { members.first { $0.key == key }?.value }

  func path(to key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  func path(to key: String, _ index: Int) -> String { "\(path(to: key))[\(index)]" }

  func error(_ message: String, at location: SourceLocation, key: String) {
    problems.error(message, at: location, path: path(to: key))
  }

  /// Reports every key that is not one of `known`.
  func checkKeys(_ known: [String]) {
    for member in members where !known.contains(member.key) {
      error("unknown key\(member.key.alternatives(among: known))", at: member.location, key: member.key)
    }
  }

  /// The value at `key` through `read`, whose mismatch becomes an error; nil if the key is absent or wrong.
  func read<Value>(
    _ key: String, _ read: (DocumentValue) throws(ValueMismatch) -> Value
  ) -> Value? {
    guard let value = self[key] else { return nil }
    do {
      return try read(value)
    } catch {
      self.error(error.message, at: error.location ?? value.location, key: key)
      return nil
    }
  }

  func string(_ key: String) -> String? {
    read(key) { value throws(ValueMismatch) in
      guard case .string(let text) = value.content else {
        throw ValueMismatch("expected a text, found \(value.quoted)")
      }
      return text
    }
  }

  /// The items of an array; none if the key is absent or not an array.
  func array(_ key: String) -> [DocumentValue] {
    read(key) { value throws(ValueMismatch) in
      guard case .array(let items) = value.content else {
        throw ValueMismatch("expected an array, found \(value.quoted)")
      }
      return items
    } ?? []
  }
}
