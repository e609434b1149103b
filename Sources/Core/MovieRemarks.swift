/// Collects warnings about a movie's scene: characters without glyphs, and parts that have no effect. A warning that
/// concerns several layers appears once.
struct MovieRemarks {
  fileprivate var texts: [String] = []
  private var seen = Set<String>()
  fileprivate let unseen: Set<String>

  private static let most = 100

  init(before movie: Movie) {
    unseen = Set(movie.rootLayer.emitterRemarks(hasParticles: false))
    look(at: movie.rootLayer)
  }

  mutating func finish(_ movie: Movie, _ statistics: inout ExportStatistics) {
    look(at: movie.rootLayer)
    let emitters = movie.rootLayer.emitterRemarks(hasParticles: statistics.particlesTotal > 0)
    let scene = movie.documentRemarks ?? emitters.filter(unseen.contains) + movie.scriptRemarks
    statistics.textRemarks = texts.isEmpty ? nil : texts
    statistics.sceneRemarks = scene.isEmpty ? nil : scene
  }

  private mutating func look(at root: CALayer) {
    var rest = [root]
    while let layer = rest.popLast(), texts.count < Self.most {
      for note in layer.missingGlyphs where seen.insert(note).inserted { texts.append(note) }
      rest += layer.sublayers ?? []
      if let mask = layer.mask { rest.append(mask) }
    }
  }
}

extension Movie {
  /// Likely mistakes in the current layers: unusual values, emitters whose particles are not visible, animations
  /// without an effect, characters without glyphs.
  public var warnings: [String] {
    let remarks = MovieRemarks(before: self)
    return (documentRemarks ?? remarks.unseen.sorted() + scriptRemarks) + remarks.texts
  }
}

extension CALayer {
  /// Why particles of emitters are not visible at this moment.
  /// - Parameter hasParticles: whether particles were drawn. Births may then come from a script.
  fileprivate func emitterRemarks(hasParticles: Bool) -> [String] {
    var (rest, remarks) = ([self], [String]())
    while let layer = rest.popLast() {
      if let emitter = layer as? CAEmitterLayer {
        let found = CellRemarks.all(in: emitter, changed: []).filter { !hasParticles || !$0.isAboutBirths }
        remarks += found.map { ([emitter.label] + emitter.cellNames($0.path) + [$0.message]).joined(separator: ": ") }
      }
      rest += layer.sublayers ?? []
    }
    return remarks
  }
}

extension CAEmitterLayer {
  fileprivate func cellNames(_ path: [Int]) -> [String] {
    var (names, cells) = ([String](), emitterCells ?? [])
    for index in path where cells.indices.contains(index) {
      names.append("cell \(cells[index].name ?? "\(index)")")
      cells = cells[index].emitterCells ?? []
    }
    return names
  }
}
