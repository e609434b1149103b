import Foundation
import Graphics

/// Runs joined to one text of bytes, without what cannot be shown.
struct TextSource {
  var bytes: [UInt8] = []
  /// Of the runs that are left, each with the byte behind its last one.
  var runs: [(run: TextRun, end: Int)] = []
  var diagnostic: TextDiagnostic?

  /// Points; smaller and larger sizes count as these.
  static let sizes: ClosedRange<CGFloat> = 0.25...4096
  private static let longest = 100_000
  /// Characters times size. Pango counts in 1024ths of a point, in 32 bits: two million points.
  private static let widest: CGFloat = 1_000_000

  init(_ given: [TextRun]) {
    var left = Self.limit(given)
    let count = given.reduce(0) { $0 + $1.text.unicodeScalars.count }
    if count > left { diagnostic = .textCut(characters: count, limit: left) }
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

  static func limit(_ runs: [TextRun]) -> Int {
    min(longest, Int(widest / (runs.map { clamped($0.size) }.max() ?? 1)))
  }

  private static func clamped(_ size: CGFloat) -> CGFloat {
    size.isNaN ? sizes.lowerBound : min(max(size, sizes.lowerBound), sizes.upperBound)
  }

  /// Line ends become line feeds; other control characters show nothing.
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

  /// The run that a byte belongs to.
  func run(at byte: Int) -> Int {
    var (low, high) = (0, runs.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if byte < runs[middle].end { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
