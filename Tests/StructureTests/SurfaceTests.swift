import StarmineTestSupport
import Testing

/// The names that `import Starmine` puts into a user's file.
struct SurfaceTests {
  /// The folders of the modules that the umbrella exports, and its own.
  private static let folders = [
    "Graphics", "Scene", "Raster", "Layers", "Views", "Pop", "Media", "Document", "Presets", "Editing", "Core",
    "Rendering",
    "Starmine",
  ]
  /// Their files.
  static let files = folders.flatMap { Checkout.files(under: "Sources/\($0)", extensions: ["swift"]) }
  /// Apple's and POP's names begin like this.
  private static let prefixes = ["CA", "CG", "UI", "POP", "NS", "CF", "CT", "kCA", "kPOP", "kCG"]
  /// Names of our own: movies, presets, pictures, and what their functions take, give and throw.
  private static let own: Set = [
    "Movie", "MovieSettings", "HDRTransfer",
    "MovieError", "PixelSize", "ExportOptions", "ExportProgress", "ExportStatistics", "VideoOptions",
    "VideoError", "AdditiveAlpha", "MotionBlur", "Soundtrack", "SoundLevels", "PaletteScope", "FrameRate",
    "SoundBeats", "ImageReader", "ImageWriter", "ImageError", "PresetLibrary", "PresetLoader", "PresetReference",
    "PresetScene", "PresetError", "PresetVariable", "PresetCue", "PresetGroup", "DocumentProblem", "SourceLocation",
    "PropertyOverride", "ValueMismatchError", "OddSides", "LayerStates", "HighDynamicRange", "LightLevel",
    "ColorLUT", "ColorLUTError", "Footage", "FootageError", "FootagePart", "VideoClip", "LayerRole",
    // Darwin's.
    "HUGE", "MAXFLOAT", "NSEC_PER_SEC", "NSEC_PER_MSEC", "autoreleasepool", "kCFBooleanTrue",
    "kCFBooleanFalse",
    // The compiler's name for the type of `#colorLiteral`.
    "_ColorLiteralType",
  ]

  private static var topLevel: Regex<(Substring, Substring)> {
    /^(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s+(?:final |indirect )*(?:struct|class|enum|protocol|func|actor|typealias|let|var)\s+(\w+)/
  }

  @Test func topLevelNamesAreApplesOrListed() throws {
    var found: Set<String> = []
    for path in Self.files {
      let source = try SourceText(path: path)
      for index in PublicNames(source).declarations {
        guard let name = source.code[index].firstMatch(of: Self.topLevel).map({ String($0.output.1) }) else { continue }
        found.insert(name)
        let isKnown = Self.own.contains(name) || Self.prefixes.contains { name.hasPrefix($0) }
        #expect(isKnown, "\(path): public \(name) is neither Apple's name nor listed as ours")
      }
    }
    #expect(found.count > 150)
    #expect(Self.own.subtracting(found).isEmpty, "listed, but not public")
  }

  /// Every one is an API. Raising the limit is explained in CHANGELOG.md.
  @Test func declarationsAreFew() throws {
    let count = try Self.files.map { PublicNames(try SourceText(path: $0)).declarations.count }.reduce(0, +)
    #expect(count < 2200, "\(count) public declarations")
    #expect(count > 1000)
  }

  /// Movies, presets and files are Starmine's own; the rest is Apple's and POP's, whose interface is as large as it is.
  @Test func ourOwnDeclarationsAreFew() throws {
    let ours = Self.files.filter { path in
      ["Media", "Document", "Presets", "Editing", "Core"].contains { path.hasPrefix("Sources/\($0)/") }
    }
    let count = try ours.map { PublicNames(try SourceText(path: $0)).declarations.count }.reduce(0, +)
    #expect(count < 285, "\(count) public declarations of our own")
    #expect(count > 50)
  }
}
