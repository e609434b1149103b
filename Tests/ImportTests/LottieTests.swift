import Foundation
import StarmineImport
import StarmineLayers
import StarminePresets
import StarmineTestSupport
import StarmineText
import Testing

@Suite struct LottieTests {
  private func document(_ layers: String, _ more: String = "") throws -> String {
    let text =
      "{\"v\": \"5.7.0\", \"fr\": 10, \"ip\": 0, \"op\": 20, \"w\": 100, \"h\": 50, \"layers\": [\(layers)]\(more)}"
    let place = URL(filePath: "/nowhere/a.json")
    let found = try #require(try Importer.document(Array(text.utf8), at: place, named: "a.json"))
    return String(decoding: found.bytes, as: UTF8.self)
  }

  private let fill = "{\"ty\": \"fl\", \"c\": {\"k\": [1, 0, 0]}, \"o\": {\"k\": 100}}"
  private let box = "{\"ty\": \"rc\", \"p\": {\"k\": [0, 0]}, \"s\": {\"k\": [10, 10]}, \"r\": {\"k\": 0}}"

  @Test func keysAndEasingsStayAsTheyAre() throws {
    let move =
      "{\"a\": 1, \"k\": [{\"t\": 5, \"s\": [0, 0], \"o\": {\"x\": 0.3, \"y\": 1.5}, \"i\": {\"x\": 0.6, \"y\": 1}}, "
      + "{\"t\": 15, \"s\": [80, 20]}]}"
    let text = try document(
      "{\"ty\": 4, \"ip\": 0, \"op\": 20, \"ks\": {\"p\": \(move)}, \"shapes\": [\(box), \(fill)]}")
    #expect(text.contains("\"beginTime\": 1000.5") && text.contains("[0.3, 1.5, 0.6, 1]"))
    #expect(text.contains("\"duration\": 2,") && text.contains("[100, 50]"))
    #expect(text.contains("L 5 5") && text.contains("0 not kept"))
  }

  /// Half of the letters, and the same ones whenever it is read.
  @Test func randomOrdersArePossible() throws {
    let selector = "{\"t\": 0, \"b\": 1, \"r\": 1, \"rn\": 1, \"e\": {\"k\": 50}}"
    let style = "{\"t\": \"IIIIIIII\", \"f\": \"DejaVu Sans\", \"s\": 10, \"fc\": [1, 0, 0]}"
    func shown() throws -> ArraySlice<Bool> {
      let text = try document(
        "{\"ty\": 5, \"ip\": 0, \"op\": 20, \"ks\": {}, \"t\": {\"d\": {\"k\": [{\"t\": 0, \"s\": \(style)}]}, "
          + "\"a\": [{\"s\": \(selector), \"a\": {\"o\": {\"k\": 0}}}]}}")
      return text.matches(of: /"opacity": ([01])\b/).map { $0.1 == "1" }.suffix(8)
    }
    let (first, again) = (try shown(), try shown())
    #expect(first.count == 8 && first.filter { $0 }.count == 4)
    #expect(Array(first) != first.sorted { !$0 && $1 } && again == first)
  }

  /// Letters turn about the middle of their own line: other points are named where something turns.
  @Test(arguments: [("r", true), ("o", false)]) func anchorsOfGroupsAreNamed(property: String, turns: Bool) throws {
    let style = "{\"t\": \"IO\", \"f\": \"DejaVu Sans\", \"s\": 10, \"fc\": [1, 0, 0]}"
    let text = try document(
      "{\"ty\": 5, \"ip\": 0, \"op\": 20, \"ks\": {}, \"t\": {\"d\": {\"k\": [{\"t\": 0, \"s\": \(style)}]}, "
        + "\"a\": [{\"a\": {\"\(property)\": {\"k\": 30}}}], \"m\": {\"g\": 2, \"a\": {\"k\": [0, -50]}}}}")
    for key in ["g", "a"] { #expect(text.contains("layers[0].t.m.\(key): ") == turns, "\(text.prefix(600))") }
  }

  /// Colours between places that stay keep their keys and easings; where places move they are looked at.
  @Test(arguments: [(1.0, true), (0.5, false)]) func stopsThatStayKeepTheirKeys(end: Double, isKept: Bool) throws {
    let keys =
      "[{\"t\": 0, \"s\": [0, 1, 0, 0, 1, 0, 0, 1], \"o\": {\"x\": 0.3, \"y\": 0}, "
      + "\"i\": {\"x\": 0.6, \"y\": 1}}, {\"t\": 20, \"s\": [0, 0, 1, 0, \(end), 1, 1, 0]}]"
    let gradient =
      "{\"ty\": \"gf\", \"o\": {\"k\": 100}, \"t\": 1, \"s\": {\"k\": [0, 0]}, \"e\": {\"k\": [9, 0]}, "
      + "\"g\": {\"p\": 2, \"k\": {\"a\": 1, \"k\": \(keys)}}}"
    let text = try document("{\"ty\": 4, \"ip\": 0, \"op\": 20, \"ks\": {}, \"shapes\": [\(box), \(gradient)]}")
    #expect(text.contains("\"keyPath\": \"colors\""))
    #expect(text.contains("[0.3, 0, 0.6, 1]") == isKept, "\(text.prefix(2000))")
    #expect(text.contains("\"keyPath\": \"locations\"") != isKept)
  }

  @Test func compositionsWithinThemselvesEnd() throws {
    let layer = "{\"ty\": 0, \"refId\": \"a\", \"ip\": 0, \"op\": 20, \"w\": 9, \"h\": 9, \"ks\": {}}"
    let text = try document(layer, ", \"assets\": [{\"id\": \"a\", \"layers\": [\(layer)]}]")
    #expect(text.contains("within itself"))
  }

  @Test func markersAreCues() throws {
    let text = try document(
      "",
      ", \"markers\": [{\"tm\": 5, \"cm\": \"big bang!\", \"dr\": 0}, {\"tm\": 12, \"cm\": \"2nd\"}, "
        + "{\"tm\": -3, \"cm\": \"early\"}, {\"tm\": 15, \"cm\": \"now\", \"dr\": 4}]")
    #expect(text.contains("\"name\": \"big-bang\"") && text.contains("\"at\": 0.5"))
    #expect(text.contains("\"name\": \"marker-2nd\"") && text.contains("\"at\": 1.2"))
    #expect(text.contains("\"name\": \"marker\"") && text.contains("\"at\": 1.5") && !text.contains("early\""))
    #expect(text.contains("markers[2].tm: it is outside of the movie"))
    #expect(text.contains("markers[3].dr: a cue has no length"))
  }

  /// After Effects' plug-in writes JSON into some.
  @Test func namesInJSONNameMarkers() throws {
    let text = try document("", ", \"markers\": [{\"tm\": 5, \"cm\": \"{\\r\\\"name\\\":\\\"out_now\\\"\\r}\"}]")
    #expect(text.contains("\"name\": \"out_now\", \"at\": 0.5"))
  }

  @Test func theDocumentDecidesTheRate() throws {
    #expect(try document("").contains("\"fps\": 10,"))
  }

  /// A star of five and a half points has six, one of which is lower.
  @Test(arguments: [("5", 10), ("5.5", 12), ("6", 12)]) func partsOfPointsGrow(points: String, sides: Int) throws {
    let star =
      "{\"ty\": \"sr\", \"sy\": 1, \"pt\": {\"k\": \(points)}, \"p\": {\"k\": [0, 0]}, \"or\": {\"k\": 20}, "
      + "\"ir\": {\"k\": 8}}"
    let text = try document("{\"ty\": 4, \"ip\": 0, \"op\": 20, \"ks\": {}, \"shapes\": [\(star), \(fill)]}")
    let path = try #require(text.firstMatch(of: /"path": "([^"]+)"/)).1
    #expect(path.count { $0 == "L" } == sides)
  }

  /// One in the last frame is met, one behind it is named; none is lost without a word.
  @Test func markersBehindTheEndAreNamed() throws {
    let text = try document(
      "", ", \"markers\": [{\"tm\": 20, \"cm\": \"end\"}, {\"tm\": 25, \"cm\": \"late\", \"dr\": 0}, 7]")
    #expect(text.contains("\"name\": \"end\", \"at\": 2 ") && text.contains("\"name\": \"late\", \"at\": 2.5 "))
    #expect(text.contains("markers[1].tm: the movie ends before it") && !text.contains("markers[0].tm"))
    #expect(text.contains("markers: 1 of them are not objects"))
  }

  /// Neighbours under one parent lie in one layer, which moves them.
  @Test func neighboursShareTheirParents() throws {
    let move = "{\"a\": 1, \"k\": [{\"t\": 0, \"s\": [0, 0]}, {\"t\": 20, \"s\": [50, 0]}]}"
    let parts = [("4", 5, 10), ("2", 0, 5), ("4", 0, 5)].map { parent, start, end in
      "{\"ty\": 4, \"parent\": \(parent), \"ip\": \(start), \"op\": \(end), \"ks\": {}, "
        + "\"shapes\": [\(box), \(fill)]}"
    }
    let carrier = "{\"ty\": 3, \"ind\": 4, \"ip\": 0, \"op\": 20, \"ks\": {\"p\": \(move)}}"
    let other = "{\"ty\": 3, \"ind\": 2, \"parent\": 4, \"ip\": 0, \"op\": 20, \"ks\": {\"p\": \(move)}}"
    let text = try document((parts + [carrier, other]).joined(separator: ", "))
    #expect(text.matches(of: /"keyPath": "position"/).count == 2 && text.matches(of: /"path": "M/).count == 3)
    // Each of the three, the inner parent, and both parents from their first layer to their last one.
    #expect(text.matches(of: /"keyPath": "hidden"/).count == 5)
  }

  // MARK: Texts

  private func text(_ letters: String, family: String = "DejaVu Sans", path: String = "{}", masks: String = "") throws
    -> String
  {
    let style = "{\"t\": \"\(letters)\", \"f\": \"F\", \"s\": 10, \"fc\": [1, 0, 0]}"
    return try document(
      "{\"ty\": 5, \"ip\": 0, \"op\": 20, \"ks\": {}, \"masksProperties\": [\(masks)], "
        + "\"t\": {\"d\": {\"k\": [{\"t\": 0, \"s\": \(style)}]}, \"a\": [], \"p\": \(path)}}",
      ", \"fonts\": {\"list\": [{\"fName\": \"F\", \"fFamily\": \"\(family)\", \"fStyle\": \"\"}]}")
  }

  @Test func colouredCharactersAreTextLayers() throws {
    try ColorFont.with { font in
      // Opened here, since a document gives a family.
      #expect(Typesetter.shared.diagnostic(forFont: font) == nil)
      let text = try text("ACB", family: "Starmine Color")
      #expect(text.matches(of: /"string": "(.)"/).map { String($0.1) } == ["A", "B"])
      #expect(text.matches(of: /"class": "CAShapeLayer"/).count == 1)
      // From the baseline up, with room at the sides.
      #expect(text.matches(of: /"position": \[-10, -8\]/).count == 2)
    }
  }

  /// Fonts go by name: a path would lead out of the folder.
  @Test func fontsAreNotOpenedByTheirPaths() throws {
    try ColorFont.with { font in
      let text = try text("A", family: font)
      #expect(text.contains("is not installed") && !text.contains("\"string\""))
    }
    let missing = try text("A", family: "/nowhere/a.ttf")
    #expect(missing.contains("the font \"\u{2215}nowhere\u{2215}a.ttf\" is not installed"))
  }

  @Test func charactersWithoutGlyphsAreNamed() throws {
    let text = try text("a\u{10FFFD}")
    #expect(text.contains("layers[0].t.d.k[0].s.t: no installed font has \"\u{10FFFD}\""))
  }

  private static let down =
    "{\"mode\": \"n\", \"pt\": {\"k\": {\"c\": false, \"v\": [[50, 10], [50, 90]], \"i\": [[0, 0], [0, 0]], "
    + "\"o\": [[0, 0], [0, 0]]}}}"

  /// Where characters of two points and a half stand on a way down, and how they are turned.
  @Test(arguments: [
    ("\"f\": {\"k\": 20}, \"p\": {\"k\": 1}", [31.4, 34.3], "[0, 1, 0, 0, -1, 0"),
    ("\"f\": {\"k\": -30}, \"p\": {\"k\": 1}", [-18.6, -15.7], "[0, 1, 0, 0, -1, 0"),
    ("\"a\": {\"k\": 1}, \"l\": {\"k\": -20}, \"p\": {\"k\": 1}", [11.4, 68.6], "[0, 1, 0, 0, -1, 0"),
    ("\"r\": {\"k\": 1}, \"p\": {\"k\": 1}", [88.6, 85.7], "[0, -1, 0, 0, 1, 0"),
    ("\"p\": {\"k\": 0}", [11.4, 14.3], nil),
  ])
  func textsFollowPaths(path: String, places: [Double], turn: String?) throws {
    let text = try text("II", path: "{\"m\": 0, \(path)}", masks: Self.down)
    let found = text.matches(of: /"position": \[50, (-?[0-9.]+)\]/).compactMap { Double($0.1) }
    #expect(found.count == 2 && zip(found, places).allSatisfy { abs($0 - $1) < 0.15 }, "\(found)")
    #expect(text.matches(of: /"transform": \[/).count == (turn == nil ? 0 : 2))
    #expect((turn.map { text.contains($0) } ?? true))
    #expect(text.contains("0 not kept"))
  }

  @Test func missingTextPathsAreReported() throws {
    let text = try text("II", path: "{\"m\": 1}", masks: Self.down)
    #expect(text.contains("layers[0].t.p.m: the layer lacks the mask"))
  }

  @Test func parentsInACircleEnd() throws {
    let layers = (1...2).map {
      "{\"ty\": 4, \"ind\": \($0), \"parent\": \(3 - $0), \"ip\": 0, \"op\": 20, \"ks\": {}, "
        + "\"shapes\": [\(box), \(fill)]}"
    }
    #expect(try document(layers.joined(separator: ", ")).contains("M 5 -5"))
  }

  @Test func remappedTimeIsTheTimeOfSublayers() throws {
    let remap = "{\"a\": 1, \"k\": [{\"t\": 0, \"s\": [1]}, {\"t\": 10, \"s\": [0]}]}"
    let inner = "{\"ty\": 4, \"ip\": 0, \"op\": 20, \"ks\": {}, \"shapes\": [\(box), \(fill)]}"
    let layer =
      "{\"ty\": 0, \"refId\": \"a\", \"ip\": 0, \"op\": 20, \"w\": 9, \"h\": 9, \"ks\": {}, \"tm\": \(remap)}"
    let text = try document(layer, ", \"assets\": [{\"id\": \"a\", \"layers\": [\(inner)]}]")
    #expect(text.contains("sublayerTime") && text.contains("[1001, 1000]"))
  }

  @Test(arguments: ["1e308", "-1", "0", "\"x\""]) func framesOutOfReachAreErrors(end: String) {
    let text = "{\"v\": \"5\", \"fr\": 1e-300, \"ip\": 0, \"op\": \(end), \"w\": 9, \"h\": 9, \"layers\": []}"
    let place = URL(filePath: "/nowhere/a.json")
    #expect(throws: ImportError.self) { _ = try Importer.document(Array(text.utf8), at: place, named: "a.json") }
  }

  /// A layer is there in its first frame, and no longer in the frame of its end, wherever they fall on the clock.
  @Test func layersBeginAtTheirFrame() throws {
    let layers = [(0, 7), (7, 20)].map {
      "{\"ty\": 4, \"ip\": \($0), \"op\": \($1), \"ks\": {}, \"shapes\": [\(box), \(fill)]}"
    }
    let text = try document(layers.joined(separator: ", "))
    #expect(text.matches(of: /"keyTimes": \[0, 0\.33333285\d*, 1\]/).count == 2)
  }

  /// Copies of copies of copies would be thousands of millions.
  @Test func copiesOfCopiesHaveALimit() throws {
    let place = "{\"ty\": \"tr\", \"p\": {\"k\": [3, 2]}}"
    let copies = "{\"ty\": \"rp\", \"c\": {\"k\": 1000}, \"o\": {\"k\": 0}, \"tr\": \(place)}"
    func layer(_ shapes: String) -> String {
      "{\"ty\": 4, \"ip\": 0, \"op\": 20, \"ks\": {}, \"shapes\": [\(shapes)]}"
    }
    #expect(try document(layer("\(box), \(fill), \(copies)")).contains("sublayers"))
    #expect(throws: ImportError.self) { try document(layer("\(box), \(fill), \(copies), \(copies), \(copies)")) }
  }

  /// Each style paints every path above it, and each path is changed by everything below it.
  @Test func manyShapesOfOneListHaveALimit() {
    let shapes = Array(repeating: "\(box), \(fill)", count: 3600).joined(separator: ", ")
    #expect(throws: ImportError.self) {
      try document("{\"ty\": 4, \"ip\": 0, \"op\": 20, \"ks\": {}, \"shapes\": [\(shapes)]}")
    }
  }
}
