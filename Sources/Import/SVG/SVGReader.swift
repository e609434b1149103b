/// Reads SVG documents, also compressed ones (`.svgz`).
enum SVGReader {
  /// Limit of characters after entities are replaced.
  private static let maximumCharacters = 16 << 20

  static func scene(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    try SVGImporter(source, root: try root(source)).scene()
  }

  static func root(_ source: ImportSource) throws(ImportError) -> SVGNode {
    let bytes = try expanded(inUTF8(try unpacked(source.bytes, source)), source)
    let text = ImportSource(bytes: bytes, url: source.url, record: source.record)
    let root = SVGNode(try XMLTree.parse(text, keepingText: true))
    guard root.name == "svg" else { throw source.error("expected the root element svg, found \(root.name.excerpt())") }
    return root
  }

  private static func unpacked(_ bytes: [UInt8], _ source: ImportSource) throws(ImportError) -> [UInt8] {
    guard Inflater.isWrapped(bytes) else { return bytes }
    guard let plain = try? Inflater.unpack(bytes[...], atMost: Importer.maximumBytes) else {
      throw source.error("it cannot be unpacked: it is damaged or too large")
    }
    return plain
  }

  private static let encodings: [String: String.Encoding] = [
    "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1253": .windowsCP1253,
    "windows-1254": .windowsCP1254, "iso-8859-2": .isoLatin2, "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC,
  ]

  /// The text in UTF-8. An unknown encoding is read as Latin-1: markup is the same in most encodings.
  private static func inUTF8(_ bytes: [UInt8]) -> [UInt8] {
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
    if marks.contains(where: bytes.starts), let text = String(data: Data(bytes), encoding: .utf16) {
      return Array(text.utf8)
    }
    guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
    let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
    if let declared = head.firstMatch(of: /encoding\s*=\s*["']([-\w]+)/), let encoding = encodings[String(declared.1)],
      let text = String(data: Data(bytes), encoding: encoding)
    {
      return Array(text.utf8)
    }
    return bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
  }

  /// The text without its DOCTYPE, with internal entities replaced. External entities become empty.
  private static func expanded(_ bytes: [UInt8], _ source: ImportSource) throws(ImportError) -> [UInt8] {
    guard bytes.holds("<!DOCTYPE"), let text = String(validating: bytes, as: UTF8.self),
      let start = text.range(of: "<!DOCTYPE"), let end = endOfDoctype(text[start.upperBound...])
    else { return bytes }
    let doctype = text[start.lowerBound..<end]
    var entities: [Substring: String] = [:]
    for match in doctype.matches(of: /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/) {
      let value = String(match.2 ?? match.3 ?? "")
      entities[match.1] = try replaced(value[...], by: entities, source)
    }
    let lines = String(repeating: "\n", count: doctype.utf8.count { $0 == 10 })
    let rest = try replaced(text[end...], by: entities, source)
    return Array((text[..<start.lowerBound] + lines + rest).utf8)
  }

  private static func endOfDoctype(_ text: Substring) -> String.Index? {
    var (isInside, quote): (Bool, Character?) = (false, nil)
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "[" || character == "]" {
        isInside = character == "["
      } else if character == ">", !isInside {
        return text.index(after: index)
      }
    }
    return nil
  }

  /// Terminates because an entity can only refer to earlier ones; the length is limited too.
  private static func replaced(
    _ text: Substring, by entities: [Substring: String], _ source: ImportSource
  ) throws(ImportError) -> String {
    guard !entities.isEmpty, text.contains("&") else { return String(text) }
    var parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var result = String(parts.removeFirst())
    for part in parts {
      let name = part.prefix { $0 != ";" }
      if let value = entities[name], name.endIndex < part.endIndex {
        result += value + part[part.index(after: name.endIndex)...]
      } else {
        result += "&" + part
      }
      guard result.utf8.count <= maximumCharacters else {
        throw source.error("its entities expand to more than \(maximumCharacters) characters")
      }
    }
    return result
  }
}

/// Cost limits of a document, checked before anything is built.
struct SVGBudget {
  static let mostLayers = 50_000
  static let mostSteps = 400_000
  static let mostDepth = 36
  /// Limit of nested elements, including referenced ones.
  static let mostNesting = 400

  private var (layers, steps) = (0, 0)
  var total: Int { layers + steps }
  var nesting = 0

  mutating func spend(layers: Int = 0, steps: Int = 0) -> Bool {
    self.layers = min(1 << 40, self.layers + min(layers, 1 << 40))
    self.steps = min(1 << 40, self.steps + min(steps, 1 << 40))
    return excess == nil
  }

  /// Why the document is refused; nil while it is within its limits.
  var excess: String? {
    if layers > Self.mostLayers { return "it needs more than \(Self.mostLayers) layers, which is the limit" }
    if steps > Self.mostSteps { return "it takes more than \(Self.mostSteps) steps to read, which is the limit" }
    return nil
  }
}
