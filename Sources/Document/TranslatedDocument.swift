package struct TranslatedDocument: Sendable {
  package let document: DocumentValue
  /// Comments above its text, one for each key that is not kept.
  package var heading = ""
  /// Folder that relative paths of images start from.
  package let directory: URL
  package let format: String
  /// Keys whose meaning is kept, keys without an effect in a movie, and keys that are named because they are lost.
  package let counts: (used: Int, idle: Int, lost: Int)
  package let notes: [DocumentProblem]
  /// A sentence about what was guessed, because the document does not say it; nil for nothing.
  package let guess: String?

  package init(
    _ document: DocumentValue, directory: URL, format: String, counts: (used: Int, idle: Int, lost: Int),
    notes: [DocumentProblem], guess: String? = nil
  ) {
    (self.document, self.directory, self.format) = (document, directory, format)
    (self.counts, self.notes, self.guess) = (counts, notes, guess)
  }

  /// Its text, which is made at each call. A picture that is used more than once is a variable.
  package var bytes: [UInt8] { Array((heading + document.sharingPictures.pretty() + "\n").utf8) }

  package var summary: String {
    let idle = counts.idle == 0 ? "" : "\(counts.idle) without effect, "
    return "\(counts.used.counted("key")) used, \(idle)\(counts.lost) not kept"
  }
}
