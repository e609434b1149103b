import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

/// `palette=`: what is painted, and what its colours become over a particle's life. Truth: ours.
@Suite struct PaletteTests {
  private func scene(_ cells: String, renderMode: String = "additive", _ palette: String) throws -> LayerLookup {
    var scene = try load(
      "{ layer: { sublayers: [ { name: \"e\", class: \"CAEmitterLayer\", renderMode: \"\(renderMode)\", "
        + "emitterCells: [ \(cells) ] } ] } }")
    try scene.apply(PropertyOverride(parsing: "palette=\(palette)"))
    return LayerLookup(root: scene.rootLayer)
  }

  private func number(_ lookup: LayerLookup, _ path: String) throws -> Double {
    // Stored with 32 bits: as they were written.
    let value = try #require(try lookup.find(path).value as? NSNumber)
    return try #require(Double("\(value.floatValue)"))
  }

  private func color(_ lookup: LayerLookup, _ path: String) throws -> String? {
    (try lookup.find(path).value as? CGColor)?.hexText
  }

  /// Grey that covers is smoke; grey that adds light is light.
  @Test func smokeKeepsItsColour() throws {
    let cells = """
      { name: "smoke", contents: { sprite: "smoke" }, color: "#3a2a24" },
      { name: "ash", contents: { sprite: "dot" }, color: "#404448" },
      { name: "leaf", contents: { sprite: "leaf" }, color: "#40a040" }
      """
    let covering = try scene(cells, renderMode: "oldestFirst", "#0000ff")
    #expect(try color(covering, "smoke.color") == "#3a2a24" && color(covering, "ash.color") == "#404448")
    #expect(try color(covering, "leaf.color") == "#0000ff")
    let light = try scene(cells, "#0000ff")
    #expect(try color(light, "smoke.color") == "#0000ff" && color(light, "ash.color") == "#0000ff")
  }

  /// A scene of smoke alone: what else should the palette be for? Light smoke stays light, dark smoke dark.
  @Test func smokeAloneIsPainted() throws {
    let lookup = try scene(
      """
      { name: "puff", contents: { sprite: "smoke" }, color: "#e0e0e0" },
      { name: "shade", contents: { sprite: "smoke" }, color: "#404040" }
      """, renderMode: "oldestFirst", "#0080ff")
    #expect(try color(lookup, "puff.color") == "#0070e0" && color(lookup, "shade.color") == "#002040")
  }

  @Test func coloursDoNotDriftAway() throws {
    let lookup = try scene(
      """
      { name: "a", color: "#ff8000", redRange: 0.05, greenRange: 0.6, greenSpeed: -0.3, alphaSpeed: -0.5,
        emitterCells: [ { name: "b", redSpeed: 1, blueSpeed: 0.5, blueRange: 0.15 },
          { name: "c", redSpeed: -0.3, greenSpeed: -0.3, blueSpeed: -0.3 } ] }
      """, "#0000ff")
    #expect(try number(lookup, "a.redRange") == 0.05 && number(lookup, "a.greenRange") == 0.1)
    // Light that goes was 0.3 of 1 + 0.502 in a second; now it is that part of blue.
    #expect(try number(lookup, "a.redSpeed") == 0 && number(lookup, "a.greenSpeed") == 0)
    #expect(try abs(number(lookup, "a.blueSpeed") + 0.3 / (1 + 128.0 / 255)) < 1e-4)
    #expect(try number(lookup, "a.alphaSpeed") == -0.5)
    // Sub-cells have their parents' colour.
    #expect(try number(lookup, "b.redSpeed") == 0 && number(lookup, "b.blueSpeed") == 0)
    #expect(try number(lookup, "b.blueRange") == 0.1 && color(lookup, "b.color") == "#ffffff")
    #expect(try number(lookup, "c.redSpeed") == 0 && abs(number(lookup, "c.blueSpeed") + 0.3) < 1e-6)
  }

  /// Colours over a life run through the palette, as pale, dark and transparent as they were; white stays white.
  @Test func gradientsOverALifeAreOfThePalette() throws {
    let lookup = try scene(
      """
      { name: "flame", emitterBehaviors: [ { type: "colorOverLife", name: "heat",
        colors: ["#ffffff80", "#ffb860", "#80100000"], locations: [0, 0.5, 1] } ] }
      """, "#0000ff,#ffff80")
    let colors = try #require(try lookup.find("flame.heat.colors").value as? [Any]).compactMap { $0 as? CGColor }
    #expect(colors.map(\.hexText)[0] == "#ffffff80" && colors.map(\.hexText)[2] == "#00008000")
    // A quarter of the way from a saturation of one half to the whole.
    #expect(abs(colors[1].red - 0.75) < 0.01 && abs(colors[1].blue - 0.627) < 0.01)
  }

  /// Cells whose colours come from their ranges alone are coloured too.
  @Test func rangesAreColours() throws {
    let lookup = try scene(
      "{ name: \"a\", redRange: 1, greenRange: 1 }, { name: \"b\", color: \"red\" }", "#0000ff,#00ff00")
    #expect(try color(lookup, "a.color") == "#0000ff" && color(lookup, "b.color") == "#00ff00")
    #expect(try number(lookup, "a.redRange") == 0.1)
  }

  /// Colours of other spaces, with commas inside of brackets and with an exposure are those that documents have.
  @Test(arguments: [
    ("color(display-p3 1 0.5 0)", "'color(display-p3 1 0.5 0)'"),
    ("color(srgb 1.5 0.5 0)", "'color(srgb 1.5 0.5 0)'"),
    ("{ color: '#ffcc00', exposure: 2 }", "{ color: '#ffcc00', exposure: 2 }"), ("rgb(255, 136, 0)", "'#ff8800'"),
    ("color (rec2020 0 1 0)", "'color(rec2020 0 1 0)'"), ("[1, 0.5, 0]", "[1, 0.5, 0]"),
  ])
  func palettesHaveTheColoursOfDocuments(item: String, spelled: String) throws {
    let value = try #require(try load("{ layer: { backgroundColor: \(spelled) } }").rootLayer.backgroundColor)
    for palette in ["\(item), #0000ff", "\(item);#0000ff", "\(item) #0000ff"] {
      let lookup = try scene("{ name: \"a\", color: \"red\" }, { name: \"b\", color: \"blue\" }", palette)
      let (first, second) = try (lookup.find("a.color").value as? CGColor, lookup.find("b.color").value as? CGColor)
      #expect(first == value && second == CGColor(red: 0, green: 0, blue: 1, alpha: 1), "\(palette)")
    }
  }

  /// Gradients over a life keep colours beyond sRGB.
  @Test func gradientsKeepWideColours() throws {
    let lookup = try scene(
      """
      { name: "a", emitterBehaviors: [ { type: "colorOverLife", name: "heat", colors: ["#ff0000", "#ffffff"] } ] }
      """, "color(display-p3 1 0 0)")
    let colors = try #require(try lookup.find("a.heat.colors").value as? [Any]).compactMap { $0 as? CGColor }
    #expect(colors[0].isWide && colors[0].green < 0 && colors[1] == .white)
  }

  /// What is wrong is told as documents tell it.
  @Test(arguments: [
    ("color(display-p4 1 0 0)", "colour space"), ("{ color: '#ffcc00', exposure: 40 }", "-16 to 16 stops"),
    ("#12", "2 digits"), ("golt", "no palette is called"), ("gold,{ brightness: 1 }", "unknown key brightness"),
    (",", "expected"),
  ])
  func invalidColoursAreReported(palette: String, words: String) {
    let error = #expect(throws: ValueMismatchError.self) { try Palette.parse(palette) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }
}
