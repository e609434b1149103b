import StarmineImport

extension Movie {
  /// The movie that a loaded document describes.
  public convenience init(_ scene: PresetScene) {
    self.init(rootLayer: scene.rootLayer, size: scene.settings.size)
    settings = scene.settings
    (documentVariables, cues) = (scene.variables, scene.cues)
    documentRemarks = (scene.unsupported + scene.remarks).map(\.description)
    didStart = { $0.alignBeginMoments(now: Movie.startTime) }
    soundtracks = scene.sounds.map { sound in
      var track = Soundtrack(path: sound.path)
      track.files = sound.files
      (track.at, track.gain, track.loops) = (sound.at, sound.gain, sound.loops)
      (track.fadeIn, track.fadeOut) = (sound.fadeIn, sound.fadeOut)
      return track
    }
    for event in scene.events {
      at(event.time) { event.apply(to: $0) }
    }
  }

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

  /// The variables of the movie's document with their values; empty for movies without a document.
  public var variables: [PresetVariable] { documentVariables as? [PresetVariable] ?? [] }

  /// Loads presets with images in every format that `ImageReader` reads, and documents of other programs, on the clock
  /// that movies start at.
  public static var presetLoader: PresetLoader {
    var loader = PresetLoader { url throws(ImageError) -> CGImage in try ImageReader.image(atPath: url.path) }
    loader.loadImage = { url, scope throws(ImageError) in try ImageReader.image(atPath: url.path, in: scope) }
    loader.clock = startTime
    loader.measureImage = { url, scope in
      VectorImage.isVector(url) ? VectorImage.mostPixels : ImageReader.pixelCount(atPath: url.path, in: scope)
    }
    loader.measurePicture = { ImageReader.pixelCount(of: $0) }
    loader.decodeImage = { bytes throws(ImageError) -> CGImage in try ImageReader.image(from: bytes, named: "picture") }
    loader.openClip = { url, scope throws(FootageError) in try Footage(path: url.path, in: scope) }
    loader.loadLevels = { query, scope throws(VideoError) in
      let levels = try SoundLevels(path: query.url.path, in: scope, band: query.band, release: query.release)
      return (levels.values, SoundLevels.rate)
    }
    loader.findBeats = { url, search, scope throws(VideoError) in
      try SoundBeats.kept(path: url.path, in: scope).times(search)
    }
    loader.translate = { url, scope, name throws(ImportError) in
      try Importer.document(at: url, in: scope, named: name)
    }
    loader.captionLayer = Captions.layer
    let plain = loader
    loader.loadImage = { url, scope in
      try VectorImage.isVector(url) ? VectorImage.image(at: url, in: scope, plain) : plain.loadImage(url, scope)
    }
    return loader
  }
}

extension SoundBeats {
  /// Seconds of what is looked for.
  package func times(_ search: PresetCue.Search) -> [Double] {
    switch search {
    case .beats: beats
    case .onsets: onsets
    }
  }
}

/// SVG files as pictures of layers, cells and emitters.
enum VectorImage {
  /// Pixels of the longer side of such a picture.
  private static let side = 1024.0
  static let mostPixels = Int(side * side)

  static func isVector(_ url: URL) -> Bool { ["svg", "svgz"].contains(url.pathExtension.lowercased()) }

  /// Draws a file, which may use pictures of its own folder.
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
