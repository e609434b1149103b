/// Reads preset documents.
public struct PresetLoader {
  /// Media time in seconds at which the movie starts; what "now" means in a document.
  package var clock = 1000.0
  /// Bytes of memory that a document may take with its layers. Default: a quarter of the memory that is left, at
  /// least 64 MB and at most 4 GB. Pictures have a limit of their own.
  package var memory = DocumentMemory.standardLimit
  /// Cells of an emitter, or of a cell: names are looked for among all of them.
  package static let mostCells = 4000
  /// Files that documents, and changes of them, may name. Default: all.
  package var files = FileScope.everywhere
  /// Reads an image file. It, and the other functions that open files, get where the file must be: names may lead
  /// elsewhere by now, so what is open is checked, not the name.
  package var loadImage: (URL, FileScope) throws -> CGImage
  /// Pixels of the image in a file or in bytes as the header says, before it is read; nil where that is not known.
  package var measureImage: (URL, FileScope) -> Int? = { _, _ in nil }
  package var measurePicture: ([UInt8]) -> Int? = { _ in nil }
  /// Reads a picture that is in a document (`data:image/png;base64,...`).
  package var decodeImage: ([UInt8]) throws -> CGImage = { _ in
    throw ValueMismatchError("pictures inside of documents cannot be read here")
  }
  /// Draws a generated picture. By default, each document draws its own.
  package var makeSprite: (Sprite) -> CGImage = { $0.makeImage() }
  /// Opens a video file as what layers may show.
  package var openClip: (URL, FileScope) throws -> any FrameSource = { _, _ in
    throw ValueMismatchError("clips cannot be read here")
  }
  /// Listens to a sound file: levels from 0 to 1 and how many there are in a second, of the frequencies in a band, in
  /// hertz, with the seconds in which they fall.
  package var loadLevels: (SoundLevelQuery, FileScope) throws -> (values: [Double], rate: Double) = { _, _ in
    throw ValueMismatchError("sounds cannot be read here")
  }
  /// Listens to a sound file: seconds of its beats, or of everything that begins in it, in order.
  package var findBeats: (URL, PresetCue.Search, FileScope) throws -> [Double] = { _, _, _ in
    throw ValueMismatchError("sounds cannot be read here")
  }
  /// A file of cues, or a sound with beats, instead of the cues that documents have; nil: theirs.
  package var cues: URL?
  /// A file and a look that replace the captions and the look of documents.
  package var captions: (file: URL?, look: String?)
  /// Builds the layer of captions from the options of a document, a file in a scope, and the size of the movie.
  package var captionLayer: (DocumentValue, URL?, FileScope, CGSize) throws -> DocumentValue = { _, _, _, _ in
    throw ValueMismatchError("captions cannot be read here")
  }
  /// Values for the variables of documents. Default: none, which leaves them at their defaults.
  package var given = GivenVariables()
  /// Reads a document of another program at a place, where it may be, which messages call by a name; nil for what is
  /// none.
  package var translate: (URL, FileScope, String) throws -> TranslatedDocument? = { _, _, _ in nil }

  /// Creates a loader that reads images with a function. An error of the function becomes an error of the document.
  /// Most programs use `Movie.presetLoader`.
  public init(loadImage: @escaping (URL) throws -> CGImage) {
    self.loadImage = { url, _ in try loadImage(url) }
  }

  /// The same loader with values for the variables of documents, as texts.
  package func giving(_ variables: [String: String]) -> PresetLoader {
    var loader = self
    loader.given = given.merging(GivenVariables(variables))
    return loader
  }
}
