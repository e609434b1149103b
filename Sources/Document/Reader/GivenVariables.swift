/// Values for the variables of a document, from a command line or a row of data.
package struct GivenVariables: Sendable, Equatable {
  package struct Value: Sendable, Equatable {
    /// Taken as it is: braces in it stand for nothing.
    package var text: String
    /// What messages call its place: a file, or an option.
    package var file: String
    /// Place in the file; line 0 for none.
    package var location: SourceLocation
    /// What the path of a picture starts from; nil: the document's folder.
    package var folder: URL?

    package init(_ text: String, file: String, at location: SourceLocation? = nil, folder: URL? = nil) {
      (self.text, self.file, self.folder) = (text, file, folder)
      self.location = location ?? SourceLocation(line: 0, column: 0)
    }
  }

  package private(set) var values: [String: Value] = [:]

  package init() {}

  package init(_ texts: [String: String]) {
    values = Dictionary(uniqueKeysWithValues: texts.map { ($0.key, Value($0.value, file: "the variable \($0.key)")) })
  }

  package var isEmpty: Bool { values.isEmpty }

  package subscript(name: String) -> Value? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// Those of another set count more.
  package func merging(_ others: GivenVariables) -> GivenVariables {
    var merged = self
    merged.values.merge(others.values) { $1 }
    return merged
  }
}
