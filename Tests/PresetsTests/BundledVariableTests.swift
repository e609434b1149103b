import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing

/// Variables of the bundled presets.
@Suite struct BundledVariableTests {
  private func scene(_ name: String, _ given: [String: String] = [:]) throws -> PresetScene {
    let bytes = try #require(PresetLibrary.document(named: name))
    // Pictures are not looked at.
    var loader = makeLoader()
    loader.makeSprite = { _ in CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF]) }
    return try loader.giving(given).load(bytes, file: "\(name).json", directory: URL(filePath: "/nowhere"))
  }

  /// A form can be made of them: each says what it is and has a default, numbers have a range.
  @Test(arguments: PresetLibrary.names) func variablesAreComplete(name: String) throws {
    for variable in try scene(name).variables {
      let isNumber = variable.kind == .number
      #expect(!variable.summary.isEmpty && variable.defaultValue != nil, "\(variable.name)")
      #expect((variable.minimum != nil) == isNumber && (variable.maximum != nil) == isNumber, "\(variable.name)")
    }
  }

  /// Titles of forty letters in scripts that read from the left, from the right, and without spaces.
  @Test(
    arguments: PresetLibrary.names,
    [
      "MAXIMILIANA ALEXANDRA VON HOHENSTAUFEN-X", "عبد الرحمن بن محمد الفاسي المراكشي العباسي",
      String(repeating: "春夏秋冬", count: 10), "OPENING 2027",
    ])
  func longTextsAreNotCut(name: String, text: String) throws {
    let texts = try scene(name).variables.filter { $0.kind == .text && $0.name != "outline" }
    guard !texts.isEmpty else { return }
    let given = Dictionary(uniqueKeysWithValues: texts.map { ($0.name, text) })
    let changed = try scene(name, given)
    #expect(changed.unsupported.filter { "\($0)".contains("is cut") }.isEmpty)
  }

  @Test func countdownEndsAtOne() throws {
    let changed = try scene("countdown", ["from": "3"])
    #expect(changed.settings.duration == 9 && changed.remarks.isEmpty)
    let clock = try #require(changed.rootLayer.sublayers?.first { $0.name == "clock" })
    for number in 1...10 {
      let layer = try #require(clock.sublayers?.first { $0.name == "n\(number)" })
      let show = try #require(layer.animation(forKey: "show") as? CAKeyframeAnimation)
      let values = (show.values ?? []).compactMap { ($0 as? NSNumber)?.doubleValue }
      #expect(values.max() == (number <= 3 ? 1 : 0))
      if number <= 3 { #expect(abs(show.beginTime - 1000 - Double(3 - number)) < 1e-6) }
    }
  }

  /// One name is one kind of thing in all presets.
  @Test func namesMeanTheSame() throws {
    var kinds: [String: PresetVariable.Kind] = [:]
    for name in PresetLibrary.names {
      for variable in try scene(name).variables {
        #expect(kinds[variable.name, default: variable.kind] == variable.kind, "\(name): \(variable.name)")
        kinds[variable.name] = variable.kind
      }
    }
    #expect(kinds["title"] == .text && kinds["logo"] == .image && kinds["color"] == .color)
    #expect(kinds["amount"] == .number && kinds["wind"] == .number)
  }

  /// Everything that a variable may be leaves a document that loads without a remark, but for that of none of a kind.
  @Test(arguments: PresetLibrary.names) func valuesAreTaken(name: String) throws {
    for variable in try scene(name).variables {
      for value in values(of: variable) {
        let changed = try scene(name, [variable.name: value])
        let remarks = changed.remarks.filter { !"\($0)".contains("birthRate is 0") }
        #expect(remarks.isEmpty, "\(variable.name)=\(value)")
        #expect(changed.variables.first { $0.name == variable.name }?.value != variable.value, "\(variable.name)")
      }
    }
  }

  /// Values other than the default; the text is a title and the path of a sign.
  private func values(of variable: PresetVariable) -> [String] {
    switch variable.kind {
    case .text: ["M 0 0 L 90 90 Z"]
    case .number:
      [variable.minimum, variable.maximum].compactMap { $0 }.map { "\($0)" }
        .filter { Double($0) != variable.defaultValue.flatMap { Double($0) } }
    case .color: ["#0a141e"]
    case .image: ["there.png"]
    case .boolean: ["yes"]
    }
  }
}
