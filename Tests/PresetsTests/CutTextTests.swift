import Foundation
import StarminePresets
import Testing

/// Notes on texts that their layer or the stage cuts.
@Suite struct CutTextTests {
  private func notes(
    _ layer: String, font: String = "DejaVu Sans", vars: String = "", _ extra: String = ""
  ) throws -> [String] {
    let text =
      "{ vars: { \(vars) }, movie: { size: [640, 360], duration: 2 }, layer: { sublayers: [{ class: 'CATextLayer', "
      + "name: 'title', font: '\(font)', \(layer) }] } \(extra) }"
    let loader = PresetLoader { _ in throw CocoaError(.fileNoSuchFile) }
    let scene = try loader.load(Array(text.utf8), file: "a.json", directory: URL(fileURLWithPath: "/"))
    return scene.unsupported.map(\.description)
  }

  @Test func cutTextsAreNotedWithTheirVariable() throws {
    let layer = "string: '{title}', fontSize: 120, alignmentMode: 'center', frame: [0, 120, 640, 160]"
    #expect(
      try notes(layer, vars: "title: { type: 'text', default: 'OPENING 2027' }") == [
        "a.json: note: The text \"OPENING 2027\" of layer title is cut at both sides. "
          + "Shorten the variable title, or set fit to shrink."
      ])
    #expect(try notes(layer + ", fit: 'shrink'", vars: "title: { type: 'text', default: 'OPENING 2027' }").isEmpty)
    #expect(try notes(layer, vars: "title: { type: 'text', default: 'OPEN' }").isEmpty)
  }

  @Test(arguments: [
    ("frame: [0, 0, 640, 40]", "at the bottom"), ("frame: [20, 0, 300, 200]", "at the right"),
    ("frame: [20, 0, 300, 200], alignmentMode: 'right'", "at the left"), ("frame: [-80, 0, 640, 200]", "at the left"),
    ("frame: [0, 300, 640, 200]", "at the bottom"),
    ("frame: [0, 0, 300, 100], wrapped: true", "at the bottom"),
  ])
  func sidesAreNamed(layer: String, side: String) throws {
    let found = try notes("string: 'Some text', fontSize: 90, \(layer)")
    #expect(found.count == 1 && found[0].contains("is cut \(side)."), "\(found)")
  }

  /// Fewer letters do not help: the accent is above the lines of this font.
  @Test(arguments: [
    ("string: 'Åse', frame: [0, 100, 640, 160]", ", or set fit to shrink."),
    ("string: 'Åse', fit: 'shrink', frame: [0, 100, 640, 160]", nil),
    ("string: 'Åse', fit: 'shrink', frame: [0, 100, 640, 120]", nil),
    ("string: 'Ase', frame: [0, 100, 640, 160]", nil), ("string: 'Ase', fit: 'wrap', frame: [0, -40, 640, 160]", "."),
  ])
  func textsCutAtTheTopNeedAPlace(layer: String, ending: String?) throws {
    let found = try notes("fontSize: 120, \(layer)", font: "League Spartan Bold")
    #expect(found.count == (ending == nil ? 0 : 1), "\(found)")
    let help = "is cut at the top. Move the layer into the stage" + (ending ?? "")
    #expect(found.allSatisfy { $0.hasSuffix(help) }, "\(found)")
  }

  /// No glyph is inside the layer, so the visible part of the text has no place.
  @Test func textsOutsideOfTheirLayerAreNoted() throws {
    let layer = "string: 'text', frame: [0, 0, 196, 18], alignmentMode: 'center'"
    let found = try notes("fontSize: 1000, \(layer)")
    #expect(found.count == 1 && found[0].contains("is cut at both sides and at the bottom."), "\(found)")
    // Beyond the typesetter's coordinates, there may be no ink.
    for size in ["1e5", "1e6", "1e9"] { #expect(try notes("fontSize: \(size), \(layer)").count <= 1) }
  }

  @Test(arguments: [
    "frame: [0, 0, 300, 200], truncationMode: 'end'", "frame: [0, 0, 300, 200], hidden: true",
    "frame: [900, 0, 640, 200]", "frame: [0, 0, 300, 200], animators: [{ opacity: 0.5 }]",
    "frame: [-300, 0, 640, 200], animations: { in: { keyPath: 'position.x', toValue: 900, duration: 2 } }",
    "frame: [0, 0, 640, 200]", "frame: [0, 0, 300, 100], fit: 'wrap'",
  ])
  func intentionallyCutTextsAreNotReported(layer: String) throws {
    #expect(try notes("string: 'Some text', fontSize: 90, \(layer)").isEmpty)
  }

  @Test func textsThatShrinkTooFarAreNoted() throws {
    let layer = "fontSize: 90, frame: [0, 0, 640, 200], fit: 'shrink', transform: 'scale(0.4)'"
    let letters = { String(repeating: "n", count: $0) }
    let found = try notes("string: '\(letters(70))', \(layer)")
    #expect(found.count == 1 && found[0].contains("is shrunk until it is hard to read. Shorten it."), "\(found)")
    #expect(try notes("string: '\(letters(20))', \(layer)").isEmpty)
  }

  @Test func movedLayersMayLeaveTheStage() throws {
    let layer = "string: 'Some text', fontSize: 90, frame: [-200, 0, 640, 200]"
    #expect(try notes(layer).count == 1)
    #expect(try notes(layer, vars: "", ", timeline: [{ at: 1, set: { 'title.position.x': 320 } }]").isEmpty)
  }
}
