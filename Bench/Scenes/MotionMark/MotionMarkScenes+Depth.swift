import Foundation
import StarmineGraphics
import StarminePresets

// MARK: Focus

extension LayerStage {
  private static let focusSeconds = 2 * Double.pi
  private static let travelSeconds = 5 * Double.pi

  /// Discs of which the far ones are small, behind the near ones; the focus goes to and fro.
  mutating func discsInFocus(_ count: Int) -> [DocumentValue] {
    let depths = (0..<count).map { _ in chance() }.sorted(by: >)
    return depths.map { disc(depth: $0) }
  }

  private mutating func disc(depth: Double) -> DocumentValue {
    let side = 50 - 20 * depth
    let reach = side / 100 * 50 * (1 - 0.2 * depth)
    let center = CGPoint(
      x: value(0...stageWidth - side) + side / 2, y: value(0...stageHeight - side) + side / 2)
    let (x, y) = (value(-reach...reach), value(-reach...reach))
    let distances = (0...48).map { abs(depth - 0.5 - 0.5 * sin(Double($0) * .pi / 24)) }
    let circle = (0...48).map { (cos: cos(Double($0) * .pi / 24), sin: sin(Double($0) * .pi / 24)) }
    return [
      "bounds": .numbers(0, 0, side, side), "cornerRadius": .number(side / 2), "backgroundColor": "#ffffff",
      "filters": [["type": "gaussianBlur", "name": "blur", "inputRadius": 1]],
      "animations": [
        "x": .steps(of: "position.x", circle.map { .number(center.x + x * $0.cos) }, seconds: Self.travelSeconds),
        "y": .steps(of: "position.y", circle.map { .number(center.y + y * $0.sin) }, seconds: Self.travelSeconds),
        "blur": .steps(
          of: "filters.blur.inputRadius", distances.map { .number(1 + 9 * $0) }, seconds: Self.focusSeconds),
        "fade": .steps(
          of: "opacity", distances.map { .number(max(0.05, 0.3 * (1 - $0))) }, seconds: Self.focusSeconds),
      ],
    ]
  }
}

// MARK: Design

extension LayerStage {
  /// The same thing in twelve languages, of those that one common font writes.
  private static let languages = [
    "σχέδιο", "projekt", "suunnittelu", "design", "дизайн", "تصميم", "tasarım", "conception", "დიზაინი", "konstruktion",
    "עיצוב", "diseño",
  ]
  /// Frames of one swing.
  private static let swing = 231

  /// Words in four rows of three, white, and below them copies whose colours pass from one to another and shimmer; the
  /// farther below, the farther they swing round, by whole points.
  mutating func words(copies: Int) -> [DocumentValue] {
    let start = value(0...2 * .pi)
    let below = (1..<copies).reversed().map { index -> DocumentValue in
      let part = Double(index) / Double(copies)
      let reach = part * 0.9 * stageHeight / 4
      let places = (0...Self.swing).map { frame -> DocumentValue in
        let angle = start + Double(frame) * 2 * .pi / Double(Self.swing)
        return .numbers((reach * sin(angle)).rounded(.down), (reach * cos(angle)).rounded(.down))
      }
      let colors = (0...24).map { Self.color(part + 0.25 * (1 + sin(Double($0) * .pi / 12 - part))) }
      let shimmer = DocumentValue.steps(of: "foregroundColor", colors, seconds: 0.4 * .pi)
      let swing = DocumentValue.steps(of: "position", places, seconds: Double(Self.swing) / 60, jumps: true)
      return Self.sheet(colors[0], shimmer).with(["animations": ["swing": swing]])
    }
    return below + [Self.sheet("#fcfcfc", nil)]
  }

  /// From the nearest copy's colour to that of the farthest.
  private static func color(_ part: Double) -> DocumentValue {
    let part = min(1, max(0, part))
    return .numbers((10 + 199 * part) / 255, (176 - 28 * part) / 255, (176 - 36 * part) / 255, 1)
  }

  private static func sheet(_ color: DocumentValue, _ shimmer: DocumentValue?) -> DocumentValue {
    let (width, height) = (0.8 * stageWidth / 3, 0.72 * stageHeight / 4)
    let words = languages.enumerated().map { index, word -> DocumentValue in
      let (column, row) = (Double(index % 3), Double(index / 3))
      let text: DocumentValue = [
        "class": "CATextLayer", "string": .text(word), "font": "DejaVu Sans", "fontSize": 52,
        "foregroundColor": color, "alignmentMode": "center",
        "frame": .numbers(
          (0.1 * stageWidth + column * width).rounded(), (0.14 * stageHeight + row * height + 60).rounded(),
          width.rounded(), 80),
      ]
      return shimmer.map { text.with(["animations": ["shimmer": $0]]) } ?? text
    }
    return ["sublayers": .list(words)]
  }
}
