import Foundation
import StarmineGraphics
import StarmineMedia
public import StarminePresets

extension Movie {
  /// The movie that a loaded preset describes.
  public convenience init(_ scene: PresetScene) {
    self.init(rootLayer: scene.rootLayer, size: scene.size)
    scale = CGFloat(scene.scale)
    framesPerSecond = scene.framesPerSecond
    duration = scene.duration
    background = scene.background
    seed = scene.seed
    start = scene.start
    (speed, fit, loop, parts) = (scene.speed, scene.fit, scene.loop, scene.parts)
    (bloom, toneMapping, depth, dither) = (scene.bloom, scene.toneMapping, scene.depth, scene.dither)
    (dynamicRange, white, peak) = (scene.dynamicRange, scene.white, scene.peak)
    colorSpace = scene.colorSpace
    motionBlur = scene.motionBlur
    (variables, cues) = (scene.variables, scene.cues)
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

  /// The movie of a bundled preset or of the document at a path.
  ///
  /// Throws what `PresetReference.load` throws: an unknown name, an unreadable file, or the problems of the document
  /// with their places.
  ///
  /// With `import Starmine`, documents of other programs too.
  @_disfavoredOverload
  public convenience init(presetNamed name: String) throws {
    self.init(try PresetReference(name).load(Self.presetLoader))
  }

  /// The same with values for the document's variables, as texts: `["title": "ANN", "gold": "#ffcc00"]`. Paths of
  /// pictures start from the document's folder.
  ///
  /// Throws, beside the problems of the document, names that it does not have and values that do not fit.
  @_disfavoredOverload
  public convenience init(presetNamed name: String, variables: [String: String]) throws {
    self.init(try PresetReference(name).load(Self.presetLoader.giving(variables)))
  }

  /// Loads presets with images in every format that `ImageReader` reads, on the clock that movies start at.
  ///
  /// With `import Starmine` it reads documents of other programs too.
  @_disfavoredOverload
  public static var presetLoader: PresetLoader { coreLoader }

  /// The loader without documents of other programs.
  package static var coreLoader: PresetLoader {
    var loader = PresetLoader { url throws(ImageError) -> CGImage in try ImageReader.image(atPath: url.path) }
    loader.loadImage = { url, scope throws(ImageError) in try ImageReader.image(atPath: url.path, in: scope) }
    loader.clock = startTime
    loader.measureImage = { ImageReader.pixelCount(atPath: $0.path, in: $1) }
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
