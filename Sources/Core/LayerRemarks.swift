import StarmineLayers

/// Collects what the fonts of this machine have no glyphs for among the texts of a movie's layers. Each note is told
/// once, however many layers it concerns.
struct TextRemarks {
  private(set) var notes: [String] = []
  private var seen = Set<String>()

  /// Notes that are kept.
  private static let most = 100

  /// Looks at a layer and everything in it, as they are at this moment.
  mutating func look(at root: CALayer) {
    var rest = [root]
    while let layer = rest.popLast(), notes.count < Self.most {
      for note in layer.missingGlyphs where seen.insert(note).inserted { notes.append(note) }
      rest += layer.sublayers ?? []
      if let mask = layer.mask { rest.append(mask) }
    }
  }

  /// The notes; nil without any.
  var found: [String]? { notes.isEmpty ? nil : notes }
}
