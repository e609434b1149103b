import Foundation

/// A folder that goes with its owner.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "starmine-bench-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
}
