package import Foundation
import StarmineGraphics

/// Reads `captions`: a file or words with times, and a look.
package struct CaptionReader {
  let problems: ProblemList
  let values: ValueReader
  let loader: PresetLoader

  package init(problems: ProblemList, values: ValueReader, loader: PresetLoader) {
    (self.problems, self.values, self.loader) = (problems, values, loader)
  }

  package static let key = "captions"
  package static let keys = [
    "file", "look", "segments", "words", "pages", "font", "size", "color", "accent", "background", "position", "lines",
    "mostWords",
  ]

  /// The layer of the captions; nil without captions, or if there is an error.
  ///
  /// - Parameter stage: size of the movie in points.
  package func layer(_ document: ObjectReader, stage: CGSize) -> DocumentValue? {
    let (given, written) = (loader.captions, document[Self.key])
    guard written != nil || given.file != nil else {
      if let look = given.look {
        let message = "the document has no captions for the look \(look.excerpt())"
        document.error(message, at: document.location, key: Self.key)
      }
      return nil
    }
    let options = written ?? DocumentValue(.object([]), at: document.location)
    guard let object = ObjectReader(options, path: document.path(to: Self.key), problems: problems) else { return nil }
    object.checkKeys(Self.keys)
    do {
      let scope = given.file == nil ? values.images.scope : loader.files
      let named = object.string("file")
      let file = try (given.file?.path ?? named).map { try values.images.url(of: $0, "captions", in: scope) }
      let font = try object.string("font").map { try values.images.font($0) }
      return try loader.captionLayer(
        CaptionSource(options: options, file: file, scope: scope, look: given.look, font: font, stage: stage))
    } catch {
      let place = (error as? ValueMismatchError)?.location ?? options.location
      problems.error("\(error)", at: place, path: object.path)
      return nil
    }
  }
}
