import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

/// `vars` of documents: what stands for them, what is given, and what is refused.
@Suite struct VariableTests {
  private func source(_ text: String, _ given: [String: String] = [:]) -> PresetSource {
    var loader = PresetLoader { url in
      guard url.lastPathComponent == "there.png" else { throw CocoaError(.fileNoSuchFile) }
      return CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF])
    }
    loader.makeSprite = { _ in CGImage(width: 1, height: 1, pixels: [0]) }
    return PresetSource(
      bytes: Array(text.utf8), file: "test.json", directory: URL(filePath: "/nowhere"), loader: loader
    ).giving(GivenVariables(given))
  }

  private let card = """
    { name: "for {title}",
      vars: {
        title: { type: "text", default: "HELLO", summary: "Who" },
        both: { type: "text", default: "{title} & {n}" },
        n: { type: "number", default: 4, min: 1, max: 20 },
        gold: { type: "color", default: [1, 0.5, 0] },
        logo: { type: "image" },
        isOn: { type: "boolean", default: true },
      },
      movie: { size: [200, 100], duration: "{n}", seed: "{n}" },
      layer: { name: "root", sublayers: [
        { class: "CATextLayer", name: "a", string: "{title}", foregroundColor: "{gold}", contents: "{logo}",
          bounds: [0, 0, 9, 9] },
        { class: "CATextLayer", name: "b", string: "<{{both}} {both}>", hidden: "{isOn}",
          frame: ["{n} * 2", "stage.height / {n}", "(stage.width - {n}) * 0.5", "{n}pt"], transform: "rotate({n}deg)" },
      ] } }
    """

  @Test func valuesStandEverywhere() throws {
    let scene = try source(card, ["title": "A {n} {", "n": "8", "logo": "there.png", "isOn": "no"]).scene()
    let layers = try #require(scene.rootLayer.sublayers)
    let (a, b) = (try #require(layers[0] as? CATextLayer), try #require(layers[1] as? CATextLayer))
    // What is given is taken as it is: braces in it stand for nothing.
    #expect(a.string as? String == "A {n} {" && b.string as? String == "<{both} A {n} { & 8>")
    #expect(scene.name == "for A {n} {" && scene.duration == 8 && scene.seed == 8)
    #expect(a.foregroundColor == CGColor(red: 1, green: 0.5, blue: 0, alpha: 1) && a.contents is CGImage)
    #expect(b.bounds.height == 8 && !b.isHidden && scene.remarks.isEmpty)
    #expect(b.bounds.width == 96)
    #expect(scene.variables.map(\.name) == ["title", "both", "n", "gold", "logo", "isOn"])
    #expect(scene.variables[0].value == "A {n} {" && scene.variables[0].defaultValue == "HELLO")
    #expect(scene.variables[2].minimum == 1 && scene.variables[2].maximum == 20 && scene.variables[2].value == "8")
  }

  @Test func defaultsReferToOthersAndMissingValuesAreReported() throws {
    let scene = try source(card).scene()
    #expect(scene.variables[1].value == "HELLO & 4" && scene.variables[4].value == nil)
    #expect(scene.rootLayer.sublayers?[0].contents == nil)
    #expect(
      scene.remarks.map(\.description) == [
        "test.json:7:11: note: vars.logo: it has no default and no value was given: --var logo=..."
      ])
    let unused = try source(#"{ vars: { a: { type: "text", default: "x" } }, layer: {} }"#).scene()
    #expect(unused.remarks.count == 1 && unused.remarks[0].message.contains("it is not used"))
  }

  @Test func documentsWithoutVariablesKeepTheirBraces() throws {
    let scene = try source(#"{ layer: { class: "CATextLayer", string: "{title} {{" } }"#).scene()
    #expect((scene.rootLayer as? CATextLayer)?.string as? String == "{title} {{" && scene.variables.isEmpty)
  }

  @Test(arguments: [
    (#"a: { type: "txt" }"#, "vars.a.type: expected one of text, number, color, image, boolean"),
    (#"a: {}"#, "vars.a.type: missing: one of text"), (#""1a": { type: "text" }"#, "expected a name of letters"),
    (#"a: { type: "text", defalt: 1 }"#, "did you mean \"default\"?"),
    (#"a: { type: "number", default: "x" }"#, "vars.a.default: expected a number, found \"x\""),
    (#"a: { type: "number", default: 3, max: 2 }"#, "expected 2 or less, found 3"),
    (#"a: { type: "number", default: 3, min: 4, max: 2 }"#, "expected at most max, which is 2"),
    (#"a: { type: "text", min: 1 }"#, "min and max are for numbers only"),
    (#"a: { type: "color", default: "reddish" }"#, "vars.a.default: expected a colour"),
    (#"a: { type: "boolean", default: "perhaps" }"#, "expected true or false"),
    (#"a: { type: "text", default: "{a}" }"#, "the variable refers to itself: a -> a"),
    (#"a: { type: "text", default: "{b}" }, b: { type: "text", default: "-{a}" }"#, "to itself: a -> b -> a"),
    (#"a: { type: "text", default: "{c}" }"#, "no variable is called \"c\""),
  ])
  func wrongDeclarations(declaration: String, message: String) {
    let found = problems(of: "{ vars: { \(declaration) }, layer: {} }")
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }

  @Test func invalidValuesAreReportedOnceWithTheirLocation() throws {
    do {
      _ = try source(card, ["n": "99", "gold": "goldish", "titel": "x", "logo": "away.png"]).scene()
      Issue.record("it loads")
    } catch {
      let found = error.problems.map(\.description)
      #expect(found.count == 4, "\(found)")
      #expect(found.contains("the variable n: n: expected 20 or less, found \"99\""))
      #expect(
        found.contains { $0.hasPrefix("the variable titel: no variable is called \"titel\"; did you mean \"title\"?") })
      #expect(found.contains { $0.hasPrefix("the variable logo: logo: the image /nowhere/away.png cannot be read") })
    }
    #expect(throws: PresetError.self) { try source("{ layer: {} }", ["a": "1"]).scene() }
  }

  /// Each of 60 variables holds the one before twice.
  @Test func textsDoNotGrowWithoutEnd() {
    let list = (1...60).map { "v\($0): { type: \"text\", default: \"\($0 == 1 ? "x" : "{v\($0 - 1)}{v\($0 - 1)}")\" }" }
    let found = problems(of: "{ vars: { \(list.joined(separator: ", ")) }, layer: { name: \"{v60}\" } }")
    #expect(found.contains { $0.contains("the text is longer than 1048576 bytes") })
    let parentheses = String(repeating: "(", count: 10_000) + "{n}"
    let deep = problems(
      of: "{ vars: { n: { type: \"number\", default: 1 } }, layer: { opacity: \"\(parentheses)\" } }")
    #expect(deep.count == 1 && deep[0].contains("the expression is longer than 400 characters"), "\(deep)")
  }

  /// Texts that are too much for the memory are not made one after the other.
  @Test func textsStayWithinTheMemory() throws {
    let long = String(repeating: "x", count: 500_000)
    let places = Array(repeating: "\"{a}{a}\"", count: 50_000).joined(separator: ",")
    var loader = PresetLoader { _ in throw CocoaError(.fileNoSuchFile) }
    loader.memory = 64 << 20
    let text = "{ vars: { a: { type: \"text\", default: \"\(long)\" } }, layer: {}, timeline: [\(places)] }"
    do {
      _ = try loader.load(Array(text.utf8), file: "test.json", directory: URL(filePath: "/nowhere"))
      Issue.record("it loads")
    } catch {
      #expect(error.problems.count == 1 && "\(error)".contains("of memory up to here"), "\(error)")
    }
  }

  @Test func placesInListsAreNamed() {
    let found = problems(of: #"{ vars: {}, layer: { sublayers: [{}, { name: "{b}" }] } }"#)
    #expect(found.count == 1 && found[0].contains("layer.sublayers[1].name: no variable is called"), "\(found)")
  }

  @Test func documentsKeepWhatIsGiven() throws {
    let kept = try source(card).keeping(GivenVariables(["title": "A {b}", "n": "7", "gold": "1, 0, 0"]))
    let text = String(decoding: kept.text.bytes, as: UTF8.self)
    #expect(text.contains(#"default: "A {{b}}", summary: "Who""#) && text.contains("default: 7, min: 1"))
    let variables = try kept.scene().variables
    #expect(variables[0].value == "A {b}" && variables[2].value == "7" && variables[3].value == "#ff0000")
    let draft = Draft(source(card))
    let changed = try draft.applying([try PropertyOverride(parsing: "vars.n=9")]).draft
    #expect(try changed.source.scene().variables[2].value == "9")
    #expect(throws: PresetError.self) { try draft.applying([try PropertyOverride(parsing: "vars.n=90")]) }
  }

  @Test func formsHaveARowForEach() throws {
    let model = SceneModel(try source(card).scene())
    #expect(model.nodes[0].kind == "variables" && model.nodes[0].prefix == "vars." && model.nodes[7].kind == "movie")
    #expect(model.nodes[1...6].allSatisfy { $0.kind == "variable" && $0.parent == "vars" && $0.rows?.count == 1 })
    #expect(model.nodes[0].rows?.map(\.kind) == ["string", "string", "number", "color", "image", "boolean"])
    #expect(model.nodes[0].rows?[2].range == [1, 20] && model.nodes[0].values["n"] == DocumentValue(.number(4)))
  }
}
