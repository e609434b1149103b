package import Foundation
package import StarminePresets

/// The text of a document while it is tuned. What tools keep of it is the text; the scene follows, so undoing is going
/// back to an earlier text.
package struct Draft {
  package let source: PresetSource

  package init(_ source: PresetSource) { self.source = source }

  /// Another text in the place of this one: relative paths start from the same folder.
  package func with(_ bytes: [UInt8]) -> Draft {
    Draft(
      PresetSource(
        bytes: bytes, file: source.file, directory: source.directory, isBundled: source.isBundled,
        loader: source.loader))
  }

  /// Names the text: equal texts have equal names.
  package var revision: String { Self.revision(of: source.bytes) }

  /// FNV-1a in 64 bits, with the length.
  package static func revision(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\(String(hash, radix: 36))-\(bytes.count)"
  }

  /// The scene, nil where the text has errors, and everything that is to be said about it.
  package func read() -> (scene: PresetScene?, problems: [DocumentProblem]) {
    do throws(PresetError) {
      let scene = try source.scene()
      return (scene, scene.unsupported + scene.remarks)
    } catch {
      return (nil, error.problems)
    }
  }

  /// The text with changes, comments and layout kept, and notes on unusual values.
  ///
  /// Errors: problems of the document (`PresetError`), a change that does not fit (`ValueMismatchError`).
  package func applying(_ changes: [PropertyOverride]) throws -> (draft: Draft, notes: [String]) {
    var changes = changes
    let given = GivenVariables(taking: &changes)
    var editor = try PresetEditor(source.giving(given))
    try editor.keep(given)
    var notes: [String] = []
    for change in changes { notes += try editor.apply(change) }
    return (with(try editor.document(in: source.directory, named: nil)), notes)
  }

  /// The text for a file of another name or in another folder.
  package func saved(in folder: URL, named name: String) throws -> [UInt8] {
    try PresetEditor(source).document(in: folder, named: name)
  }
}
