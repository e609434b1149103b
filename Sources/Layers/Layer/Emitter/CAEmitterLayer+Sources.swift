import StarmineText

extension CAEmitterLayer {
  /// Outline or area of the shape `path`, in the bounds of the layer. Private on Apple's system. Default nil.
  public final var emitterPath: CGPath? {
    get { state.emitter.emitterPath.map { CGPath($0) } }
    set { set(\.emitter.emitterPath, newValue?.geometry) }
  }
  /// Rectangles of the shape `rectangles`, in the bounds of the layer. Private on Apple's system. Default empty.
  public final var emitterRects: [CGRect] {
    get { state.emitter.emitterRects }
    set { set(\.emitter.emitterRects, newValue) }
  }
  /// A `CGImage` or `VideoClip` for the shape `image`, in `emitterSize` around `emitterPosition`. The alpha of the
  /// image is the probability density of births. A video plays in the time of the layer. A Starmine extension. Default
  /// nil.
  public final var emitterImage: Any? {
    get { state.emitter.emitterImage?.keyValue }
    set { set(\.emitter.emitterImage, newValue.flatMap { LayerContents(keyValue: $0) }) }
  }
  /// Whether particles are multiplied by the colour of the image at their birth place. A Starmine extension. Default
  /// false.
  public final var emitterUsesImageColors: Bool {
    get { state.emitter.takesImageColors }
    set { set(\.emitter.takesImageColors, newValue) }
  }
  /// Text of the shape `text`, centred at `emitterPosition`. A Starmine extension. Default empty.
  public final var emitterText: String {
    get { state.emitter.emitterText }
    set { set(\.emitter.emitterText, newValue) }
  }
  /// Font name of the shape `text`. A Starmine extension. Default "Helvetica".
  public final var emitterFont: String {
    get { state.emitter.emitterFont }
    set { set(\.emitter.emitterFont, newValue) }
  }
  /// Font size of the shape `text` in points. A Starmine extension. Default 72.
  public final var emitterFontSize: CGFloat {
    get { state.emitter.emitterFontSize }
    set { set(\.emitter.emitterFontSize, newValue) }
  }
  /// How a text that is too large for `emitterSize` is fitted. The text is then laid out in centred lines in
  /// `emitterSize` around `emitterPosition`, like a `CATextLayer` with these bounds. A Starmine extension. Default
  /// none.
  public final var emitterFit: CATextLayerFitMode {
    get { CATextLayerFitMode(rawValue: state.emitter.emitterFit.rawValue) }
    set { set(\.emitter.emitterFit, Spelling(rawValue: newValue.rawValue)) }
  }
}

/// The outlines of an emitter's text, cached until the text changes.
final class TextOutline {
  private struct Request: Equatable {
    var text: String
    var font: String
    var size: CGFloat
    var fit: TextFit
    /// Size of the box that the text is fitted to.
    var box: CGSize
  }
  private var wish: Request?
  private var path: CGPath.Geometry?

  /// Maximum number of characters.
  private static let textLimit = 1000
  /// Maximum length of a line in points.
  private static let longestLine: CGFloat = 100_000

  /// Centred at the middle of the text.
  func path(of state: EmitterState) -> CGPath.Geometry? {
    let wish = Request(
      text: String(state.emitterText.prefix(Self.textLimit)), font: state.emitterFont, size: state.emitterFontSize,
      fit: state.emitterFit.known ?? .none, box: state.emitterSize)
    if wish == self.wish { return path }
    self.wish = wish
    path = Self.outline(of: wish)
    return path
  }

  private static func outline(of wish: Request) -> CGPath.Geometry? {
    var frame = TextFrame(size: CGSize(width: longestLine, height: longestLine), isWrapped: false)
    if wish.fit != .none, wish.box.width > 0, wish.box.height > 0 {
      (frame.size, frame.fit, frame.alignment) = (wish.box, wish.fit, .center)
    }
    let run = TextRun(wish.text, font: wish.font, size: wish.size, color: .white)
    let all = CGMutablePath()
    let text = Typesetter.shared.typeset([run], in: frame)
    for part in text.paths { all.addPath(part.path) }
    for (image, place) in text.pictures { all.addPath(CGPath(image.silhouette(in: place))) }
    let box = all.boundingBoxOfPath
    guard !all.isEmpty, box.width.isFinite, box.height.isFinite else { return nil }
    let area = text.isFitted ? CGRect(origin: .zero, size: wish.box) : box
    let centered = CGMutablePath()
    centered.addPath(all, transform: CGAffineTransform(translationX: -area.midX, y: -area.midY))
    return centered.geometry
  }
}
