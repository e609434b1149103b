import Foundation
import StarmineGraphics
import StarmineImport
import StarmineLayers
import StarminePresets
import Testing

/// What becomes of an SVG document: layers by their class, in the order of drawing.
@Suite struct SVGTests {
  static func translated(_ body: String, _ head: String = "") throws -> TranslatedDocument {
    let text = head + "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='50'>\(body)</svg>"
    let url = URL(fileURLWithPath: "/nowhere/test.svg")
    return try #require(try Importer.document(Array(text.utf8), at: url, named: "test.svg"))
  }

  /// All layers of a document, the stage first.
  static func layers(_ body: String, _ head: String = "") throws -> [CALayer] {
    let document = try translated(body, head)
    let loader = PresetLoader { _ in CGImage(width: 1, height: 1, pixels: [0]) }
    let scene = try loader.load(document.bytes, file: "test", directory: URL(fileURLWithPath: "/nowhere"))
    var (result, pending): ([CALayer], [CALayer]) = ([], [scene.rootLayer])
    while let layer = pending.popLast() {
      result.append(layer)
      pending += (layer.sublayers ?? []).reversed() + (layer.mask.map { [$0] } ?? [])
    }
    return result
  }

  static func shapes(_ body: String, _ head: String = "") throws -> [CAShapeLayer] {
    try layers(body, head).compactMap { $0 as? CAShapeLayer }
  }

  static func notes(_ body: String) throws -> [String] {
    try translated(body).notes.map { "\($0.path): \($0.message)" }
  }

  @Test func shapesHaveTheirFillAndPlace() throws {
    let shape = try #require(try Self.shapes("<rect x='10' y='5' width='20' height='10' fill='lime'/>").first)
    #expect(shape.path?.boundingBox == CGRect(x: 10, y: 5, width: 20, height: 10))
    #expect(shape.fillColor == CGColor(red: 0, green: 1, blue: 0, alpha: 1))
  }

  @Test func transformsOfGroupsReachTheShapes() throws {
    let body = "<g transform='translate(10 20)'><path transform='scale(2)' d='M 0 0 H 5 V 5 Z'/></g>"
    let transform = try #require(try Self.shapes(body).first).transform
    #expect([transform.m11, transform.m22, transform.m41, transform.m42] == [2, 2, 10, 20])
  }

  @Test func rotationsTakeDegreesAndACenter() throws {
    let body = "<rect width='9' height='9' transform='rotate(90, 10 20) skewX(45)'/>"
    let transform = try #require(try Self.shapes(body).first).transform
    let expected: [CGFloat] = [0, 1, -1, 1, 30, 10]
    let found = [transform.m11, transform.m12, transform.m21, transform.m22, transform.m41, transform.m42]
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
    let wrong = try #require(try Self.shapes(body.replacing(", 10 20", with: "deg) turn(1")).first)
    #expect(CATransform3DIsIdentity(wrong.transform))
  }

  @Test func colorFunctionsBecomeFilters() throws {
    let body = "<rect width='9' height='9' style='filter: grayscale(25%) sepia(2) hue-rotate(90deg) invert(1)'/>"
    let filters = try Self.layers(body).compactMap { $0.filters?.first as? CAFilter }
    let names = filters.map(\.type)
    #expect(names.count == 4 && Set(names) == ["colorSaturate", "sepiaTone", "colorHueRotate", "colorMatrix"])
    #expect(filters.first { $0.type == "colorSaturate" }?.value(forKey: "inputAmount") as? Double == 0.75)
    #expect(filters.first { $0.type == "sepiaTone" }?.value(forKey: "inputIntensity") as? Double == 1)
  }

  @Test func styleSheetsOverrideAttributesBySpecificity() throws {
    let sheet = "<style>rect { fill: red } #a { fill: blue } .b { fill: lime } rect { fill: gray !important }</style>"
    let body = "<rect id='a' class='b' fill='black' width='9' height='9'/>"
    #expect(try Self.shapes(sheet + body).first?.fillColor == (try ColorText.parse("gray")))
    let other = sheet.replacing("rect { fill: gray !important }", with: "")
    #expect(try Self.shapes(other + body).first?.fillColor == CGColor(red: 0, green: 0, blue: 1, alpha: 1))
  }

  @Test func variablesOfStyleSheetsAreReplaced() throws {
    let body = "<g style='--a: lime'><rect width='9' height='9' fill='red' style='fill: var(--a, blue)'/></g>"
    #expect(try Self.shapes(body).first?.fillColor == CGColor(red: 0, green: 1, blue: 0, alpha: 1))
  }

  @Test func strokesKeepWidthJoinsAndDashes() throws {
    let body = "<path d='M 0 0 H 9' stroke='red' stroke-width='3' stroke-linecap='round' stroke-dasharray='4 1 2'/>"
    let shape = try #require(try Self.shapes(body).last)
    #expect(shape.lineWidth == 3 && shape.lineCap == .round && shape.fillColor == nil)
    #expect(shape.lineDashPattern?.map(\.doubleValue) == [4, 1, 2, 4, 1, 2])
  }

  @Test func gradientsAreSeenThroughTheShape() throws {
    let body = "<linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient>"
    let layers = try Self.layers(body + "<rect width='10' height='10' fill='url(#g)'/>")
    let gradient = try #require(layers.compactMap { $0 as? CAGradientLayer }.first)
    #expect(gradient.colors?.count == 2)
    #expect(layers.contains { $0.mask is CAShapeLayer })
  }

  @Test func copiesInheritFromTheirUse() throws {
    let body = "<defs><rect id='a' width='5' height='5'/></defs><use href='#a' x='7' fill='lime'/>"
    let shape = try #require(try Self.shapes(body).first)
    #expect(shape.fillColor == CGColor(red: 0, green: 1, blue: 0, alpha: 1) && shape.transform.m41 == 7)
  }

  @Test func groupsWithOpacityAreOneLayer() throws {
    let layers = try Self.layers("<g opacity='.5'><rect width='5' height='5'/><rect width='9' height='9'/></g>")
    #expect(layers.filter { $0.opacity == 0.5 }.map { $0.sublayers?.count } == [2])
  }

  @Test func clipPathsBecomeMasks() throws {
    let body = "<clipPath id='c'><circle r='5'/></clipPath><rect width='9' height='9' clip-path='url(#c)'/>"
    #expect(try Self.layers(body).contains { ($0.mask as? CAShapeLayer)?.path?.boundingBox.maxX == 5 })
  }

  @Test func entitiesOfTheDocumentAreReplaced() throws {
    let head = "<!DOCTYPE svg [<!ENTITY green \"lime\">]>"
    let shape = try Self.shapes("<rect width='9' height='9' fill='&green;'/>", head).first
    #expect(shape?.fillColor == CGColor(red: 0, green: 1, blue: 0, alpha: 1))
  }

  @Test func unsupportedElementsAreReported() throws {
    #expect(try Self.notes("<foreignObject/>") == ["foreignObject: this element is not supported"])
    #expect(
      try Self.notes("<image href='../a.png' width='9' height='9'/>").contains { $0.contains("outside of the folder") })
    #expect(try Self.notes("<script>0</script>") == ["script: scripts are not run"])
  }

  @Test func declaredEncodingsAreRead() throws {
    let head = "<?xml version='1.0' encoding='Windows-1251'?>"
    let body = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text id='a'>Ж</text></svg>"
    let encoded = try #require((head + body).data(using: .windowsCP1251))
    let url = URL(fileURLWithPath: "/nowhere/test.svg")
    let documents = try [Array(encoded), Array(body.utf8)].map {
      try Importer.document($0, at: url, named: "test.svg")?.bytes
    }
    #expect(encoded.contains(0xC6) && documents[0] == documents[1])
  }

  @Test func relativeUnitsCountTheFontSize() throws {
    let body = "<g font-size='20'><rect width='2em' height='2ex'/></g><rect width='1rem' height='5'/>"
    #expect(try Self.shapes(body).map { $0.path?.boundingBox.size } == [CGSize(width: 40, height: 20)])
  }

  @Test func textBecomesOutlines() throws {
    let shapes = try Self.shapes("<text x='20' y='30' font-size='20'>Ag</text>")
    let box = try #require(shapes.first?.path?.boundingBox)
    #expect(box.minX >= 19 && box.maxX > 30 && box.minY < 20 && box.maxY > 30)
  }

  // MARK: Hostile documents

  static let hostile: [(String, String)] = [
    ("uses of uses", (0..<20).map { "<g id='a\($0)'><use href='#a\($0 + 1)'/><use href='#a\($0 + 1)'/></g>" }.joined()),
    ("a loop of uses", "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"),
    (
      "a loop of masks",
      "<mask id='m' mask='url(#m)'><rect width='9' height='9' mask='url(#m)'/></mask>"
        + "<rect width='9' height='9' mask='url(#m)'/>"
    ),
    (
      "a loop of patterns",
      "<pattern id='p' width='1' height='1'><rect width='9' height='9' fill='url(#p)'/></pattern>"
        + "<rect width='9' height='9' fill='url(#p)'/>"
    ),
    (
      "a small tile",
      "<pattern id='p' width='1e-9' height='1e-9'><circle r='9'/></pattern>"
        + "<rect width='99' height='9' fill='url(#p)'/>"
    ),
    ("huge numbers", "<rect x='-1e300' width='1e300' height='1e308' stroke='red' transform='scale(1e200)'/>"),
    (
      "many dashes",
      "<path d='M 0 0 H 1e9' stroke='red' stroke-dasharray='\(String(repeating: "1 ", count: 100_000))'/>"
    ),
    (
      "a loop of variables",
      "<rect style='--a: var(--b) var(--b); --b: var(--a) var(--a); fill: var(--a)' width='9' height='9'/>"
    ),
    ("rules for siblings", "<style>* + * + * { fill: red }</style>" + String(repeating: "<g/>", count: 80_000)),
    (
      "filters of filters",
      "<filter id='f'>" + String(repeating: "<feMerge><feMergeNode/><feMergeNode/></feMerge>", count: 40)
        + "</filter><rect width='9' height='9' filter='url(#f)'/>"
    ),
  ]

  @Test(arguments: hostile) func hostileDocumentsEnd(_ name: String, _ body: String) {
    let start = ContinuousClock.now
    _ = try? Self.layers(body)
    #expect(ContinuousClock.now - start < .seconds(20), "\(name)")
  }

  /// Each shape has all stops, or all dashes, of a list that the document has once.
  @Test(arguments: [
    "<linearGradient id='g'>\(String(repeating: "<stop/>", count: 1000))</linearGradient><g fill='url(#g)'>",
    "<g stroke='red' stroke-dasharray='\(String(repeating: "1 ", count: 256))'>",
  ])
  func listsOfManyShapesAreRefused(_ start: String) {
    let shapes = String(repeating: "<path d='M0 0H9V9'/>", count: 1700)
    #expect(throws: ImportError.self) { try Self.translated("\(start)\(shapes)</g>") }
  }

  @Test func entitiesThatGrowAreRefused() {
    let grown = (1..<20).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }.joined()
    let head = "<!DOCTYPE svg [<!ENTITY e0 \"aaaaaaaaaa\">\(grown)]>"
    #expect(throws: ImportError.self) { try Self.translated("<text>&e19;</text>", head) }
  }
}
