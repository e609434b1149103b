import CStarmineFFmpeg

/// One property of a clip, as libav knows it, and what becomes of it: in a file that is drawn over the clip, and in a
/// layer that shows it. The table of `media.md 8.6` is made of these rows, and a test has a clip for each.
package struct FootageProperty: Sendable {
  package enum Fate: String, Sendable {
    /// It arrives as it is.
    case kept
    /// It becomes something else that looks or sounds the same, as far as the format can.
    case converted
    /// It is lost or not heeded, and the program says so.
    case told
    /// It says nothing about what is seen.
    case none = "–"
  }

  package let name: String
  /// Fields of `AVCodecParameters` and `AVStream`, kinds of side data, streams beside the pictures.
  package let libav: [String]
  package let over: Fate
  package let contents: Fate
  /// How, in a few words.
  package let words: String
  /// A sentence about a clip whose property does not arrive; nil for one that has none such.
  let remark: @Sendable (FootageTraits, FootageUse) -> String?

  init(
    _ name: String, _ libav: [String], over: Fate, contents: Fate, _ words: String,
    remark: @escaping @Sendable (FootageTraits, FootageUse) -> String? = { _, _ in nil }
  ) {
    (self.name, self.libav, self.over, self.contents, self.words) = (name, libav, over, contents, words)
    self.remark = remark
  }

  /// The rows as a table of Markdown.
  package static var markdown: String {
    let head = ["property", "in libav", "`--over`", "`contents`", "how"]
    let rows = all.map {
      [$0.name, $0.libav.map { "`\($0)`" }.joined(separator: ", "), $0.over.rawValue, $0.contents.rawValue, $0.words]
    }
    return ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }
}

/// Ways to use a clip.
enum FootageUse: Sendable {
  /// It is written anew in a format, with samples of a bit depth; its own ones or RGB.
  case over(VideoFormat, depth: Int, keepsSamples: Bool)
  /// A layer shows it.
  case contents
}

extension Footage {
  /// Sentences about properties that a layer which shows the clip does not heed.
  package var remarksAsContents: [String] {
    let remarks = ((try? frame(0)).map(traits.with) ?? traits).remarks(.contents)
    guard traits.isHDR, !keepsLight else { return remarks }
    return remarks + ["there is not enough memory for the floats of the clip: its light ends at white"]
  }
}

extension FootageTraits {
  func remarks(_ use: FootageUse) -> [String] { FootageProperty.all.compactMap { $0.remark(self, use) } }
}
