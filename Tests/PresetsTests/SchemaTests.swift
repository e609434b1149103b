import Foundation
import StarmineLayers
import StarminePresets
import StarmineTestSupport
import Testing

@Suite struct SchemaTests {
  private static let file = "schema/preset.schema.json"

  private func validator() throws -> SchemaValidator {
    SchemaValidator(schema: try JSON5Parser.parse(PresetSchema.text))
  }

  /// `UPDATE_GOLDEN=1` writes the file anew, and the test fails, so that the change is looked at.
  @Test func committedCopyIsCurrent() throws {
    let url = Checkout.root.appending(path: Self.file)
    let isUpdate = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil
    if isUpdate { try Data(GeneratedSchema.text.utf8).write(to: url) }
    let isCurrent = try Checkout.text(of: Self.file) == GeneratedSchema.text
    #expect(isCurrent, "\(Self.file) is not what the property tables say; UPDATE_GOLDEN=1 rewrites it")
    #expect(!isUpdate, "the schema was written anew")
  }

  @Test(arguments: PresetLibrary.names) func presetsFit(name: String) throws {
    let document = try JSON5Parser.parse(try #require(PresetLibrary.document(named: name)))
    let violations = try validator().violations(document)
    #expect(violations.isEmpty, "\(violations.prefix(9).joined(separator: "\n"))")
    guard case .string(let path)? = document["$schema"]?.content else {
      Issue.record("\(name) does not name its schema")
      return
    }
    #expect(FileManager.default.fileExists(atPath: Checkout.root.appending(path: "presets/\(path)").path))
  }

  @Test(arguments: [
    ("{ layer: { opacty: 1 } }", ".layer.opacty: unknown"), ("{ layer: { opacity: true } }", ".layer.opacity: anyOf"),
    ("{ name: 'x' }", ": required layer"), ("{ layer: {}, movie: { size: [1] } }", ".movie.size: minItems"),
    ("{ layer: { class: 'CAEmitterLayer', emitterShape: 'disc' } }", ".layer.emitterShape: anyOf"),
    (
      "{ layer: { class: 'CAEmitterLayer', emitterCells: [{ birthRate: '90deg' }] } }",
      ".layer.emitterCells[0].birthRate: anyOf"
    ),
    ("{ layer: { class: 'CALayr' } }", ".layer.class: enum"),
    (
      "{ layer: { emitterShape: 'line' } }",
      ".layer.emitterShape: unknown"
    ),
    (
      "{ layer: { animations: { spin: { class: 'CABasicAnimation', fromValu: 1 } } } }", ".layer.animations.spin: anyOf"
    ),
    ("{ layer: {}, timeline: [{ set: {} }] }", ".timeline[0]: required at"),
    ("{ layer: { contents: { video: 'a.mp4', lop: true } } }", ".layer.contents: anyOf"),
    (
      "{ layer: { class: 'CAEmitterLayer', emitterCells: [{ contents: { video: 'a.mp4', lop: true } }] } }",
      ".layer.emitterCells[0].contents: anyOf"
    ),
  ])
  func mistakesAreFound(document: String, violation: String) throws {
    #expect(try validator().violations(JSON5Parser.parse(document)).contains(violation))
  }

  @Test(arguments: [
    "{ $schema: '', layer: { opacity: '50%', 'position.x': 3, 'transform.rotation.z': '9deg', contents: null } }",
    "{ layer: { class: 'CAEmitterLayer', beginTime: 'now + 1s', emitterCells: [{ contents: { sprite: 'dot' } }] } }",
  ])
  func goodSpellingsFitAndLoad(document: String) throws {
    #expect(try validator().violations(JSON5Parser.parse(document)) == [])
    #expect(problems(of: document) == [])
  }

  @Test func aClipFitsWithAllItsKeys() throws {
    let clip = "{ video: 'a.mp4', start: '2s', end: 3, loop: true, rate: 0.5 }"
    let document = """
      { layer: { class: 'CAEmitterLayer', contents: \(clip), emitterImage: \(clip),
          emitterCells: [{ contents: \(clip) }] } }
      """
    #expect(try validator().violations(JSON5Parser.parse(document)) == [])
  }

  /// Every key of every class is in the schema, and what its default says fits the key's own schema.
  @Test func everyRowIsThereAndItsDefaultFits() throws {
    let schema = try JSON5Parser.parse(PresetSchema.text)
    var count = 0
    for container in PropertyClasses.all {
      let properties = try #require(schema["$defs"]?[container.className]?["properties"])
      for key in container.allKeys {
        let property = try #require(properties[key], "\(container.className).\(key)")
        guard let value = property["default"] else { continue }
        let rules = DocumentValue(
          .object([
            DocumentMember("allOf", DocumentValue(.array([property]))),
            DocumentMember("$defs", try #require(schema["$defs"])),
          ]))
        #expect(SchemaValidator(schema: rules).violations(value) == [], "\(container.className).\(key)")
        count += 1
      }
    }
    #expect(count > 100)
  }
}
