public import Foundation
public import StarmineGraphics
package import StarmineScene
import StarmineText

/// A layer that shows text.
///
/// Names, types and defaults are Core Animation's (behavior.md 1.9). Text starts at the top of the bounds and is
/// cut off at them (assumed: Core Animation draws it into a bitmap of the size of the bounds). It is drawn for the
/// scale at which it is seen, whatever `contentsScale` says, and stays sharp in enlarged movies (ours). Parts of a text
/// that animators move are seen outside of the bounds as well, unless `masksToBounds` cuts them off.
open class CATextLayer: CALayer {
  private let content = TextContent()

  package override class var properties: [Property<LayerState>] { super.properties + Property.textLayer }

  override var scalableContent: (any ScalableContent)? { state.text.string == nil ? nil : content }

  package override func elements(_ key: String) -> [any PropertyContainer]? {
    guard key == Property<TextState>.animatorsKey else { return super.elements(key) }
    return ListedPart.all({ self.state.text.animators }, { self.setAnimators($0) })
  }

  private func setAnimators(_ animators: [TextAnimatorState]) {
    guard model() === self, animators != state.text.animators else { return }
    change(forKey: nil) { $0.text.animators = animators }
  }

  /// Whether a change of the property means that the text is drawn anew (measured).
  open override class func needsDisplay(forKey key: String) -> Bool {
    ["contentsScale", "style"].contains(key) || Property.textLayer.contains { $0.key == key }
      || super.needsDisplay(forKey: key)
  }

  /// A `String`, or an `NSAttributedString` with `.font` and `.foregroundColor`, whose runs do not look at the layer's
  /// font, size and colour; other objects show nothing. Default nil.
  open var string: Any? {
    get { state.text.string?.keyValue }
    set { set(\.text.string, TextState.Content(keyValue: newValue)) }
  }
  /// The name of a font, a `CGFont` or a `CTFont`, whose size does not count. Default "Helvetica".
  ///
  /// Names are families, families with style words, PostScript names, or paths of files with a slash in them. A machine
  /// without the font uses the nearest one; documents tell of it.
  open var font: Any? {
    get { state.text.font }
    set { set(\.text.font, FontSpelling.name(of: newValue) ?? TextState.defaults.font) }
  }
  /// Points per em, used in 0.25...4096. Default 36.
  open var fontSize: CGFloat {
    get { state.text.fontSize }
    set { set(\.text.fontSize, newValue) }
  }
  /// Nothing shows if nil. Default opaque white.
  open var foregroundColor: CGColor? {
    get { state.text.foregroundColor }
    set { set(\.text.foregroundColor, newValue) }
  }
  /// Lines break where they would not fit the width. Default false.
  open var isWrapped: Bool {
    get { state.text.isWrapped }
    set { set(\.text.isWrapped, newValue) }
  }
  /// Which part of a line that does not fit gives way to an ellipsis; an unknown mode is kept and means the default.
  /// Default none.
  open var truncationMode: CATextLayerTruncationMode {
    get { CATextLayerTruncationMode(rawValue: state.text.truncationMode.rawValue) }
    set { set(\.text.truncationMode, Spelling(rawValue: newValue.rawValue)) }
  }
  /// Where lines lie; an unknown mode is kept and means the default. Default natural.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { CATextLayerAlignmentMode(rawValue: state.text.alignmentMode.rawValue) }
    set { set(\.text.alignmentMode, Spelling(rawValue: newValue.rawValue)) }
  }
  /// Glyphs start at quarters of a pixel instead of anywhere. Default false.
  open var allowsFontSubpixelQuantization: Bool {
    get { state.text.allowsFontSubpixelQuantization }
    set { set(\.text.allowsFontSubpixelQuantization, newValue) }
  }
  /// What moves and changes parts of the text, one after the other; read as equal copies. The first 16 act, on the
  /// first 5,000 glyphs: there are no others then. Ours. Default nil.
  public final var animators: [CATextAnimator]? {
    get { state.text.animators.isEmpty ? nil : state.text.animators.map { CATextAnimator($0) } }
    set { set(\.text.animators, (newValue ?? []).map(\.state)) }
  }
}

extension CATextLayer {
  /// The size of the lines that fit, points.
  ///
  /// - Parameters:
  ///   - limit: the room for them; the first line counts even where it is too high.
  ///   - lineLimit: the most lines that count; 0 for all.
  package final func textSize(in limit: CGSize, lineLimit: Int = 0) -> CGSize {
    let frame = TextFrame(size: CGSize(width: limit.width, height: 100_000), isWrapped: isWrapped)
    let lines = Typesetter.shared.typeset(state.text.value.runs, in: frame).lines
    func bottom(_ line: TextLine) -> Double { line.baseline + line.descent }
    let shown = lines.prefix(lineLimit > 0 ? lineLimit : lines.count).enumerated()
      .prefix { $0 == 0 || bottom($1) <= Double(limit.height) + 0.01 }.map(\.element)
    return CGSize(width: shown.map(\.width).max() ?? 0, height: shown.last.map(bottom) ?? 0)
  }

  /// How far a line of the font reaches above and below its baseline, points; both positive.
  package static func lineMetrics(font: String, size: CGFloat) -> (ascent: Double, descent: Double) {
    let run = TextRun("x", font: font, size: size)
    let frame = TextFrame(size: CGSize(width: 100_000, height: 100_000), isWrapped: false)
    let line = Typesetter.shared.typeset([run], in: frame).lines.first
    return (line?.ascent ?? Double(size), line?.descent ?? 0)
  }

  /// How high a letter of the font stands above its baseline, points.
  package static func height(of letter: String, font: String, size: CGFloat) -> Double {
    let frame = TextFrame(size: CGSize(width: 100_000, height: 100_000), isWrapped: false)
    return Typesetter.shared.typeset([TextRun(letter, font: font, size: size)], in: frame).inkHeight
  }
}

/// Which part of a line that does not fit gives way to an ellipsis.
public struct CATextLayerTruncationMode: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The text is not shortened; the default.
  public static let none = Self(rawValue: "none")
  /// The end is seen, with an ellipsis before it.
  public static let start = Self(rawValue: "start")
  /// Both ends are seen, with an ellipsis between.
  public static let middle = Self(rawValue: "middle")
  /// The start is seen, with an ellipsis after it.
  public static let end = Self(rawValue: "end")
}

/// Where lines of text lie between left and right.
public struct CATextLayerAlignmentMode: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// As the text's direction has it; the default.
  public static let natural = Self(rawValue: "natural")
  /// Lines begin at the left.
  public static let left = Self(rawValue: "left")
  /// Lines end at the right.
  public static let right = Self(rawValue: "right")
  /// Lines lie in the middle.
  public static let center = Self(rawValue: "center")
  /// Lines reach from edge to edge, except for the last one.
  public static let justified = Self(rawValue: "justified")
}
