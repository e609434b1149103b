public import Foundation

/// A file of the program's resources by its name, with or without its ending.
open class NSDataAsset: NSObject {
  /// As it was asked for.
  public let name: String
  /// The file's bytes.
  public let data: Data

  /// Nil where the bundle has no such file. Several files of one name: the first in alphabetical order.
  public init?(name: String, bundle: Bundle = .main) {
    guard let folder = bundle.resourcePath, !name.contains("/"),
      let files = try? FileManager.default.contentsOfDirectory(atPath: folder),
      let file = files.sorted().first(where: { $0 == name || ($0 as NSString).deletingPathExtension == name }),
      let data = try? Data(contentsOf: URL(filePath: folder).appending(path: file))
    else { return nil }
    (self.name, self.data) = (name, data)
  }
}
