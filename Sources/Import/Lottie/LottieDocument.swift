import Foundation
import StarminePresets

/// What is the same for all layers of a Lottie document.
final class LottieDocument {
  let record: ImportRecord
  let source: ImportSource
  /// Finds a picture by folder and name; nil, and a note, without one.
  let picture: (_ folder: String, _ name: String, _ place: SourceLocation) -> DocumentValue?
  private var slots: [String: ForeignValue] = [:]
  private(set) var assets: [String: LottieObject] = [:]
  private(set) var fonts: [String: LottieObject] = [:]
  /// Outlines of characters by what they are, their family and style.
  private(set) var glyphs: [String: LottieObject] = [:]
  /// Frames a second.
  private(set) var rate = 60.0

  typealias Pictures = (_ folder: String, _ name: String, _ place: SourceLocation) -> DocumentValue?

  init(_ source: ImportSource, picture: @escaping Pictures) {
    (self.source, record, self.picture) = (source, source.record, picture)
  }

  func slot(_ name: String) -> ForeignValue? { slots[name] }

  /// The root with its lists.
  func open(_ value: ForeignValue) throws(ImportError) -> LottieObject {
    let root = LottieObject(value, in: self)
    guard root.value["layers"]?.items != nil else {
      throw source.error("expected a Lottie document with a list of layers")
    }
    for (name, slot) in value["slots"]?.members ?? [] { slots[name] = slot["p"] }
    if !slots.isEmpty { root.keys.pass("slots") }
    for asset in root.objects("assets") {
      // What is never shown.
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
    return root
  }

  static func glyphKey(_ character: String, _ family: String, _ style: String) -> String {
    "\(character)\u{1}\(family)\u{1}\(style)"
  }
}
