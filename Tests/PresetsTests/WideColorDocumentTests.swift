import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing

/// Colours beyond sRGB in documents and in changes.
struct WideColorDocumentTests {
  private func color(_ text: String) throws -> CGColor? {
    let head = "{ movie: { size: [8, 8] }, vars: { gold: { type: 'color', default: \(text) } }, "
    let scene = try load(head + "layer: { name: 'a', backgroundColor: '{gold}' } }")
    return scene.rootLayer.backgroundColor
  }

  @Test(arguments: [
    ("'color(srgb 1.83 1.47 0)'", CGColor(.sRGB, 1.83, 1.47, 0, alpha: 1)),
    ("'color(rec2020 0 1 0 / 25%)'", CGColor(.rec2020, 0, 1, 0, alpha: 0.25)),
    ("{ color: '#ffffff', exposure: 2 }", CGColor(.sRGB, 1, 1, 1, alpha: 1, exposure: 4)),
    ("{ color: 'color(display-p3 1 0 0)', exposure: -1 }", CGColor(.displayP3, 1, 0, 0, alpha: 1).exposed(0.5)),
    ("{ color: [1, 0.5, 0, 0.5] }", CGColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)),
  ])
  func variablesAndPropertiesTakeThem(text: String, expected: CGColor) throws {
    #expect(try color(text) == expected)
  }

  /// What a program writes back is read as the same colour.
  @Test func theyAreWrittenBack() throws {
    let wide = CGColor(.displayP3, 1, 0.25, 0, alpha: 0.5).exposed(3)
    let spelled = try #require(ValueSpelling.document(wide, .color))
    #expect(try color(spelled.line()) == wide)
  }

  @Test(arguments: [
    ("'color(p4 1 1 1)'", "display-p3"), ("'color(srgb 1 1)'", "three numbers"),
    ("'color(srgb 1e30 1 1)'", "up to 10000"), ("'color(srgb nan 1 1)'", "three numbers"),
    ("'color(srgb 1 1 1 / 1 / 1)'", "three numbers"), ("'color(srgb 1 1 1 /)'", "three numbers"),
    ("{ color: '#fff', exposure: 100 }", "-16 to 16 stops"), ("{ exposure: 2 }", "color: \"#ffcc00\""),
    ("{ color: '#fff', stops: 2 }", "stops"), ("{ color: '#fff', exposure: 'much' }", "a number"),
    ("{ color: { color: '#fff' } }", "color: \"#ffcc00\""),
  ])
  func invalidColorsAreReported(text: String, part: String) {
    let error = #expect(throws: (any Error).self) { try color(text) }
    #expect(error.map { "\($0)".contains(part) } == true, "\(error.map { "\($0)" } ?? "")")
  }
}
