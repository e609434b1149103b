/// Values for variables of a document, from the command line or a table row.
package struct GivenVariables: Sendable, Equatable {
  package struct Value: Sendable, Equatable {
    /// The literal text. Braces in it have no meaning.
    package var text: String
    /// Source in messages: a file or an option.
    package var file: String
    /// Location in the file; line 0 for none.
    package var location: SourceLocation
    /// Base folder of image paths; nil: the folder of the document.
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

  /// Returns the values with those of another set, which take precedence.
  package func merging(_ others: GivenVariables) -> GivenVariables {
    var merged = self
    merged.values.merge(others.values) { $1 }
    return merged
  }
}
