import Foundation
import StarmineTestSupport
import Testing

/// The direction of dependency (ARCHITECTURE.md "Modules"), in the sources and in the manifest.
struct DependencyTests {
  /// Our modules that each module may import, by folder.
  static let allowed: [String: Set<String>] = [
    "Graphics": [],
    "CKernels": [],
    "CParticleKernels": ["CKernels"],
    "Scene": ["Graphics", "CParticleKernels"],
    "CPixelKernels": ["CKernels"],
    "Raster": ["Graphics", "Scene", "CPixelKernels"],
    "Reference": ["Graphics", "Scene", "Raster", "CParticleKernels", "CPixelKernels"],
    "CFonts": [],
    "CPango": [],
    "Text": ["Graphics", "CFonts", "CPango"],
    "Layers": ["Graphics", "Scene", "Text"],
    "Views": ["Graphics", "Scene", "Text", "Layers"],
    "Pop": ["Graphics", "Scene", "Layers", "Views"],
    "CFFmpeg": [],
    "Media": ["Graphics", "Raster", "CPixelKernels", "CFFmpeg"],
    "CNotices": [],
    "CPresets": [],
    "Document": ["Graphics", "Scene", "Layers"],
    "Presets": ["Graphics", "Scene", "Layers", "Document", "CPresets"],
    "Editing": ["Graphics", "Scene", "Layers", "Document", "Presets"],
    "CStudioPage": [],
    "CZlib": [],
    "Import": ["Graphics", "Text", "Scene", "Layers", "Document", "CPresets", "CZlib"],
    "Export": ["Graphics", "Text", "Scene", "Layers", "Document", "Presets", "Import", "CZlib"],
    "Core": engines.subtracting(["Document", "Presets"]),
    "Rendering": engines.union(["Core", "Editing", "Import"]),
    "Starmine": engines.union(shapes).union(["Core", "Rendering"]),
    "Testing": ["Graphics", "Raster", "Layers", "Media", "Core"],
    "AVFoundation": ["Graphics", "Scene", "Raster", "Layers", "Media", "Core"],
    "CEmbedding": [],
    "Embedding": engines.union(["Core", "Editing", "Rendering", "CEmbedding", "CPixelKernels"]),
    "Tuning": engines.union(["Core", "Editing", "Rendering"]),
    "Farm": ["Graphics", "Media", "Core"],
    "Bench": engines.union(["Core", "Rendering"]),
    "Studio": engines.union(["Core", "Editing", "Rendering", "Tuning", "CStudioPage"]),
    "CommandLine": engines.union([
      "Import", "Editing", "Export", "Core", "Rendering", "Embedding", "Tuning", "Farm", "Bench", "Studio",
      "CNotices",
    ]),
  ]

  private static let engines: Set = ["Graphics", "Scene", "Raster", "Layers", "Text", "Media", "Document", "Presets"]
  /// What the umbrella has beside the core.
  private static let shapes: Set = ["Views", "Pop"]
  private static let documents: Set = ["Document", "Presets", "Editing", "Import", "Export", "Rendering"]

  /// The module of a folder: a prefix that no other package has.
  static func module(_ folder: String) -> String {
    switch folder {
    case "Starmine": folder
    case _ where isC(folder): "CStarmine\(folder.dropFirst())"
    default: "Starmine\(folder)"
    }
  }

  /// Folders of C begin with a C before their name.
  private static func isC(_ folder: String) -> Bool {
    folder.hasPrefix("C") && folder.dropFirst().first?.isUppercase == true
  }

  static let folderOfModule = Dictionary(uniqueKeysWithValues: allowed.keys.map { (module($0), $0) })

  /// Module folders by name.
  private var folders: [String: String] {
    let sources = Checkout.root.appending(path: "Sources").path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
    var result = Dictionary(uniqueKeysWithValues: names.map { ($0, "Sources/\($0)") })
    (result["Bench"], result["Reference"]) = ("Bench", "Tests/Reference")
    return result
  }

  @Test func everyModuleHasARule() {
    #expect(folders.count > 8)
    #expect(Set(folders.keys) == Set(Self.allowed.keys))
  }

  @Test func importsFollowTheDirection() throws {
    for (folder, path) in folders {
      for path in Checkout.files(under: path, extensions: ["swift"]) {
        for line in try SourceText(path: path).code {
          guard let imported = Self.importedModule(line).flatMap({ Self.folderOfModule[$0] }) else { continue }
          #expect(Self.allowed[folder]?.contains(imported) == true, "\(path) imports \(imported)")
        }
      }
    }
  }

  /// C files include headers of their own target or of one that it may use, by name: never by a path through the tree.
  @Test func includesFollowTheDirection() throws {
    let folders = folders.filter { Self.isC($0.key) }
    let headers = try Self.headers(of: Array(folders.values))
    for (folder, path) in folders {
      for path in Checkout.files(under: path, extensions: ["c", "h"]) {
        for line in try SourceText(path: path).lines {
          guard let included = Self.includedFile(line) else { continue }
          // Data that is embedded has no module.
          if included.hasSuffix("/index.inc") { continue }
          #expect(!included.contains("/"), "\(path) includes \(included)")
          let owner = headers[included] ?? folder
          #expect(owner == folder || Self.allowed[folder]?.contains(owner) == true, "\(path) includes \(included)")
        }
      }
    }
  }

  /// Folders of targets by the names of their headers.
  private static func headers(of folders: [String]) throws -> [String: String] {
    var result: [String: String] = [:]
    for folder in folders {
      for path in Checkout.files(under: folder, extensions: ["h"]) {
        let name = String(path.split(separator: "/").last ?? "")
        if name != "shim.h" { result[name] = String(folder.split(separator: "/").last ?? "") }
      }
    }
    return result
  }

  private static func includedFile(_ line: String) -> String? {
    !line.holds("include") ? nil : line.firstMatch(of: /^\s*#\s*include\s+"([^"]+)"/).map { String($0.output.1) }
  }

  /// Examples are written as a user writes: over the umbrella, and one of them over the core alone.
  @Test func examplesUseALibraryOnly() throws {
    let files = Checkout.files(under: "Examples", extensions: ["swift"]).filter { $0 != "Examples/Package.swift" }
    #expect(!files.isEmpty)
    for path in files {
      let imports = try SourceText(path: path).code.compactMap(Self.importedModule)
      let library = path.hasPrefix("Examples/core-only/") ? "StarmineCore" : "Starmine"
      #expect(Set(imports).subtracting(["Foundation", "ExampleSupport"]) == [library], "\(path)")
    }
  }

  private static func importedModule(_ line: String) -> String? {
    let pattern = /^\s*(?:[@\w()]+\s+)*import\s+(?:(?:struct|class|enum|protocol|func|typealias|var|let)\s+)?(\w+)/
    return line.holds("import") ? line.firstMatch(of: pattern).map { String($0.output.1) } : nil
  }

  @Test func readsImportLines() {
    #expect(Self.importedModule("public import Graphics") == "Graphics")
    #expect(Self.importedModule("@_exported public import Scene") == "Scene")
    #expect(Self.importedModule("import struct Layers.CALayer") == "Layers")
    #expect(Self.includedFile("#include \"../a/b.h\"") == "../a/b.h")
    #expect(Self.importedModule("let important = 1") == nil)
  }

  @Test func manifestFollowsTheDirection() throws {
    let targets = Self.targets(in: try Checkout.text(of: "Package.swift"))
    for folder in folders.keys { #expect(targets[Self.module(folder)] != nil, "\(folder) is not in the manifest") }
    for (target, dependencies) in targets {
      guard let folder = Self.folderOfModule[target] else { continue }
      for dependency in dependencies.compactMap({ Self.folderOfModule[$0] }) {
        #expect(Self.allowed[folder]?.contains(dependency) == true, "\(target) depends on \(dependency)")
      }
    }
  }

  /// Who depends on the core alone compiles no views, no POP and no documents.
  @Test func coreIsWithoutShapes() throws {
    let targets = Self.targets(in: try Checkout.text(of: "Package.swift"))
    let shapes = Set(Self.shapes.map(Self.module))
    let core = Self.everything(below: "StarmineCore", in: targets)
    let engines = Self.engines.subtracting(Self.documents)
    #expect(core.isDisjoint(with: shapes) && core.isSuperset(of: engines.map(Self.module)))
    #expect(core.isDisjoint(with: Self.documents.map(Self.module)))
    #expect(Self.everything(below: "Starmine", in: targets).isSuperset(of: shapes.union(core)))
  }

  /// A target with all that it depends on.
  private static func everything(below target: String, in targets: [String: [String]]) -> Set<String> {
    var found: Set = [target]
    var rest = [target]
    while let next = rest.popLast() {
      for dependency in targets[next] ?? [] where found.insert(dependency).inserted { rest.append(dependency) }
    }
    return found
  }

  /// Names and dependencies of the manifest's targets: `module("A", ["B"])` and `target(name: "A", dependencies:
  /// [...]`.
  static func targets(in manifest: String) -> [String: [String]] {
    var result: [String: [String]] = [:]
    let call =
      /((?:module|cModule|(?:target|systemLibrary)\(\s*name:)\s*\(?)\s*"(\w+)"(?:,\s*(?:dependencies:\s*)?\[([^\]]*)\])?/
      .ignoresCase()
    for match in manifest.matches(of: call) {
      let name = String(match.output.2)
      let isShort = match.output.1.lowercased().contains("module")
      let list = match.output.3 ?? ""
      result[isShort ? module(name) : name] = list.matches(of: /"(\w+)"/).map { String($0.output.1) }
    }
    return result
  }

  @Test func readsManifests() {
    let text = #"""
      module("Graphics"), module("Scene", ["A"]), cModule("CKernels", ["B"]), .target(name: "C", dependencies: ["A",
        "B"], path: "C"), .systemLibrary(name: "D"), .target(name: "E", path: "x"),
      """#
    let expected = [
      "StarmineGraphics": [], "StarmineScene": ["A"], "CStarmineKernels": ["B"], "C": ["A", "B"], "D": [], "E": [],
    ]
    #expect(Self.targets(in: text) == expected)
  }
}
