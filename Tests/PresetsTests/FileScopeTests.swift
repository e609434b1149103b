import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

/// A loader with a folder reads documents that name files of that folder.
@Suite struct FileScopeTests {
  private func problems(_ text: String) -> [String] {
    var loader = PresetLoader { _ in CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF]) }
    loader.files = FileScope(folder: "/usr")
    loader.loadLevels = { _, _ in ([0, 1], 60) }
    do {
      _ = try loader.load(Array("{ \(text) }".utf8), file: "a.json", directory: URL(filePath: "/usr"))
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  /// Every way in which a document names a file.
  @Test(arguments: [
    "layer: { contents: '%' }", "layer: { sublayers: [{ contents: '%' }] }",
    "movie: { lut: '%' }, layer: {}", "audio: [{ file: '%' }], layer: {}",
    "layer: { class: 'CAEmitterLayer', emitterCells: [{ contents: '%' }] }",
    "layer: { opacity: { audio: 'bass', file: '%', to: 1 } }",
    "layer: { class: 'CATextLayer', font: '%' }",
    "layer: { class: 'CATextLayer', string: [{ text: 'a', font: '%' }] }",
    "layer: { class: 'CATextLayer' }, states: { a: { font: '%' } }",
    "layer: { animations: { a: { class: 'CAKeyframeAnimation', keyPath: 'contents', values: ['%'], duration: 1 } } }",
  ])
  func placesOfFiles(text: String) throws {
    for path in ["../etc/hostname", "/etc/hostname", "./../etc/none", "/"] {
      let found = problems(text.replacing("%", with: path))
      #expect(found.contains { $0.contains("outside of the document's folder") }, "\(path): \(found)")
    }
    for path in ["./none", "/usr/none", "../usr/none"] {
      let found = problems(text.replacing("%", with: path))
      #expect(!found.contains { $0.contains("outside") }, "\(path): \(found)")
    }
  }

  @Test func relativeFontsBeginAtTheDocument() throws {
    var loader = PresetLoader { _ in CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF]) }
    loader.files = FileScope(folder: "/usr")
    let text = "{ layer: { class: 'CATextLayer', name: 't', string: 'a' } }"
    var scene = try loader.load(Array(text.utf8), file: "a.json", directory: URL(filePath: "/usr"))
    try scene.apply(PropertyOverride(parsing: "t.font=./a.ttf"))
    #expect(scene.rootLayer.value(forKeyPath: "font") as? String == "/usr/a.ttf")
    #expect(throws: ValueMismatchError.self) { try scene.apply(PropertyOverride(parsing: "t.font=../a.ttf")) }
  }
}
