import Foundation
import StarmineGraphics

/// A folder whose files a document may use: nothing outside of it.
struct FolderSource {
  let url: URL
  /// The packages in it, bottom first; one if the folder is itself a package.
  let packages: [URL]

  /// Entries that are looked at in a folder.
  private static let most = 1000

  /// A `.ca` folder, or a folder such as a wallpaper that holds some; nil for others.
  static func make(of url: URL) -> FolderSource? {
    guard Importer.isFolder(url) else { return nil }
    if url.pathExtension.lowercased() == "ca" { return FolderSource(url: url, packages: [url]) }
    var found = packages(in: url)
    if found.isEmpty {
      // Some wallpapers have one folder more.
      for name in names(in: url) where found.isEmpty {
        let inner = url.appendingPathComponent(name)
        if Importer.isFolder(inner), isInside(name, url) { found = packages(in: inner) }
      }
    }
    return found.isEmpty ? nil : FolderSource(url: url, packages: found)
  }

  private static func packages(in folder: URL) -> [URL] {
    let names = names(in: folder).filter { $0.lowercased().hasSuffix(".ca") && isInside($0, folder) }
    return CamlPackage.fromBottom(names).map { folder.appendingPathComponent($0) }
  }

  private static func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).prefix(most).sorted()
  }

  /// Whether a relative path stays in a folder, links followed.
  static func isInside(_ path: String, _ folder: URL) -> Bool {
    guard !path.isEmpty, !path.hasPrefix("/"), !path.contains("\0"), path.utf8.count < 1000,
      !path.split(separator: "/").contains("..")
    else { return false }
    return FileScope(folder: folder.path).contains(folder.appendingPathComponent(path).path)
  }
}
