import Foundation

/// The change that counts, scene by scene: a file such as `{"default": "3%", "layers-*": "5%", "export-png": 0.1}`.
package struct Thresholds: Sendable, Equatable {
  private var rows: [(pattern: String, share: Double)] = []
  /// For scenes that no pattern fits, as a share.
  package let usual: Double

  /// The same for all.
  package init(_ share: Double) { usual = share }

  package struct Unreadable: Error, CustomStringConvertible {
    package var description: String
  }

  /// - Parameter usual: where the file has no `default`.
  package init(readingFrom path: String, usual: Double) throws {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw Unreadable(description: "\(path) cannot be read: \(error.localizedDescription)")
    }
    guard let object = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] else {
      throw Unreadable(description: "\(path): expected an object such as {\"default\": \"3%\", \"layers-*\": \"5%\"}")
    }
    var (shares, fallback) = ([(String, Double)](), usual)
    for (pattern, value) in object {
      guard let share = Self.share(value) else {
        throw Unreadable(
          description: "\(path): \(pattern): expected a share such as \"3%\" or 0.03, above 0 and up to 1")
      }
      if pattern == "default" { fallback = share } else { shares.append((pattern, share)) }
    }
    // The longest pattern that fits is the one that says most.
    rows = shares.sorted { ($1.0.count, $0.0) < ($0.0.count, $1.0) }
    self.usual = fallback
  }

  private static func share(_ value: Any) -> Double? {
    let number: Double?
    if let text = value as? String {
      number = text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
    } else {
      number = (value as? NSNumber)?.doubleValue
    }
    return number.flatMap { $0 > 0 && $0 <= 1 ? $0 : nil }
  }

  package subscript(scene: String) -> Double {
    rows.first { fnmatch($0.pattern, scene, 0) == 0 }?.share ?? usual
  }

  package static func == (left: Thresholds, right: Thresholds) -> Bool {
    left.usual == right.usual
      && left.rows.elementsEqual(right.rows) { $0.pattern == $1.pattern && $0.share == $1.share }
  }
}
