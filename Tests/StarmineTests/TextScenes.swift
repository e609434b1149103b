import Foundation
import Starmine

/// Texts whose pictures are kept in Tests/Golden/Texts: all in DejaVu, which `setup` installs.
enum TextScene: String, CaseIterable, Sendable {
  case alignments, drawn, runs, scripts, truncations

  static let size = 240.0

  func makeRoot() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: Self.size, height: Self.size)
    root.backgroundColor = CGColor(gray: 0.97, alpha: 1)
    switch self {
    case .alignments: root.sublayers = Self.alignmentLayers
    case .drawn: root.sublayers = [Self.drawnLayer]
    case .runs: root.sublayers = Self.runLayers
    case .scripts: root.sublayers = Self.scriptLayers
    case .truncations: root.sublayers = Self.truncationLayers
    }
    return root
  }

  private static let ink = CGColor(red: 0.1, green: 0.2, blue: 0.45, alpha: 1)

  private static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ text: Any) -> CATextLayer {
    let layer = CATextLayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    layer.backgroundColor = CGColor(red: 1, green: 0.9, blue: 0.75, alpha: 1)
    (layer.string, layer.font, layer.fontSize, layer.foregroundColor) = (text, "DejaVu Sans", 11, ink)
    return layer
  }

  /// Left: one line each. Right: wrapped. Rows: natural, left, right, center, justified.
  private static var alignmentLayers: [CALayer] {
    let modes: [CATextLayerAlignmentMode] = [.natural, .left, .right, .center, .justified]
    return modes.enumerated().flatMap { row, mode in
      let line = box(4, 4 + Double(row) * 47, 76, 43, "\(mode.rawValue)\nשלום")
      let wrapped = box(84, 4 + Double(row) * 47, 152, 43, "Several words of text that are set in lines of one width")
      wrapped.isWrapped = true
      for layer in [line, wrapped] { layer.alignmentMode = mode }
      return [line, wrapped]
    }
  }

  /// Left: one line. Right: wrapped. Rows: none, start, middle, end.
  private static var truncationLayers: [CALayer] {
    let modes: [CATextLayerTruncationMode] = [.none, .start, .middle, .end]
    let words = "Alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima"
    return modes.enumerated().flatMap { row, mode in
      let line = box(4, 4 + Double(row) * 58, 112, 16, words)
      let wrapped = box(124, 4 + Double(row) * 58, 112, 44, words)
      wrapped.isWrapped = true
      for layer in [line, wrapped] { layer.truncationMode = mode }
      return [line, wrapped]
    }
  }

  /// Sizes, faces, colours, spacing and lines; a turned and a magnified layer.
  private static var runLayers: [CALayer] {
    func run(_ text: String, _ font: String, _ size: CGFloat, _ more: [NSAttributedString.Key: Any] = [:])
      -> NSAttributedString
    {
      var attributes: [NSAttributedString.Key: Any] = [
        .font: CTFontCreateWithName(font, size, nil), .foregroundColor: ink,
      ]
      attributes.merge(more) { $1 }
      return NSAttributedString(string: text, attributes: attributes)
    }
    let text = NSMutableAttributedString(string: "")
    let red = CGColor(red: 0.85, green: 0.1, blue: 0.2, alpha: 1)
    for piece in [
      run("Large ", "DejaVu Sans", 30), run("serif ", "DejaVu Serif", 18, [.foregroundColor: red]),
      run("bold ", "DejaVu Sans Bold", 18), run("mono\n", "DejaVu Sans Mono", 14),
      run("spaced ", "DejaVu Sans", 14, [.kern: NSNumber(value: 4)]),
      run("under ", "DejaVu Sans", 18, [.underlineStyle: NSNumber(value: 1), .foregroundColor: red]),
      run("struck", "DejaVu Sans", 18, [.strikethroughStyle: NSNumber(value: 1)]),
    ] { text.append(piece) }
    let plain = box(4, 4, 232, 80, text)
    plain.isWrapped = true
    let turned = box(4, 110, 110, 60, text)
    turned.isWrapped = true
    turned.setAffineTransform(CGAffineTransform(rotationAngle: -0.3).scaledBy(x: 0.7, y: 0.7))
    let large = box(156, 150, 50, 30, "Sharp")
    large.setAffineTransform(CGAffineTransform(scaleX: 2.4, y: 2.4))
    return [plain, turned, large]
  }

  /// From the right, joined letters, both directions in a line, marks, Greek and Cyrillic, symbols.
  private static var scriptLayers: [CALayer] {
    let texts = [
      "שלום עולם", "السلام عليكم", "abc שלום 123 def", "e\u{301} n\u{303} a\u{30A}", "Ελληνικά Кириллица",
      "☀ ☂ ♥ ✂ ☺ ♞ → ∞",
    ]
    return texts.enumerated().map { row, text in
      let layer = box(4, 4 + Double(row) * 39, 232, 35, text)
      layer.fontSize = 22
      return layer
    }
  }

  /// Texts that a drawing context draws: plain, in a rectangle, turned.
  private static var drawnLayer: CALayer {
    let layer = PaintedLayer { context in
      UIGraphicsPushContext(context)
      let look: [NSAttributedString.Key: Any] = [
        .font: CTFontCreateWithName("DejaVu Serif", 20, nil), .foregroundColor: ink,
      ]
      "Drawn at a point".draw(at: CGPoint(x: 10, y: 8), withAttributes: look)
      let frame = CGRect(x: 10, y: 44, width: 120, height: 80)
      context.stroke(frame)
      "Drawn into a rectangle, cut".draw(in: frame, withAttributes: look)
      context.translateBy(x: 150, y: 60)
      context.rotate(by: 0.8)
      "Turned".draw(at: .zero, withAttributes: look)
      context.rotate(by: -0.8)
      context.translateBy(x: -140, y: 90)
      context.scaleBy(x: 3, y: 3)
      context.setShadow(offset: CGSize(width: 3, height: 3), blur: 4)
      "Large".draw(at: .zero, withAttributes: look)
      UIGraphicsPopContext()
    }
    layer.frame = CGRect(x: 0, y: 0, width: size, height: size)
    layer.setNeedsDisplay()
    return layer
  }
}
