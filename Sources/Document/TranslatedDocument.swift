package import Foundation
import StarmineGraphics

/// A document of another program as one of ours.
package struct TranslatedDocument: Sendable {
  /// Its text, with a comment for each key that is not kept.
  package var bytes: [UInt8]
  /// Folder that relative paths of images start from.
  package let directory: URL
  /// Name of its format, for people.
  package let format: String
  /// Keys whose meaning is kept, keys without an effect in a movie, and keys that are named because they are lost.
  package let counts: (used: Int, idle: Int, lost: Int)
  /// Things that are not kept, with their place in the other document.
  package let notes: [DocumentProblem]
  /// A sentence about what was guessed, because the document does not say it; nil for nothing.
  package let guess: String?

  package init(
    bytes: [UInt8], directory: URL, format: String, counts: (used: Int, idle: Int, lost: Int),
    notes: [DocumentProblem], guess: String? = nil
  ) {
    (self.bytes, self.directory, self.format) = (bytes, directory, format)
    (self.counts, self.notes, self.guess) = (counts, notes, guess)
  }

  /// The counts in words.
  package var summary: String {
    let idle = counts.idle == 0 ? "" : "\(counts.idle) without effect, "
    return "\(counts.used.counted("key")) used, \(idle)\(counts.lost) not kept"
  }
}
