/// Reads `captions`: a file or texts with times, and a style.
package struct CaptionReader {
  let problems: ProblemList
  let values: ValueReader
  let loader: PresetLoader

  package init(problems: ProblemList, values: ValueReader, loader: PresetLoader) {
    (self.problems, self.values, self.loader) = (problems, values, loader)
  }

  package static let key = "captions"
  private static let keys = [
    "file", "look", "segments", "words", "pages", "font", "size", "color", "accent", "background", "position", "lines",
    "mostWords",
  ]

  /// Returns the layer that draws the captions. Returns nil if there are no captions or if they have an error.
  /// - Parameter stage: size of the movie in points.
  package func layer(_ document: ObjectReader, stage: CGSize) -> DocumentValue? {
    let (given, written) = (loader.captions, document[Self.key])
    guard written != nil || given.file != nil || given.look != nil else { return nil }
    var options = written ?? DocumentValue(.object([]), at: document.location)
    guard let object = ObjectReader(options, path: document.path(to: Self.key), problems: problems) else { return nil }
    object.checkKeys(Self.keys)
    do {
      let path = given.file?.path ?? object.string("file")
      let scope = given.file == nil ? values.images.scope : loader.files
      let file = try path.map { try values.images.url(of: $0, "captions", in: scope) }
      file.map(values.images.note)
      let look = given.look.map { [DocumentMember("look", .text($0))] } ?? []
      let font = try object.string("font").map { [DocumentMember("font", .text(try values.images.font($0)))] } ?? []
      options.content = .object(look + font + options.members)
      return try loader.captionLayer(options, file, scope, stage)
    } catch {
      problems.error("\(error)", at: (error as? ValueMismatchError)?.location ?? options.location, path: object.path)
      return nil
    }
  }
}
