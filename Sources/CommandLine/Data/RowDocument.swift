import StarmineRendering
import StarmineGraphics
import StarminePresets

/// The document of a table's rows: read once, and loaded anew for each row on any thread.
struct RowDocument: Sendable {
  let text: PresetText
  private let files: FileScope
  private let sprites = SpriteCache()

  /// - Parameter named: files outside of the document's folder that may be read, since the document or the command line
  ///   names them, or the table does and they are in its folder.
  init(_ text: PresetText, named: [String]) {
    self.text = text.parsed
    files = FileScope(folder: text.directory.path, and: named)
  }

  /// The document with a row's values.
  func source(_ given: GivenVariables) -> PresetSource {
    var loader = Movie.presetLoader
    loader.files = files
    loader.makeSprite = { [sprites] in sprites.image(of: $0) }
    return text.source(loader).giving(given)
  }

  /// The same to be looked at only: of pictures the headers are read, and sprites are not drawn.
  func outline(_ given: GivenVariables) -> PresetSource {
    var loader = Movie.presetLoader
    loader.files = files
    let (load, measure) = (loader.loadImage, loader.measureImage)
    let dot = CGImage(width: 1, height: 1, pixels: [0])
    loader.loadImage = { url, scope in try measure(url, scope) == nil ? load(url, scope) : dot }
    loader.makeSprite = { _ in dot }
    return text.source(loader).giving(given)
  }
}
