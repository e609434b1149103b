import Foundation
import TestSupport
import Testing

/// The direction of dependency (DESIGN.md section 2), in the sources and in the manifest.
struct DependencyTests {
  /// What each module may import of ours.
  static let allowed: [String: Set<String>] = [
    "Graphics": [],
    "CParticleKernels": [],
    "Scene": ["Graphics", "CParticleKernels"],
    "CPixelKernels": [],
    "Raster": ["Graphics", "Scene", "CPixelKernels"],
    "Layers": ["Graphics", "Scene"],
    "CPango": [],
    "Text": ["Graphics", "CPango"],
    "Views": ["Graphics", "Scene", "Text", "Layers"],
    "Pop": ["Graphics", "Scene", "Layers"],
    "CFFmpeg": [],
    "Media": ["Graphics", "Raster", "CPixelKernels", "CFFmpeg"],
    "Presets": ["Graphics", "Scene", "Layers"],
    "Starmine": ["Graphics", "Scene", "Raster", "Layers", "Text", "Views", "Pop", "Media", "Presets"],
    "Bench": ["Graphics", "Scene", "Raster", "Layers", "Text", "Views", "Pop", "Media", "Presets", "Starmine"],
    "CommandLine": [
      "Graphics", "Scene", "Raster", "Layers", "Text", "Views", "Pop", "Media", "Presets", "Starmine", "Bench",
    ],
  ]

  /// Layers uses Text for its text layers; everything else about Layers is above.
  static func mayUse(_ module: String, _ other: String) -> Bool {
    if module == "Layers" && other == "Text" { return true }
    return allowed[module]?.contains(other) ?? false
  }

  /// Module folders by name.
  private var folders: [String: String] {
    let sources = Checkout.root.appending(path: "Sources").path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
    var result = Dictionary(uniqueKeysWithValues: names.map { ($0, "Sources/\($0)") })
    // Programs, each a target of its own.
    result["Examples"] = nil
    result["Bench"] = "Bench"
    return result
  }

  @Test func everyModuleHasARule() {
    #expect(folders.count > 8)
    for module in folders.keys { #expect(Self.allowed[module] != nil, "\(module)") }
  }

  @Test func importsFollowTheDirection() throws {
    for (module, folder) in folders {
      for path in Checkout.files(under: folder, extensions: ["swift"]) {
        for line in try SourceText(path: path).code {
          guard let imported = Self.importedModule(line), Self.allowed[imported] != nil else { continue }
          #expect(Self.mayUse(module, imported), "\(path) imports \(imported)")
        }
      }
    }
  }

  /// Examples are written as a user writes: over the umbrella.
  @Test func examplesUseTheUmbrellaOnly() throws {
    let files = Checkout.files(under: "Sources/Examples", extensions: ["swift"])
    #expect(!files.isEmpty)
    for path in files {
      let imports = try SourceText(path: path).code.compactMap(Self.importedModule)
      #expect(Set(imports).subtracting(["Foundation", "ExampleSupport"]) == ["Starmine"], "\(path)")
    }
  }

  private static func importedModule(_ line: String) -> String? {
    let pattern = /^\s*(?:[@\w()]+\s+)*import\s+(?:(?:struct|class|enum|protocol|func|typealias|var|let)\s+)?(\w+)/
    return line.firstMatch(of: pattern).map { String($0.output.1) }
  }

  @Test func readsImportLines() {
    #expect(Self.importedModule("public import Graphics") == "Graphics")
    #expect(Self.importedModule("@_exported public import Scene") == "Scene")
    #expect(Self.importedModule("import struct Layers.CALayer") == "Layers")
    #expect(Self.importedModule("let important = 1") == nil)
  }

  @Test func manifestFollowsTheDirection() throws {
    let manifest = try Checkout.text(of: "Package.swift")
    let targets = Self.targets(in: manifest)
    for module in folders.keys { #expect(targets[module] != nil, "\(module) is not in the manifest") }
    for (target, dependencies) in targets where Self.allowed[target] != nil {
      for dependency in dependencies where Self.allowed[dependency] != nil {
        #expect(Self.mayUse(target, dependency), "the manifest lets \(target) depend on \(dependency)")
      }
    }
  }

  /// Names and dependencies of the manifest's targets: `library("A", ["B"])` and `target(name: "A", dependencies: [...]`.
  static func targets(in manifest: String) -> [String: [String]] {
    var result: [String: [String]] = [:]
    let call =
      /(?:library\(|arget\(\s*name:\s*|systemLibrary\(\s*name:\s*)"(\w+)"(?:,\s*(?:dependencies:\s*)?\[([^\]]*)\])?/
    for match in manifest.matches(of: call) {
      let list = match.output.2 ?? ""
      result[String(match.output.1)] = list.matches(of: /"(\w+)"/).map { String($0.output.1) }
    }
    return result
  }

  @Test func readsManifests() {
    let text = #"""
      library("A"), library("B", ["A"]), .target(name: "C", dependencies: ["A",
        "B"], path: "C"), .systemLibrary(name: "D"), .target(name: "E", path: "x"),
      """#
    #expect(Self.targets(in: text) == ["A": [], "B": ["A"], "C": ["A", "B"], "D": [], "E": []])
  }
}
