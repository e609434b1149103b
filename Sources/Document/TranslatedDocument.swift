package struct TranslatedDocument: Sendable {
  package private(set) var document: DocumentValue
  /// Values of the other program's document that can be replaced, as `vars`; nil without.
  package var variables: DocumentValue?
  /// Reads the other program's document again with other values, by name.
  package var revise: @Sendable ([String: String]) throws -> TranslatedDocument? = { _ in nil }
  /// Comments above the text, one for each key that is not kept.
  package var heading = ""
  /// Base folder of relative image paths.
  package let directory: URL
  package let format: String
  /// Number of keys that are converted, that have no effect in a movie, and that are lost.
  package let counts: (used: Int, idle: Int, lost: Int)
  package let notes: [DocumentProblem]
  /// A note about a value that was guessed because the document does not contain it, or nil.
  package let guess: String?

  package init(
    _ document: DocumentValue, directory: URL, format: String, counts: (used: Int, idle: Int, lost: Int),
    notes: [DocumentProblem], guess: String? = nil
  ) {
    (self.document, self.directory, self.format) = (document, directory, format)
    (self.counts, self.notes, self.guess) = (counts, notes, guess)
  }

  /// The same with values for its variables. Errors: a value that does not fit.
  package func giving(_ given: GivenVariables) throws -> TranslatedDocument {
    let texts = given.values.filter { variables?[key: $0.key] != nil }.mapValues(\.text)
    return texts.isEmpty ? self : try revise(texts) ?? self
  }

  /// The document with its variables declared.
  package var declaring: DocumentValue {
    guard let variables, case .object(let members) = document.content else { return document }
    return DocumentValue(.object(members + [DocumentMember(VariableReader.key, variables)]), at: document.location)
  }

  /// The text, created at each call. An image that is used more than once becomes a variable.
  package var bytes: [UInt8] { Array((heading + document.sharingPictures.pretty() + "\n").utf8) }

  package var summary: String {
    let idle = counts.idle == 0 ? "" : "\(counts.idle) without effect, "
    return "\(counts.used.counted("key")) used, \(idle)\(counts.lost) not kept"
  }
}
