import Foundation
import Starmine
import StarminePresets
import Testing

/// Documents of other programs are values; their text is made where something asks for it.
struct ImportedValueTests {
  private func folder() throws -> Folder {
    let layer = "'ty': 2, 'refId': 'p', 'ip': 0, 'op': 60, 'ks': {}"
    return try Folder([
      "a.json": """
      {'v': '5', 'fr': 30, 'ip': 0, 'op': 60, 'w': 40, 'h': 40,
        'assets': [{'id': 'p', 'w': 4, 'h': 4, 'e': 1, 'p': 'data:image/png;base64,\(picture)'}],
        'layers': [{\(layer), 'nm': 'a'}, {\(layer), 'nm': 'b{a}'}]}
      """.replacing("'", with: "\"")
    ])
  }

  @Test func repeatedPictureIsOneVariable() throws {
    let text = String(decoding: try folder().source("a.json").bytes, as: UTF8.self)
    #expect(text.ranges(of: picture).count == 1)
    #expect(text.ranges(of: "\"{picture1}\"").count == 2 && text.contains("\"b{{a}}\""), "\(text)")
  }

  @Test func changedTextOfAnImportCounts() throws {
    let source = try folder().source("a.json")
    var text = source.text
    text.bytes = Array("{ name: 'changed', layer: {} }".utf8)
    let changed = text.source(source.loader)
    #expect(try changed.scene().name == "changed" && changed.translated != nil)
    #expect(try changed.text.parsed.source(source.loader).scene().name == "changed")
  }

  @Test func mistakeInAParsedTextIsReported() throws {
    var text = PresetText.empty
    text.bytes = Array("{ layer: ".utf8)
    #expect(throws: PresetError.self) { try text.parsed.source(Movie.presetLoader).scene() }
  }
}
