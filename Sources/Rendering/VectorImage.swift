import Foundation
import StarmineCore
import StarmineGraphics
import StarmineImport
import StarminePresets

/// SVG files as pictures of layers, cells and emitters.
enum VectorImage {
  /// Pixels of the longer side of such a picture.
  private static let side = 1024.0
  static let mostPixels = Int(side * side)

  static func isVector(_ url: URL) -> Bool { ["svg", "svgz"].contains(url.pathExtension.lowercased()) }

  /// Draws a file, which may use pictures of its own folder.
  ///
  /// - Parameter loader: reads these pictures.
  static func image(at url: URL, in scope: FileScope, _ loader: PresetLoader) throws -> CGImage {
    guard let document = try Importer.document(at: url, in: scope, named: url.path) else {
      throw ValueMismatchError("it is not an SVG document")
    }
    let source = PresetSource(document, file: url.path, loader: loader)
    let movie = Movie(try source.scene())
    let size = movie.settings.size
    let factor = side / Double(max(size.width, size.height))
    let pixels = PixelSize(
      width: max(1, Int((size.width * factor).rounded())), height: max(1, Int((size.height * factor).rounded())))
    let buffer = try movie.still(at: 0, pixelSize: pixels)
    return CGImage(width: buffer.width, height: buffer.height, pixels: buffer.packedPixels)
  }
}
