/// Fate of the keys of a foreign document: how many are in ours, how many have no effect in a movie, and which are
/// lost, with the reason. Every key is one of the three.
final class ImportRecord {
  static let most = 200

  let file: String
  private(set) var used = 0
  private(set) var idle = 0
  private(set) var lost = 0
  private(set) var notes: [DocumentProblem] = []
  let pictures = PictureStore()

  init(file: String) { self.file = file }

  /// Counts keys whose meaning is in the document.
  func use(_ count: Int = 1) { used += count }

  /// Counts keys that a document without them is drawn like: what an editor notes for itself, what a pointer does.
  func pass(_ count: Int = 1) { idle += count }

  /// Names a key that is left out or kept only in part.
  func lose(_ path: String, _ reason: String, at place: SourceLocation) {
    lost += 1
    guard notes.count < Self.most else { return }
    notes.append(
      DocumentProblem(
        severity: .unsupported, file: file, location: place, path: path.excerpt(120), message: reason.excerpt(200)))
  }
}
