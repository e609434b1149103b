import StarmineText

/// A layer that shows text.
///
///     let title = CATextLayer()
///     title.string = "Hello"
///     title.fontSize = 48
///     title.frame = CGRect(x: 0, y: 0, width: 320, height: 60)
///
/// Names, types and defaults are those of Core Animation (behavior.md 1.9). Text starts at the top of the bounds and is
/// clipped to them (assumed). It is sharp at every scale and ignores `contentsScale`. Text with animators can leave the
/// bounds unless `masksToBounds` is set.
open class CATextLayer: CALayer {
  let content = TextContent()

  package override class var properties: [Property<LayerState>] { super.properties + Property.textLayer }

  override class var partsKey: String? { Property<TextState>.animatorsKey }
  override class func partInput(_ keyPath: String) -> Property<LayerState>? {
    Property<TextState>.animatorInput(keyPath)?.lifted(toLayerBy: \.text)
  }

  override var scalableContent: (any ScalableContent)? { state.text.string == nil ? nil : content }

  package override func elements(_ key: String) -> [any PropertyContainer]? {
    guard key == Property<TextState>.animatorsKey else { return super.elements(key) }
    return ListedPart.all({ self.state.text.animators }, { self.setAnimators($0) })
  }

  private func setAnimators(_ animators: [TextAnimatorState]) {
    guard model() === self, animators != state.text.animators else { return }
    change(forKey: nil) { $0.text.animators = animators }
  }

  /// Returns whether a change of the property redraws the text (measured).
  open override class func needsDisplay(forKey key: String) -> Bool {
    ["contentsScale", "style"].contains(key) || Property.textLayer.contains { $0.key == key }
      || super.needsDisplay(forKey: key)
  }

  /// A `String`, or an `NSAttributedString` with `.font` and `.foregroundColor`. Attributed text ignores the font, size
  /// and colour of the layer. Other objects show nothing. Default nil.
  open var string: Any? {
    get { state.text.string?.keyValue }
    set { set(\.text.string, TextState.Content(keyValue: newValue)) }
  }
  /// Font name, `CGFont` or `CTFont` (whose size is ignored). Default "Helvetica".
  ///
  /// A name is a family, a family with a style, a PostScript name, or a path that contains a slash. A missing font is
  /// replaced by the nearest one.
  open var font: Any? {
    get { state.text.font }
    set { set(\.text.font, FontSpelling.name(of: newValue) ?? TextState.defaults.font) }
  }
  /// Font size in points, limited to 0.25...4096. Default 36.
  open var fontSize: CGFloat {
    get { state.text.fontSize }
    set { set(\.text.fontSize, newValue) }
  }
  /// Colour of the text. Nil shows nothing. Default opaque white.
  open var foregroundColor: CGColor? {
    get { state.text.foregroundColor }
    set { set(\.text.foregroundColor, newValue) }
  }
  /// Whether lines wrap at the width. Default false.
  open var isWrapped: Bool {
    get { state.text.isWrapped }
    set { set(\.text.isWrapped, newValue) }
  }
  /// Part of a long line that an ellipsis replaces. An unknown mode means the default. Default none.
  open var truncationMode: CATextLayerTruncationMode {
    get { CATextLayerTruncationMode(rawValue: state.text.truncationMode.rawValue) }
    set { set(\.text.truncationMode, Spelling(rawValue: newValue.rawValue)) }
  }
  /// Horizontal alignment. An unknown mode means the default. Default natural.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { CATextLayerAlignmentMode(rawValue: state.text.alignmentMode.rawValue) }
    set { set(\.text.alignmentMode, Spelling(rawValue: newValue.rawValue)) }
  }
  /// How a text that is too large for the bounds is fitted. The font size decreases, but not below 8 points. Tracking
  /// and blur of animators decrease with it. Accents above the first line move the text down. At most 2,000 characters
  /// are fitted. An unknown mode means the default. A Starmine extension. Default none.
  public final var fit: CATextLayerFitMode {
    get { CATextLayerFitMode(rawValue: state.text.fit.rawValue) }
    set { set(\.text.fit, Spelling(rawValue: newValue.rawValue)) }
  }
  /// Whether glyphs start at quarters of a pixel. Default false.
  open var allowsFontSubpixelQuantization: Bool {
    get { state.text.allowsFontSubpixelQuantization }
    set { set(\.text.allowsFontSubpixelQuantization, newValue) }
  }
  /// Text animators, applied in order. Reading returns copies. At most 16 animators and 5,000 glyphs are used. A
  /// Starmine extension. Default nil.
  public final var animators: [CATextAnimator]? {
    get { state.text.animators.isEmpty ? nil : state.text.animators.map { CATextAnimator($0) } }
    set { set(\.text.animators, (newValue ?? []).map(\.state)) }
  }
}

extension CATextLayer {
  /// The size in points of the lines that fit.
  /// - Parameter limit: the available size. The first line counts even if it is too high.
  /// - Parameter lineLimit: maximum number of lines; 0 for all.
  package final func textSize(in limit: CGSize, lineLimit: Int = 0) -> CGSize {
    let frame = TextFrame(size: CGSize(width: limit.width, height: 100_000), isWrapped: isWrapped)
    let lines = Typesetter.shared.typeset(state.text.value.runs, in: frame).lines
    func bottom(_ line: TextLine) -> Double { line.baseline + line.descent }
    let shown = lines.prefix(lineLimit > 0 ? lineLimit : lines.count).enumerated()
      .prefix { $0 == 0 || bottom($1) <= Double(limit.height) + 0.01 }.map(\.element)
    return CGSize(width: shown.map(\.width).max() ?? 0, height: shown.last.map(bottom) ?? 0)
  }

  /// Returns the ascent and descent of a font in points, both positive.
  package static func lineMetrics(font: String, size: CGFloat) -> (ascent: Double, descent: Double) {
    let run = TextRun("x", font: font, size: size)
    let frame = TextFrame(size: CGSize(width: 100_000, height: 100_000), isWrapped: false)
    let line = Typesetter.shared.typeset([run], in: frame).lines.first
    return (line?.ascent ?? Double(size), line?.descent ?? 0)
  }

  /// Returns the height of a letter above the baseline in points.
  package static func height(of letter: String, font: String, size: CGFloat) -> Double {
    let frame = TextFrame(size: CGSize(width: 100_000, height: 100_000), isWrapped: false)
    return Typesetter.shared.typeset([TextRun(letter, font: font, size: size)], in: frame).inkHeight
  }
}

/// Part of a long line that an ellipsis replaces.
public struct CATextLayerTruncationMode: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// No truncation. The default.
  public static let none = Self(rawValue: "none")
  /// The start of the line.
  public static let start = Self(rawValue: "start")
  /// The middle of the line.
  public static let middle = Self(rawValue: "middle")
  /// The end of the line.
  public static let end = Self(rawValue: "end")
}

/// Horizontal alignment of text.
public struct CATextLayerAlignmentMode: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Alignment of the script direction. The default.
  public static let natural = Self(rawValue: "natural")
  /// Left-aligned.
  public static let left = Self(rawValue: "left")
  /// Right-aligned.
  public static let right = Self(rawValue: "right")
  /// Centred.
  public static let center = Self(rawValue: "center")
  /// Justified, except for the last line.
  public static let justified = Self(rawValue: "justified")
}
