import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

@Suite struct TextDocumentTests {
  private func textLayer(_ properties: String) throws -> CATextLayer {
    let scene = try load(
      """
      { "name": "t", "summary": "a text", "movie": { "size": [200, 100], "duration": 1 },
        "layer": { "sublayers": [ { "class": "CATextLayer", \(properties) } ] } }
      """)
    return try #require(scene.rootLayer.sublayers?.first as? CATextLayer)
  }

  @Test func plainTexts() throws {
    #expect(try textLayer(#""string": "Hello", "font": "DejaVu Sans""#).string as? String == "Hello")
  }

  @Test func runsHaveLooksOfTheirOwn() throws {
    let layer = try textLayer(
      #"""
      "string": [
        {"text": "Big", "font": "DejaVu Sans Bold", "fontSize": 40, "color": "#ff0000", "kern": 2, "underline": true},
        {"text": " struck", "font": "DejaVu Sans", "strikethrough": true}
      ]
      """#)
    let text = try #require(layer.string as? NSAttributedString)
    #expect(text.string == "Big struck")
    let (big, struck) = (text.attributes(at: 0, effectiveRange: nil), text.attributes(at: 5, effectiveRange: nil))
    #expect((big[.font] as? CTFont)?.name == "DejaVu Sans Bold" && (big[.font] as? CTFont)?.size == 40)
    #expect(big[.foregroundColor] as? CGColor == CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    #expect((big[.kern] as? NSNumber)?.doubleValue == 2 && (big[.underlineStyle] as? NSNumber)?.intValue == 1)
    #expect((struck[.strikethroughStyle] as? NSNumber)?.intValue == 1 && struck[.underlineStyle] == nil)
    #expect((struck[.font] as? CTFont)?.size == 12)
  }

  @Test func fontFilesAreFoundFromTheDocument() throws {
    let layer = try textLayer(#""string": "x", "font": "fonts/none.ttf""#)
    let font = try #require(layer.font as? String)
    #expect(font.hasPrefix("/") && font.hasSuffix("/fonts/none.ttf"))
    #expect(layer.textNotes(on: layer.font, forKey: "font").first?.contains("fonts/none.ttf") == true)
  }

  @Test(
    arguments: [
      #""string": 5"#, #""string": [5]"#, #""string": [{"fontSize": 5}]"#, #""string": [{"text": "a", "size": 5}]"#,
      #""string": [{"text": 4}]"#, #""name": [{"text": "a"}]"#, #""string": [{"text": "a", "underline": "maybe"}]"#,
    ])
  func mistakes(properties: String) {
    #expect(throws: (any Error).self) { try textLayer(properties) }
  }

  /// A character of no font: the last of the private use planes.
  @Test func missingGlyphsAreReported() throws {
    let strange = "\u{10FFFD}"
    let scene = try load(
      """
      { layer: { sublayers: [
          { class: "CATextLayer", name: "a", string: "x\(strange)y\(strange)" },
          { class: "CATextLayer",
            string: [{ text: "fine", font: "DejaVu Sans" }, { text: "\(strange)", font: "DejaVu Serif" }] },
          { class: "CAEmitterLayer", emitterShape: "text", emitterText: "\(strange)" },
          { class: "CATextLayer", string: "plain" }, { class: "CATextLayer", string: "été" }] },
        timeline: [{ at: 1, set: { "a.string": "z\(strange)", "a.font": "No Such Font" } }] }
      """)
    let notes = scene.unsupported.map(\.description)
    for place in [
      "layer.sublayers[0].string: no installed font has \"\(strange)\"", "layer.sublayers[1].string: no installed font",
      "layer.sublayers[2].emitterText: no installed font", "timeline[0].set.a.string: no installed font",
      "timeline[0].set.a.font: the font \"No Such Font\" is not installed",
    ] {
      #expect(notes.contains { $0.contains(place) }, "\(place) in \(notes)")
    }
    #expect(notes.count == 5, "\(notes)")
    var plain = try load("{ layer: { class: \"CATextLayer\", name: \"a\", string: \"x\" } }")
    #expect(plain.unsupported.isEmpty)
    try plain.apply(PropertyOverride(parsing: "a.string=\(strange)"))
    #expect(plain.unsupported.first?.description.hasPrefix("--set a.string=") == true)
  }
}
