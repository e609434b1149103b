public import Foundation

/// The checkout that the tests run in.
public enum Checkout {
  /// The folder of Package.swift.
  public static var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// Files under a folder of the checkout, as paths relative to the root, sorted; without hidden folders, which hold
  /// builds. Empty where the folder is missing.
  public static func files(under folder: String, extensions: Set<String>) -> [String] {
    let base = root.appending(path: folder).path(percentEncoded: false)
    let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
    let visible = names.filter { !$0.hasPrefix(".") && !$0.contains("/.") }
    return visible.filter { extensions.contains(($0 as NSString).pathExtension) }.map { "\(folder)/\($0)" }.sorted()
  }

  public static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
