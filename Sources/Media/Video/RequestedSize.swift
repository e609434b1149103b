/// A requested size: `1920x1080`, a name such as `story`, or a single side such as `1080x`, where the other one follows
/// from the scene's aspect ratio.
package struct RequestedSize: Hashable, Sendable {
  package let text: String
  package let width: Int?
  package let height: Int?

  package static let names: [(name: String, width: Int, height: Int)] = [
    ("square", 1080, 1080), ("portrait", 1080, 1350), ("story", 1080, 1920), ("720p", 1280, 720),
    ("1080p", 1920, 1080), ("1440p", 2560, 1440), ("4k", 3840, 2160), ("8k", 7680, 4320),
  ]

  package init(width: Int, height: Int) {
    (self.width, self.height, text) = (width, height, "\(width)x\(height)")
  }

  /// Nil for another string.
  package init?(parsing text: String) {
    self.text = text
    if let row = Self.names.first(where: { $0.name == text.lowercased() }) {
      (width, height) = (row.width, row.height)
      return
    }
    guard let match = text.wholeMatch(of: /(\d{1,6})?\s*[xX×]\s*(\d{1,6})?/) else { return nil }
    (width, height) = (match.1.flatMap { Int($0) }, match.2.flatMap { Int($0) })
    guard width != nil || height != nil, (width ?? 1) > 0, (height ?? 1) > 0 else { return nil }
  }
}
