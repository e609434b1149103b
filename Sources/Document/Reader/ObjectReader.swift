/// An object of a document with its path. Unknown keys are errors.
package struct ObjectReader {
  let members: [DocumentMember]
  package let location: SourceLocation
  let path: DocumentPath
  let problems: ProblemList
  /// Indices of the members by key; nil for few members.
  private let index: [String: Int]?

  /// Objects with more members use a dictionary.
  private static let few = 16

  /// Nil with an error if the value is not an object. Nil also if reading has ended.
  package init?(_ value: DocumentValue, path: DocumentPath, problems: ProblemList) {
    guard case .object(let members) = value.content else {
      problems.error("expected an object, found \(value.quoted)", at: value.location, path: path)
      return nil
    }
    guard !problems.isOver else { return nil }
    (self.members, location) = (members, value.location)
    (self.path, self.problems) = (path, problems)
    let places = members.count > Self.few ? members.enumerated().map { ($1.key, $0) } : []
    index = places.isEmpty ? nil : Dictionary(places, uniquingKeysWith: { first, _ in first })
  }

  func place(of key: String) -> Int? {
    if let index { return index[key] }
    return members.firstIndex(of: key)
  }

  package func member(_ key: String) -> DocumentMember? { place(of: key).map { members[$0] } }

  package func has(_ key: String) -> Bool { place(of: key) != nil }

  package subscript(key: String) -> DocumentValue? { place(of: key).map { members[$0].value } }

  package func path(to key: String) -> DocumentPath { path.appending(key) }

  func path(to key: String, _ index: Int) -> DocumentPath { path.appending(key, index) }

  package func error(_ message: @autoclosure () -> String, at location: SourceLocation, key: String) {
    problems.error(message(), at: location, path: path(to: key))
  }

  package func checkKeys(_ known: [String]) {
    for member in members where !known.contains(member.key) {
      if problems.isOver { return }
      error("unknown key\(member.key.alternatives(among: known))", at: member.location, key: member.key)
    }
  }

  /// Reads a value with a function, whose mismatch is reported as an error. Nil if the key is missing or wrong.
  package func read<Value>(
    _ key: String, _ read: (DocumentValue) throws(ValueMismatchError) -> Value
  ) -> Value? {
    guard let place = place(of: key) else { return nil }
    return self.read(at: place, read)
  }

  /// Reads the member at an index with a function, whose mismatch is reported as an error. In place, because a copy of
  /// a member retains its content.
  func read<Value>(at place: Int, _ read: (DocumentValue) throws(ValueMismatchError) -> Value) -> Value? {
    guard !problems.isOver else { return nil }
    do {
      return try read(members[place].value)
    } catch {
      let (key, value) = (members[place].key, members[place].value)
      self.error(error.message, at: error.location ?? value.location, key: key)
      return nil
    }
  }

  package func string(_ key: String) -> String? {
    guard let place = place(of: key), !problems.isOver else { return nil }
    if case .string(let text) = members[place].value.content { return text }
    let value = members[place].value
    error("expected a text, found \(value.quoted)", at: value.location, key: key)
    return nil
  }

  /// The items of an array; empty if the key is missing or not an array.
  func array(_ key: String) -> [DocumentValue] {
    place(of: key).map(array) ?? []
  }

  func array(at place: Int) -> [DocumentValue] {
    read(at: place) { value throws(ValueMismatchError) in
      guard case .array(let items) = value.content else {
        throw ValueMismatchError("expected an array, found \(value.quoted)")
      }
      return items
    } ?? []
  }
}

extension [DocumentMember] {
  /// Without a copy of the members.
  /// - Parameter key: an ASCII key without K. Only other characters have equivalents of another length.
  func firstIndex(of key: String) -> Int? {
    let count = key.utf8.count
    return indices.first { self[$0].key.utf8.count == count && self[$0].key == key }
  }
}
