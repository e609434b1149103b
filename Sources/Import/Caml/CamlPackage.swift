import Foundation
import StarminePresets

/// A `.ca` folder, or a wallpaper's folder with several: the lowest first, on one stage, with their states together.
struct CamlPackage {
  let folder: FolderSource
  let record: ImportRecord

  func scene(_ url: URL) throws(ImportError) -> ForeignScene {
    var scene: ForeignScene?
    for package in folder.packages.prefix(10) {
      let file = try main(of: package)
      let source = ImportSource(bytes: try Importer.bytes(of: file, named: record.file), url: file, record: record)
      let prefix = Self.path(from: url, to: package)
      let part = try CamlReader.scene(source, prefix: prefix, names: scene?.usedNames ?? [])
      guard var whole = scene else {
        scene = part
        continue
      }
      whole.layers += part.layers
      whole.merge(part)
      scene = whole
    }
    guard var scene else { throw ImportError(file: record.file, "there is no .ca folder in it") }
    scene.name = url.deletingPathExtension().lastPathComponent
    return scene
  }

  /// Name of the main document in `index.xml`, or `main.caml`.
  private func main(of package: URL) throws(ImportError) -> URL {
    let index = package.appendingPathComponent("index.xml")
    if FolderSource.isInside("index.xml", package), FileManager.default.fileExists(atPath: index.path) {
      let source = ImportSource(bytes: try Importer.bytes(of: index, named: record.file), url: index, record: record)
      let name = (try? PropertyList.parse(source))?["rootDocument"]?.text ?? "main.caml"
      if !name.contains("/"), FolderSource.isInside(name, package) { return package.appendingPathComponent(name) }
    }
    guard FolderSource.isInside("main.caml", package) else {
      throw ImportError(file: record.file, "main.caml is a link to a place outside of the folder")
    }
    return package.appendingPathComponent("main.caml")
  }

  /// The way from the document's folder to a package, empty for itself.
  private static func path(from url: URL, to package: URL) -> String {
    let (start, end) = (url.standardizedFileURL.pathComponents, package.standardizedFileURL.pathComponents)
    return end.dropFirst(start.count).joined(separator: "/")
  }
}

extension ForeignScene {
  /// Adds the states of another part: those of the same name become one.
  mutating func merge(_ part: ForeignScene) {
    for (name, values) in part.states {
      guard let index = states.firstIndex(where: { $0.0 == name }) else {
        states.append((name, values))
        continue
      }
      if case .object(let own) = states[index].1.content, case .object(let more) = values.content {
        states[index].1 = DocumentValue(.object(own + more))
      }
    }
    transitions += part.transitions
    usedNames.formUnion(part.usedNames)
  }
}
