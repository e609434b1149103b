/// Where a cue is drawn, from the cue settings of WebVTT: `line:10% position:20% align:start`.
///
/// The names are those of the standard. `size`, `vertical`, `region` and invalid settings are ignored.
struct CaptionPlacement {
  /// A position, and the point of the text that is placed there: 0 is the left or top edge, 1 the right or bottom edge.
  private typealias Position = (value: Double, isShare: Bool, anchor: Double?)

  /// A share of the stage's height, or a number of lines from the top or, below 0, from the bottom.
  private var line: Position?
  /// A share of the stage's width.
  private var position: Position?
  private var align: Double?

  private static let anchors = [
    "start": 0, "left": 0, "line-left": 0, "center": 0.5, "end": 1, "right": 1, "line-right": 1,
  ]

  init(_ settings: String) {
    for setting in settings.split(whereSeparator: \.isWhitespace) {
      let parts = setting.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "line": line = Self.position(parts[1]) ?? line
      case "position": position = Self.position(parts[1]).flatMap { $0.isShare ? $0 : nil } ?? position
      case "align": align = Self.anchors[String(parts[1])] ?? align
      default: break
      }
    }
  }

  private static func position(_ text: Substring) -> Position? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let anchor = parts.count == 2 ? anchors[String(parts[1])] : nil
    if let lines = Int16(parts[0]) { return (Double(lines), false, anchor) }
    guard parts[0].last == "%", let number = Double(parts[0].dropLast()), (0...100).contains(number) else { return nil }
    return (number / 100, true, anchor)
  }

  /// The left edge of a text in the safe area; nil: centred.
  func left(of width: Double, in safe: CGRect, stage: Double) -> Double? {
    guard position != nil || align != nil else { return nil }
    let anchor = align ?? 0.5
    let x = position.map { $0.value * stage - ($0.anchor ?? anchor) * width }
    return max(safe.minX, min(x ?? safe.minX + anchor * (safe.width - width), safe.maxX - width))
  }

  /// The top of a text in the safe area; nil: as without settings.
  func top(of height: Double, lineHeight: Double, in safe: CGRect, stage: Double) -> Double? {
    guard let line else { return nil }
    let start = line.value < 0 ? safe.maxY + lineHeight - height : safe.minY
    let y = line.isShare ? line.value * stage - (line.anchor ?? 0) * height : start + line.value * lineHeight
    return max(safe.minY, min(y, safe.maxY - height))
  }
}
