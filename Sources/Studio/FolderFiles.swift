import CStarmineStudioPage
import Glibc

/// Files of the document's folder that a page can open or choose.
struct FolderFiles: Encodable, Sendable {
  struct Document: Encodable, Sendable {
    let name: String
    let bytes: Int
    /// Time of the last change, seconds since 1970.
    let time: Double
  }

  let folder: String
  /// The newest first.
  let documents: [Document]
  let pictures: [String]

  static let documentEndings: Set = ["json", "json5"]
  static let pictureEndings: Set = ["png", "jpg", "jpeg", "webp", "gif", "bmp", "tif", "tiff"]
  /// Files of each kind that are listed, and entries of the folder that are looked at.
  private static let (most, mostEntries) = (500, 20_000)

  /// Regular files that are in the folder when all links are followed; those in its folders are left out.
  init(_ folder: URL, in scope: FileScope) {
    var (documents, pictures) = ([Document](), [String]())
    for name in Self.names(folder.path) {
      let url = folder.appendingPathComponent(name)
      let ending = url.pathExtension.lowercased()
      let isDocument = Self.documentEndings.contains(ending)
      guard isDocument || Self.pictureEndings.contains(ending), let status = Self.regular(url.path),
        scope.contains(url.path)
      else { continue }
      if isDocument {
        let time = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
        documents.append(Document(name: name, bytes: Int(status.st_size), time: time))
      } else {
        pictures.append(name)
      }
    }
    self.folder = folder.lastPathComponent
    self.documents = Array(documents.sorted { ($1.time, $0.name) < ($0.time, $1.name) }.prefix(Self.most))
    self.pictures = Array(pictures.sorted().prefix(Self.most))
  }

  /// Names that pages may say. A folder may have any number of entries: only the first are read.
  private static func names(_ folder: String) -> [String] {
    guard let entries = FolderEntries(folder) else { return [] }
    var names: [String] = []
    for _ in 0..<mostEntries {
      guard let name = entries.next() else { break }
      if FileName.isPlain(name) { names.append(name) }
    }
    return names
  }

  private static func regular(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status : nil
  }
}

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
