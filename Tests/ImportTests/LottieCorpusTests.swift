import Foundation
import Starmine
import StarminePresets
import Testing

/// A folder with documents of others, which are not here: the environment names it in STARMINE_LOTTIE.
enum LottieCorpus {
  static let folder: URL? = {
    guard let path = ProcessInfo.processInfo.environment["STARMINE_LOTTIE"] else { return nil }
    let folder = URL(filePath: path).appending(path: "documents")
    return FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) ? folder : nil
  }()

  static var documents: [URL] {
    let files = folder.flatMap { FileManager.default.enumerator(at: $0, includingPropertiesForKeys: nil) }
    let found = (files?.allObjects ?? []).compactMap { $0 as? URL }
    return found.filter { ["json", "lottie", "lot"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
  }
}

@Suite(.enabled(if: LottieCorpus.folder != nil, "STARMINE_LOTTIE names no folder with documents of Lottie"))
struct LottieCorpusTests {
  /// Each is read, and what is not kept is named with its line.
  @Test(arguments: LottieCorpus.documents) func documentsOfTheCorpusAreRead(document: URL) throws {
    let source = try PresetReference(document.path(percentEncoded: false)).source(Movie.presetLoader)
    let notes = try #require(source.translated).notes
    #expect(notes.allSatisfy { $0.location.line > 0 && !$0.path.isEmpty })
    #expect(try Movie(source.scene()).frameCount > 0)
  }
}
