import CStarminePango

struct NamedFont: ~Copyable {
  let description: FontDescription
  let diagnostic: TextDiagnostic?
}

/// System fonts, fonts opened from files, and the lookup by name.
struct FontLibrary: ~Copyable {
  fileprivate struct Resolution {
    var description: String
    var diagnostic: TextDiagnostic?
  }

  let context: OpaqueObjectOwner
  private let map: ObjectOwner<PangoFontMap>
  private let configuration: FontConfiguration
  private var resolutions: [String: Resolution] = [:]
  private var files: [String: FontFile] = [:]
  /// Scopes of font files of documents, for opening them again.
  private var scopes: [String: FileScope] = [:]
  /// Nil until a text names the bundled family.
  private var bundled: BundledFonts?

  private init(
    context: consuming OpaqueObjectOwner, map: consuming ObjectOwner<PangoFontMap>,
    configuration: consuming FontConfiguration
  ) {
    self.context = context
    self.map = map
    self.configuration = configuration
  }

  /// Style words of PostScript names. If one is a prefix of another, the longer one comes first.
  private static let styleWords = [
    "UltraLight", "ExtraLight", "SemiBold", "Semibold", "DemiBold", "ExtraBold", "UltraBold", "Condensed", "Oblique",
    "Regular", "Italic", "Medium", "Light", "Black", "Heavy", "Bold", "Thin", "Book", "Roman",
  ]
  /// Maximum number of cached names. Above it, the cache is cleared.
  private static let rememberedNames = 256
  /// Maximum size of a font file in bytes. The largest Chinese fonts have 60 million.
  private static let maximumFileBytes = 268_435_456
  /// Maximum number of open files. Above it, all are closed and opened again on demand.
  private static let mostFiles = 256

  /// Opens the library, or returns nil without fontconfig.
  static func open() -> FontLibrary? {
    guard let config = FcInitLoadConfigAndFonts() else { return nil }
    let configuration = FontConfiguration(pointer: config)
    guard let fonts = shim_font_map_new(config) else { return nil }
    let map = ObjectOwner(pointer: fonts)
    guard let context = pango_font_map_create_context(fonts) else { return nil }
    // Positions are not rounded to pixels, and the user's language has no effect.
    pango_context_set_round_glyph_positions(context, 0)
    pango_context_set_language(context, pango_language_from_string("en"))
    pango_context_set_base_dir(context, PANGO_DIRECTION_NEUTRAL)
    return FontLibrary(context: OpaqueObjectOwner(pointer: context), map: map, configuration: configuration)
  }

  /// Returns the font for a name, without a size, and a note.
  mutating func font(named name: String) -> NamedFont {
    let resolution: Resolution
    if let known = resolutions[name] { resolution = known } else { resolution = resolve(name) }
    if resolutions.count >= Self.rememberedNames { resolutions.removeAll() }
    resolutions[name] = resolution
    return NamedFont(
      description: FontDescription(pointer: pango_font_description_from_string(resolution.description)),
      diagnostic: resolution.diagnostic)
  }

  private mutating func resolve(_ name: String) -> Resolution {
    if name.contains("/") { return read(name) }
    if bundled == nil, BundledFonts.contain(name) { addBundledFonts() }
    let asked = spelling(ofPostScriptName: name) ?? Self.styled(name)
    let description = FontDescription(pointer: pango_font_description_from_string(asked))
    guard let family = pango_font_description_get_family(description.pointer).map({ String(cString: $0) }) else {
      return Resolution(description: "sans", diagnostic: .fontSubstituted(asked: name, used: "sans"))
    }
    let used = loadedFamily(description) ?? "none"
    let isSame = Self.bare(family).split(separator: ",").contains { $0 == Self.bare(used) }
    return Resolution(description: asked, diagnostic: isSame ? nil : .fontSubstituted(asked: name, used: used))
  }

  /// The family that Pango selects for a description.
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

  /// Converts "Helvetica-BoldOblique" to "Helvetica, Bold Oblique". Other names do not change.
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
    installed(postScriptName: name, [FC_FAMILY, FC_SLANT, FC_WEIGHT, FC_WIDTH], Self.spelling).first
  }

  /// Names of the installed font families and of the bundled font family, sorted.
  var families: [String] {
    let names = installed([FC_FAMILY]) { font -> String? in
      var name: UnsafeMutablePointer<FcChar8>?
      guard FcPatternGetString(font, FC_FAMILY, 0, &name) == FcResultMatch else { return nil }
      return name.map { String(cString: $0) }
    }
    return Set(names + [BundledFonts.family]).sorted()
  }

  /// Reads each installed font, with these properties.
  private func installed<Result>(
    postScriptName: String? = nil, _ properties: [String], _ read: (OpaquePointer) -> Result?
  ) -> [Result] {
    guard let pattern = FcPatternCreate(), let wanted = FcObjectSetCreate() else { return [] }
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(wanted)
    }
    if let postScriptName { FcPatternAddString(pattern, FC_POSTSCRIPT_NAME, postScriptName) }
    for property in properties { FcObjectSetAdd(wanted, property) }
    guard let found = FcFontList(configuration.pointer, pattern, wanted) else { return [] }
    defer { FcFontSetDestroy(found) }
    return (0..<Int(found.pointee.nfont)).compactMap { found.pointee.fonts[$0].flatMap(read) }
  }

  private static func spelling(of pattern: OpaquePointer) -> String? {
    guard let pointer = pango_fc_font_description_from_pattern(pattern, 0) else { return nil }
    let description = FontDescription(pointer: pointer)
    guard let text = pango_font_description_to_string(description.pointer) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}

// MARK: Files

/// An open font file. Fontconfig and FreeType open fonts by name at any time. The name that they get refers to the file
/// that was opened here.
private final class FontFile {
  let file: InputFile
  let identity: FileIdentity
  let resolution: FontLibrary.Resolution

  init(_ file: consuming InputFile, _ identity: FileIdentity, _ resolution: FontLibrary.Resolution) {
    (self.identity, self.resolution) = (identity, resolution)
    self.file = consume file
  }
}

extension FontLibrary {
  /// Opens a font file in a scope. Later uses of the name refer to this file.
  mutating func open(_ path: String, in scope: FileScope) {
    scopes[path] = scope
    resolutions[path] = read(path)
  }

  private mutating func read(_ path: String) -> Resolution {
    let unreadable = Resolution(description: "sans", diagnostic: .fontUnreadable(path: path))
    let file: InputFile
    do throws(InputFileError) {
      file = try InputFile(path, in: scopes[path] ?? .everywhere, atMost: Self.maximumFileBytes)
    } catch {
      return unreadable
    }
    guard let identity = file.identity else { return unreadable }
    if let known = files[path], known.identity == identity { return known.resolution }
    if files[path] != nil || files.count >= Self.mostFiles { closeFiles() }
    guard let spelling = add(file.descriptorPath) else { return unreadable }
    let resolution = Resolution(description: spelling, diagnostic: nil)
    files[path] = FontFile(file, identity, resolution)
    return resolution
  }

  /// Adds the font of a file to the known fonts. Nil if it cannot be read.
  private func add(_ path: String) -> String? {
    var count: Int32 = 0
    guard let pattern = FcFreeTypeQuery(path, 0, nil, &count) else { return nil }
    defer { FcPatternDestroy(pattern) }
    guard FcConfigAppFontAddFile(configuration.pointer, path) != 0 else { return nil }
    shim_font_map_changed(map.pointer)
    return Self.spelling(of: pattern)
  }

  private mutating func addBundledFonts() {
    let fonts = bundled ?? BundledFonts()
    for path in fonts.paths { FcConfigAppFontAddFile(configuration.pointer, path) }
    shim_font_map_changed(map.pointer)
    bundled = fonts
  }

  private mutating func closeFiles() {
    FcConfigAppFontClear(configuration.pointer)
    shim_font_map_changed(map.pointer)
    files = [:]
    if bundled != nil { addBundledFonts() }
    resolutions = resolutions.filter { !$0.key.contains("/") }
  }
}
