import Foundation

/// A part of a page between `<!-- name -->` and `<!-- end -->` that is made from sources or tables.
public struct GeneratedPart {
  public let page: String
  public let name: String

  public init(_ name: String, of page: String) { (self.name, self.page) = (name, page) }

  private var start: String { "<!-- \(name) -->\n" }
  private static let end = "<!-- end -->"

  /// Whether the page says what is expected; with UPDATE_GOLDEN=1 it is written, and says so the next time.
  public func matches(_ expected: String) throws -> Bool {
    var text = try Checkout.text(of: page)
    guard let range = range(in: text) else { return false }
    if text[range] == expected { return true }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      text.replaceSubrange(range, with: expected)
      try text.write(to: Checkout.root.appending(path: page), atomically: true, encoding: .utf8)
    }
    return false
  }

  private func range(in text: String) -> Range<String.Index>? {
    guard let start = text.firstRange(of: start),
      let end = text[start.upperBound...].firstRange(of: Self.end)
    else { return nil }
    return start.upperBound..<end.lowerBound
  }
}
