/// What is wrong with a table of values, with its place: `people.csv:3:7: ...`.
package struct DataError: Error, Equatable, CustomStringConvertible {
  /// As the user named it.
  package let file: String
  package let location: SourceLocation?
  package let message: String

  package init(_ message: String, in file: String, at location: SourceLocation? = nil) {
    (self.message, self.file, self.location) = (message, file, location)
  }

  package var description: String { "\(file)\(location.map { ":\($0)" } ?? ""): \(message)" }
}
