import StarmineImport

extension Movie {
  /// Creates a movie from a loaded document.
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
    for event in scene.events { at(event.time) { event.apply(to: $0) } }
  }

  /// Creates a movie from a bundled preset, from the document at a path, or from a document of another program.
  ///
  /// Throws the errors of `PresetReference.load`: an unknown name, an unreadable file, or the problems of the document
  /// with their locations.
  public convenience init(presetNamed name: String) throws {
    self.init(try PresetReference(name).load(Self.presetLoader))
  }

  /// Creates a movie with values for the variables of its document, as strings: `["title": "ANN", "gold": "#ffcc00"]`.
  /// Image paths are relative to the document.
  ///
  /// Throws also for unknown variables and invalid values.
  public convenience init(presetNamed name: String, variables: [String: String]) throws {
    self.init(try PresetReference(name).load(Self.presetLoader.giving(variables)))
  }

  /// The variables of the movie's document with their values. Empty for movies without a document.
  public var variables: [PresetVariable] { documentVariables as? [PresetVariable] ?? [] }

  /// A loader for presets with images in all formats of `ImageReader`, and for documents of other programs. It uses the
  /// start time of movies.
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
  package func times(_ search: PresetCue.Search) -> [Double] {
    switch search {
    case .beats: beats
    case .onsets: onsets
    }
  }
}

enum VectorImage {
  /// Longer side of an SVG image in pixels.
  private static let side = 1024.0
  static let mostPixels = Int(side * side)

  static func isVector(_ url: URL) -> Bool { ["svg", "svgz"].contains(url.pathExtension.lowercased()) }

  /// Draws a file, which may use images in its folder.
  /// - Parameter loader: reads these images.
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
