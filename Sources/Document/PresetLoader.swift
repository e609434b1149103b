/// Reads preset documents.
public struct PresetLoader {
  /// Media time at the start of the movie in seconds: the meaning of "now" in a document.
  package var clock = 1000.0
  /// Memory limit in bytes for a document with its layers. Default: a quarter of the available memory, from 64 MB to 4
  /// GB. Images have a separate limit.
  package var memory = DocumentMemory.standardLimit
  /// Maximum number of cells of an emitter or a cell, because names are searched among all of them.
  package static let mostCells = 4000
  /// Scope of files that documents and overrides may name. Default: all.
  package var files = FileScope.everywhere
  /// Reads an image file. Like the other functions that open files, it takes the scope and checks the opened file,
  /// because a name can be changed to refer to another file.
  package var loadImage: (URL, FileScope) throws -> CGImage
  /// Returns the number of pixels from the header of an image, or nil if unknown.
  package var measureImage: (URL, FileScope) -> Int? = { _, _ in nil }
  package var measurePicture: ([UInt8]) -> Int? = { _ in nil }
  /// Decodes an image in a document (`data:image/png;base64,...`).
  package var decodeImage: ([UInt8]) throws -> CGImage = { _ in
    throw ValueMismatchError("this loader does not read embedded pictures")
  }
  /// Draws a generated image. By default, without a cache.
  package var makeSprite: (Sprite) -> CGImage = { $0.makeImage() }
  /// Opens a video file for layers.
  package var openClip: (URL, FileScope) throws -> any FrameSource = { _, _ in
    throw ValueMismatchError("this loader does not read videos")
  }
  /// Analyses a sound file: returns levels from 0 to 1 for a frequency band in hertz, and the number of levels per
  /// second.
  package var loadLevels: (SoundLevelQuery, FileScope) throws -> (values: [Double], rate: Double) = { _, _ in
    throw ValueMismatchError("this loader does not read sounds")
  }
  /// Analyses a sound file: returns the times of beats or onsets in seconds, in order.
  package var findBeats: (URL, PresetCue.Search, FileScope) throws -> [Double] = { _, _, _ in
    throw ValueMismatchError("this loader does not read sounds")
  }
  /// A file with cues, or a sound with beats, that replaces the cues of documents.
  package var cues: URL?
  /// A file and a style that replace those of captions in documents.
  package var captions: (file: URL?, look: String?)
  /// Creates the layer of captions from the options of a document, a file in a scope, and the size of the movie.
  package var captionLayer: (DocumentValue, URL?, FileScope, CGSize) throws -> DocumentValue = { _, _, _, _ in
    throw ValueMismatchError("this loader does not read captions")
  }
  /// Values for variables of documents. Default: none, so the defaults of documents apply.
  package var given = GivenVariables()
  /// Converts a document of another program. Takes its URL, its scope and its name in messages. Returns nil for a
  /// document of another type.
  package var translate: (URL, FileScope, String) throws -> TranslatedDocument? = { _, _, _ in nil }

  /// Creates a loader that reads images with a function. Its errors are reported as errors of the document. Most
  /// programs use `Movie.presetLoader`.
  public init(loadImage: @escaping (URL) throws -> CGImage) {
    self.loadImage = { url, _ in try loadImage(url) }
  }

  /// Returns the loader with values for variables, as strings.
  package func giving(_ variables: [String: String]) -> PresetLoader {
    var loader = self
    loader.given = given.merging(GivenVariables(variables))
    return loader
  }
}
