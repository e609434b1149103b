import CStarminePango
import Foundation
import StarmineGraphics

/// Font that a name led to.
struct NamedFont: ~Copyable {
  /// Without a size.
  let description: FontDescription
  let diagnostic: TextDiagnostic?
}

/// The fonts of the system with those opened from files, and the way from a name to one of them.
struct FontLibrary: ~Copyable {
  /// Meaning of a name.
  private struct Resolution {
    /// Pango's spelling of the font.
    var description: String
    var diagnostic: TextDiagnostic?
  }

  let context: OpaqueObjectOwner
  private let map: ObjectOwner<PangoFontMap>
  private let configuration: FontConfiguration
  private var resolutions: [String: Resolution] = [:]

  private init(
    context: consuming OpaqueObjectOwner, map: consuming ObjectOwner<PangoFontMap>,
    configuration: consuming FontConfiguration
  ) {
    self.context = context
    self.map = map
    self.configuration = configuration
  }

  /// Words that a PostScript name has behind its hyphen, longest first where one starts with another.
  private static let styleWords = [
    "UltraLight", "ExtraLight", "SemiBold", "Semibold", "DemiBold", "ExtraBold", "UltraBold", "Condensed", "Oblique",
    "Regular", "Italic", "Medium", "Light", "Black", "Heavy", "Bold", "Thin", "Book", "Roman",
  ]
  /// Remembered names; beyond that all are forgotten.
  private static let rememberedNames = 256
  /// Bytes that a font's file may have; the largest fonts of Chinese have 60 million.
  private static let maximumFileBytes = 268_435_456

  /// The library of a system that has fontconfig, otherwise nil.
  static func open() -> FontLibrary? {
    guard let config = FcInitLoadConfigAndFonts() else { return nil }
    let configuration = FontConfiguration(pointer: config)
    guard let fonts = shim_font_map_new(config) else { return nil }
    let map = ObjectOwner(pointer: fonts)
    guard let context = pango_font_map_create_context(fonts) else { return nil }
    // Positions are not rounded to pixels, and the user's language has no influence.
    pango_context_set_round_glyph_positions(context, 0)
    pango_context_set_language(context, pango_language_from_string("en"))
    pango_context_set_base_dir(context, PANGO_DIRECTION_NEUTRAL)
    return FontLibrary(context: OpaqueObjectOwner(pointer: context), map: map, configuration: configuration)
  }

  /// The font for a name, without a size, and what is to be said about it.
  mutating func font(named name: String) -> NamedFont {
    let resolution = resolutions[name] ?? resolve(name)
    if resolutions.count >= Self.rememberedNames { resolutions.removeAll() }
    resolutions[name] = resolution
    return NamedFont(
      description: FontDescription(pointer: pango_font_description_from_string(resolution.description)),
      diagnostic: resolution.diagnostic)
  }

  private func resolve(_ name: String) -> Resolution {
    if name.contains("/") {
      let found = spelling(ofFile: name)
      return Resolution(
        description: found ?? "sans", diagnostic: found == nil ? .fontUnreadable(path: name) : nil)
    }
    let asked = spelling(ofPostScriptName: name) ?? Self.styled(name)
    let description = FontDescription(pointer: pango_font_description_from_string(asked))
    guard let family = pango_font_description_get_family(description.pointer).map({ String(cString: $0) }) else {
      return Resolution(description: "sans", diagnostic: .fontSubstituted(asked: name, used: "sans"))
    }
    let used = loadedFamily(description) ?? "none"
    let isSame = Self.bare(family).split(separator: ",").contains { $0 == Self.bare(used) }
    return Resolution(
      description: asked, diagnostic: isSame ? nil : .fontSubstituted(asked: name, used: used))
  }

  /// The family that Pango takes for a description.
  private func loadedFamily(_ description: borrowing FontDescription) -> String? {
    pango_font_description_set_absolute_size(description.pointer, 12 * 1024)
    guard let font = pango_font_map_load_font(map.pointer, context.pointer, description.pointer) else { return nil }
    let owner = ObjectOwner(pointer: font)
    let loaded = FontDescription(pointer: pango_font_describe(owner.pointer))
    return pango_font_description_get_family(loaded.pointer).map { String(cString: $0) }
  }

  private static func bare(_ name: String) -> String {
    name.lowercased().filter { $0 != " " && $0 != "-" }
  }

  // MARK: Spellings

  /// "Helvetica-BoldOblique" as "Helvetica, Bold Oblique"; other names as they are.
  static func styled(_ name: String) -> String {
    guard let hyphen = name.lastIndex(of: "-") else { return name }
    var rest = name[name.index(after: hyphen)...]
    var words: [String] = []
    while let word = styleWords.first(where: { rest.hasPrefix($0) }) {
      words.append(word == "Roman" || word == "Book" ? "Regular" : word)
      rest = rest.dropFirst(word.count)
    }
    return rest.isEmpty && !words.isEmpty ? "\(name[..<hyphen]), \(words.joined(separator: " "))" : name
  }

  private func spelling(ofPostScriptName name: String) -> String? {
    guard let pattern = FcPatternCreate(), let wanted = FcObjectSetCreate() else { return nil }
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(wanted)
    }
    FcPatternAddString(pattern, FC_POSTSCRIPT_NAME, name)
    for property in [FC_FAMILY, FC_SLANT, FC_WEIGHT, FC_WIDTH] { FcObjectSetAdd(wanted, property) }
    guard let found = FcFontList(configuration.pointer, pattern, wanted) else { return nil }
    defer { FcFontSetDestroy(found) }
    guard found.pointee.nfont > 0, let font = found.pointee.fonts[0] else { return nil }
    return Self.spelling(of: font)
  }

  /// Adds the font of a file to those that are known. Nil if it cannot be read.
  private func spelling(ofFile path: String) -> String? {
    // Fontconfig opens by name, and would wait in a pipe: what it gets is a regular file.
    guard (try? InputFile(path, atMost: Self.maximumFileBytes)) != nil else { return nil }
    var count: Int32 = 0
    guard let pattern = FcFreeTypeQuery(path, 0, nil, &count) else { return nil }
    defer { FcPatternDestroy(pattern) }
    guard FcConfigAppFontAddFile(configuration.pointer, path) != 0 else { return nil }
    shim_font_map_changed(map.pointer)
    return Self.spelling(of: pattern)
  }

  private static func spelling(of pattern: OpaquePointer) -> String? {
    guard let pointer = pango_fc_font_description_from_pattern(pattern, 0) else { return nil }
    let description = FontDescription(pointer: pointer)
    guard let text = pango_font_description_to_string(description.pointer) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}
