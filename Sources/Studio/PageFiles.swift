import CStarmineStudioPage
import StarmineGraphics

/// The files of the page: those of `Studio/Page`, listed in its `index.inc` and embedded in the executable.
enum PageFiles {
  struct File: Sendable {
    let name: String
    let bytes: [UInt8]

    var mediaType: String {
      switch name.split(separator: ".").last {
      case "html": "text/html; charset=utf-8"
      case "css": "text/css; charset=utf-8"
      default: "text/javascript; charset=utf-8"
      }
    }
  }

  private static let files = EmbeddedFiles(
    index: starmine_page_index, files: starmine_page_files, folder: "Sources/Studio/Page")

  /// A file of the page; nil for a name that is not in the index. The empty name is `index.html`.
  static func file(named name: String) -> File? {
    let name = name.isEmpty ? "index.html" : name
    return files[name].map { File(name: name, bytes: $0) }
  }
}
