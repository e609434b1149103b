/// Counts the keys of an imported document once: converted, without effect in a movie, or lost with a reason.
final class ImportRecord {
  static let most = 200

  let file: String
  private(set) var used = 0
  private(set) var idle = 0
  private(set) var lost = 0
  private(set) var notes: [DocumentProblem] = []
  let pictures = PictureStore()

  init(file: String) { self.file = file }

  func use(_ count: Int = 1) { used += count }

  /// Counts keys that do not affect the picture, such as an editor's notes or pointer interaction.
  func pass(_ count: Int = 1) { idle += count }

  /// Reports a key that is lost completely or in part.
  func lose(_ path: String, _ reason: String, at place: SourceLocation) {
    lost += 1
    guard notes.count < Self.most else { return }
    notes.append(
      DocumentProblem(
        severity: .unsupported, file: file, location: place, path: path.excerpt(120), message: reason.excerpt(200)))
  }
}
