import Foundation
public import StarmineCore
import StarmineImport
public import StarminePresets

// What `StarmineCore` has without the import of other programs' documents: these are preferred where both are seen.
extension Movie {
  /// The movie of a bundled preset, of the document at a path, or of another program's document.
  ///
  /// Throws what `PresetReference.load` throws: an unknown name, an unreadable file, or the problems of the document
  /// with their places.
  public convenience init(presetNamed name: String) throws {
    self.init(try PresetReference(name).load(Self.presetLoader))
  }

  /// The same with values for the document's variables, as texts: `["title": "ANN", "gold": "#ffcc00"]`. Paths of
  /// pictures start from the document's folder.
  ///
  /// Throws, beside the problems of the document, names that it does not have and values that do not fit.
  public convenience init(presetNamed name: String, variables: [String: String]) throws {
    self.init(try PresetReference(name).load(Self.presetLoader.giving(variables)))
  }

  /// Loads presets with images in every format that `ImageReader` reads, and documents of other programs, on the clock
  /// that movies start at.
  public static var presetLoader: PresetLoader {
    var loader = coreLoader
    loader.translate = { url, scope, name throws(ImportError) in
      try Importer.document(at: url, in: scope, named: name)
    }
    return loader
  }
}
