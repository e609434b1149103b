import StarmineTestSupport
import Testing

/// What `import Starmine` puts into a user's file.
struct SurfaceTests {
  /// The folders of the modules that the umbrella exports, and its own.
  private static let folders = [
    "Graphics", "Scene", "Raster", "Layers", "Views", "Pop", "Media", "Presets", "Starmine",
  ]
  /// Apple's and POP's names begin like this.
  private static let prefixes = ["CA", "CG", "UI", "POP", "NS", "CF", "CT", "kCA", "kPOP", "kCG"]
  /// Names of our own: movies, presets, pictures, and what their functions take, give and throw.
  private static let own: Set = [
    "Movie", "MovieError", "PixelSize", "ExportOptions", "ExportProgress", "ExportStatistics", "VideoOptions",
    "VideoError", "AdditiveAlpha", "MotionBlur", "Soundtrack", "FrameRate", "ImageReader", "ImageWriter",
    "ImageError", "PresetLibrary", "PresetLoader",
    "PresetReference", "PresetScene", "PresetError", "DocumentProblem", "SourceLocation", "PropertyOverride",
    "ValueMismatch", "HexColorError", "OddSides", "LayerStates", "Footage", "FootageError", "FootagePart",
    // Darwin's.
    "HUGE", "MAXFLOAT", "NSEC_PER_SEC", "NSEC_PER_MSEC",
  ]

  private static let words = ["public", "open"]

  private static var declaration: Regex<Substring> {
    /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s+(?!import|extension)/
  }

  private static var topLevel: Regex<(Substring, Substring)> {
    /^(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s+(?:final |indirect )*(?:struct|class|enum|protocol|func|actor|typealias|let|var)\s+(\w+)/
  }

  private static func lines() throws -> [(path: String, line: String)] {
    try folders.flatMap { Checkout.files(under: "Sources/\($0)", extensions: ["swift"]) }.flatMap { path in
      try SourceText(path: path).code.map { (path, $0) }
    }
  }

  @Test func topLevelNamesAreApplesOrListed() throws {
    var found: Set<String> = []
    for (path, line) in try Self.lines() {
      guard line.holdsOne(of: Self.words), let name = line.firstMatch(of: Self.topLevel).map({ String($0.output.1) })
      else { continue }
      found.insert(name)
      let isKnown = Self.own.contains(name) || Self.prefixes.contains { name.hasPrefix($0) }
      #expect(isKnown, "\(path): public \(name) is neither Apple's name nor listed as ours")
    }
    #expect(found.count > 150)
    #expect(Self.own.subtracting(found).isEmpty, "listed, but not public")
  }

  /// Every one is somebody's API. Whoever raises the limit says whose, in CHANGELOG.md.
  @Test func declarationsAreFew() throws {
    let count = try Self.lines().count { $0.line.holdsOne(of: Self.words) && $0.line.contains(Self.declaration) }
    #expect(count < 2000, "\(count) public declarations")
    #expect(count > 1000)
  }
}
