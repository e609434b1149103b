/// Runs joined to one UTF-8 text, without characters that cannot be shown.
struct TextSource {
  var bytes: [UInt8] = []
  /// The remaining runs, each with the index after its last byte.
  var runs: [(run: TextRun, end: Int)] = []
  var diagnostic: TextDiagnostic?

  /// Range of font sizes in points. Others are limited to it.
  static let sizes: ClosedRange<CGFloat> = 0.25...4096
  private static let longest = 100_000
  /// Maximum length of wrapped text: the time of Pango increases with the square of the length.
  private static let longestWrapped = 8_000
  /// Maximum number of characters times size. Pango uses 32 bits of 1/1024 point: two million points.
  private static let widest: CGFloat = 1_000_000

  init(_ given: [TextRun], in frame: TextFrame) {
    let limit = Self.limit(given, in: frame)
    var left = min(limit, Self.visible(given, in: frame))
    let count = given.reduce(0) { $0 + $1.text.unicodeScalars.count }
    if left == limit, count > limit { diagnostic = .textCut(characters: count, limit: limit) }
    for run in given {
      let scalars = run.text.unicodeScalars.prefix(left)
      left -= scalars.count
      append(scalars)
      var clamped = run
      clamped.text = ""
      clamped.size = Self.clamped(run.size)
      if bytes.count > (runs.last?.end ?? 0) { runs.append((clamped, bytes.count)) }
    }
  }

  private static func limit(_ runs: [TextRun], in frame: TextFrame) -> Int {
    let cut = frame.isWrapped && (frame.truncation == .start || frame.truncation == .middle)
    return min(cut ? longestWrapped : longest, Int(widest / (runs.map { clamped($0.size) }.max() ?? 1)))
  }

  /// An upper limit of the visible characters in the frame. Later ones have no effect.
  private static func visible(_ runs: [TextRun], in frame: TextFrame) -> Int {
    guard frame.isWrapped, frame.truncation == .none || frame.truncation == .end else { return longest }
    let em = runs.map { clamped($0.size) }.min() ?? 1
    let squares = (max(0, frame.size.width) / em + 1) * (max(0, frame.size.height) / em + 1)
    return squares < 10_000 ? 1_000 + Int(16 * squares) : longest
  }

  private static func clamped(_ size: CGFloat) -> CGFloat {
    size.isNaN ? sizes.lowerBound : min(max(size, sizes.lowerBound), sizes.upperBound)
  }

  /// Converts line ends to line feeds and omits other control characters.
  private mutating func append(_ scalars: Substring.UnicodeScalarView.SubSequence) {
    var previous: Unicode.Scalar?
    for scalar in scalars {
      switch scalar {
      case "\r", "\u{85}": bytes.append(10)
      case "\n" where previous == "\r": break
      case "\n", "\t": bytes.append(UInt8(scalar.value))
      case _ where scalar.properties.generalCategory == .control: break
      default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
      previous = scalar
    }
  }

  func run(at byte: Int) -> Int {
    var (low, high) = (0, runs.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if byte < runs[middle].end { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
