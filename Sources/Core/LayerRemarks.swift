import StarmineLayers

/// Collects what probably is not meant among the layers of a movie: characters without glyphs, animations that have no
/// effect or begin before the movie. Each note is kept once, however many layers it concerns.
struct LayerRemarks {
  private(set) var texts: [String] = []
  private(set) var animations: [String] = []
  private var seen = Set<String>()

  /// Notes of a kind that are kept.
  private static let most = 100

  /// Looks at all layers of a movie as they are at this moment. Animations of documents were checked when they were
  /// loaded.
  mutating func look(at movie: Movie) {
    var rest = [movie.rootLayer]
    while let layer = rest.popLast(), texts.count < Self.most, animations.count < Self.most {
      for note in layer.missingGlyphs where seen.insert(note).inserted { texts.append(note) }
      if movie.documentRemarks == nil {
        let notes = layer.animationRemarks(start: Movie.startTime, duration: movie.settings.duration)
        for note in notes where seen.insert(note).inserted { animations.append(note) }
      }
      rest += layer.sublayers ?? []
      if let mask = layer.mask { rest.append(mask) }
    }
  }
}

extension ExportStatistics {
  /// Takes the notes of an export.
  mutating func take(_ notes: LayerRemarks, of movie: Movie) {
    let scene = movie.documentRemarks ?? notes.animations
    textRemarks = notes.texts.isEmpty ? nil : notes.texts
    sceneRemarks = scene.isEmpty ? nil : scene
  }
}

extension Movie {
  /// What probably is not meant: unusual values of the document, animations that have no effect or begin before the
  /// movie, and characters without glyphs, in the layers as they are now.
  public var warnings: [String] {
    var notes = LayerRemarks()
    notes.look(at: self)
    return (documentRemarks ?? notes.animations) + notes.texts
  }
}
