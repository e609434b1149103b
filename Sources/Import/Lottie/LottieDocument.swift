final class LottieDocument {
  let record: ImportRecord
  let source: ImportSource
  /// Finds a picture by folder and name. Reports a missing one and returns nil.
  let picture: (_ folder: String, _ name: String, _ place: SourceLocation) -> DocumentValue?
  private(set) var root = ForeignValue(.none)
  private(set) var assets: [String: LottieObject] = [:]
  private(set) var fonts: [String: LottieObject] = [:]
  /// Outlines by character, family and style.
  private(set) var glyphs: [String: LottieObject] = [:]
  private(set) var rate = 60.0
  private var frames = 0.0...0.0
  /// Remaining number of keys that expressions may create.
  private var room = 200_000

  typealias Pictures = (_ folder: String, _ name: String, _ place: SourceLocation) -> DocumentValue?

  init(_ source: ImportSource, picture: @escaping Pictures) {
    (self.source, record, self.picture) = (source, source.record, picture)
  }

  /// Opens the root and its lists.
  func open(_ value: ForeignValue) throws(ImportError) -> LottieObject {
    let root = LottieObject(value, in: self)
    guard root.value["layers"]?.items != nil else {
      throw source.error("expected a Lottie document with a list of layers")
    }
    self.root = value
    root.keys.pass("slots")
    for asset in root.objects("assets") {
      // Keys of assets that are never shown have no effect.
      asset.isRestIdle = true
      if let id = asset.text("id") ?? asset.keys.value("id")?.number.map({ ForeignValue.short($0) }) {
        assets[id] = asset
      }
    }
    for font in root.object("fonts")?.objects("list") ?? [] {
      if let name = font.text("fName") { fonts[name] = font }
    }
    for glyph in root.objects("chars") {
      glyphs[Self.glyphKey(glyph.text("ch") ?? "", glyph.text("fFamily") ?? "", glyph.text("style") ?? "")] = glyph
    }
    rate = root.number("fr", default: 60)
    if !(rate > 0 && rate < 10_000) { rate = 60 }
    // A composition with a time offset shows different frames.
    let lists = [root.value] + assets.values.map(\.value)
    let shift = lists.flatMap { $0["layers"]?.items ?? [] }.map { abs($0["st"]?.number ?? 0) }.max() ?? 0
    let (first, last) = (root.number("ip"), root.number("op", default: 60))
    frames = min(first, last) - shift...max(first, last) + shift + 1
    return root
  }

  /// The result of an expression on a property; nil if it has too many keys.
  func following(_ expression: LottieExpression, _ property: LottieProperty, _ name: String) -> LottieProperty? {
    // The noise depends only on the position in the document.
    let seed = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let result = property.following(expression, frames: frames, rate: rate, room: min(room, 20_000), seed: seed)
    room -= result?.keys.count ?? 0
    return result
  }

  static func glyphKey(_ character: String, _ family: String, _ style: String) -> String {
    "\(character)\u{1}\(family)\u{1}\(style)"
  }
}
