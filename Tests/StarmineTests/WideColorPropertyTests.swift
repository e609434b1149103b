import Foundation
import Starmine
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Every property that is a colour, walked: what of it lies above white arrives in frames of floats.
struct WideColorPropertyTests {
  /// Layers that show a property's colour, `@`, in the middle of a stage of 8 x 8.
  private static let scenes = [
    "CALayer.backgroundColor": "{ frame: [0, 0, 8, 8], backgroundColor: @ }",
    "CALayer.borderColor": "{ frame: [0, 0, 8, 8], borderWidth: 4, borderColor: @ }",
    "CALayer.shadowColor":
      """
    { frame: [0, -20, 8, 8], backgroundColor: '#fff', shadowColor: @, shadowOpacity: 1, shadowRadius: 0,
      shadowOffset: [0, 20] }
    """,
    "CAShapeLayer.fillColor": "{ class: 'CAShapeLayer', path: 'M0 0 H8 V8 H0 Z', fillColor: @ }",
    "CAShapeLayer.strokeColor": "{ class: 'CAShapeLayer', path: 'M4 0 V8', lineWidth: 8, strokeColor: @ }",
    "CAGradientLayer.colors": "{ class: 'CAGradientLayer', frame: [0, 0, 8, 8], colors: ['#000', @, @] }",
    "CATextLayer.foregroundColor":
      "{ class: 'CATextLayer', frame: [-20, -20, 48, 48], string: '███', fontSize: 40, foregroundColor: @ }",
    "CAReplicatorLayer.instanceColor":
      """
    { class: 'CAReplicatorLayer', instanceColor: @, sublayers: [{ frame: [0, 0, 8, 8], backgroundColor: '#fff' }] }
    """,
    "CAEmitterCell.color": emitter("color: @"),
    "colorOverLife.colors": emitter("color: '#fff', emitterBehaviors: [{ type: 'colorOverLife', colors: [@, @] }]"),
    "light.color": emitter("color: '#fff', emitterBehaviors: [{ type: 'light', color: @ }]"),
    "colorMonochrome.inputColor": filter("colorMonochrome", ", inputAmount: 1"),
    "multiplyColor.inputColor": filter("multiplyColor"),
  ]

  private static func emitter(_ cell: String) -> String {
    """
    { class: 'CAEmitterLayer', emitterPosition: [4, 4], emitterCells: [
      { birthRate: 100, lifetime: 9, contents: { sprite: 'square', size: 16 }, \(cell) } ] }
    """
  }

  private static func filter(_ type: String, _ more: String = "") -> String {
    "{ frame: [0, 0, 8, 8], backgroundColor: '#fff', filters: [{ type: '\(type)', inputColor: @\(more) }] }"
  }

  /// All there are, by owner and key.
  private static var properties: [String] {
    let inherited = Set(CALayer.properties.map(\.key))
    var keys: [String] = []
    for entry in LayerRegistry().names.compactMap({ LayerRegistry()[$0] }) {
      let own = entry.properties.filter { entry.type == CALayer.self || !inherited.contains($0.key) }
      keys += own.filter { isColor($0.info) }.map { "\(entry.name).\($0.key)" }
    }
    keys += CAEmitterCell.properties.filter { isColor($0.info) }.map { "CAEmitterCell.\($0.key)" }
    for type in CAEmitterBehavior.behaviorTypes() {
      let behavior = CAEmitterBehavior(type: type)
      keys += behavior.inputKeys.filter { ["color", "colors"].contains($0) }.map { "\(type).\($0)" }
    }
    for kind in FilterKind.allCases where kind.inputKeys.contains("inputColor") { keys.append("\(kind).inputColor") }
    return keys
  }

  private static func isColor(_ info: PropertyInfo) -> Bool { info.kind == .color || info.kind == .colors }

  @Test func allHaveScenes() { #expect(Set(Self.properties) == Set(Self.scenes.keys)) }

  @Test(arguments: scenes.keys.sorted()) func lightAboveWhiteArrives(property: String) throws {
    try expectLight(in: try #require(Self.scenes[property]))
  }

  /// A text whose glyphs move has one colour as others do.
  @Test func animatedTextKeepsItsLight() throws {
    try expectLight(
      in: """
        { class: 'CATextLayer', frame: [-20, -20, 48, 48], string: '███', fontSize: 40, foregroundColor: @,
          animators: [{ position: [1, 0], opacity: 0.99 }] }
        """)
  }

  private func expectLight(in layer: String) throws {
    func middle(_ color: String) throws -> UInt32 {
      let folder = try WideFolder()
      let path = folder.path("a.json")
      let document = "{ movie: { size: [8, 8], background: '#000' }, layer: { sublayers: ["
      let text = document + layer.replacing("@", with: color) + "] } }"
      try Data(text.utf8).write(to: URL(filePath: path))
      let frame = try Movie(presetNamed: path).still(at: 0.5, FrameOptions(marksHighlights: true), workers: 1)
      return frame.withPixels { $0[4 * frame.stride + 4] }
    }
    let magenta: UInt32 = 0xFFFF_00FF
    #expect(try middle("{ color: '#ffcc88', exposure: 1.5 }") == magenta)
    #expect(try middle("'color(srgb 1.5 0.8 0.5)'") == magenta)
    #expect(try middle("'#ffcc88'") != magenta)
  }
}
