/// A resolved change: a value for a single location. `PresetScene.write` applies it to the layers, and `PresetEditor`
/// to the text of the document.
package enum SceneEdit {
  case movie(MovieProperty, DocumentValue)
  /// A property of a layer or of an element of its lists, with its value, and the document's spelling if there is one.
  case property(LayerLookup.Found, Any?, spelled: DocumentValue?)
  case animation(AnimationPlace, DocumentValue?)

  /// The object in the document that contains the key; nil if it is not in the document.
  package func path(from root: CALayer) -> [DocumentStep]? {
    switch self {
    case .movie: [.key("movie")]
    case .property(let found, _, _):
      found.layer.documentPath(from: root).map { path in
        found.steps.reduce(path) { $0 + [.key($1.list), .index($1.index)] }
      }
    case .animation(let place, _):
      place.layer.documentPath(from: root).map { path in
        place.children.reduce(path + [.key("animations"), .key(place.animation)]) {
          $0 + [.key("animations"), .index($1)]
        }
      }
    }
  }
}

package enum DocumentStep: Hashable {
  case key(String)
  case index(Int)
}

extension PresetScene {
  /// Resolves a change. Errors: an unknown or ambiguous path, a value of the wrong type.
  package func edits(of change: PropertyOverride) throws(ValueMismatchError) -> [SceneEdit] {
    if let key = change.path.wholeMatch(of: /movie\.(.*)/)?.1 { return [try movieEdit(String(key), change)] }
    let lookup = LayerLookup(root: rootLayer)
    // Properties take precedence over keywords of colours and animations.
    let isFree = { lookup.places(of: change.path).isEmpty }
    if let operation = ColorOperation(change), isFree() { return try operation.edits(in: self, lookup) }
    if let animation = AnimationChange(change), isFree() { return try animation.edits(lookup) }
    return try lookup.findAll(change.path).map { found throws(ValueMismatchError) in
      let value = try change.value(of: found.info, present: found.value, values)
      return .property(found, value, spelled: change.assigned(found.info.kind))
    }
  }

  private func movieEdit(_ key: String, _ change: PropertyOverride) throws(ValueMismatchError) -> SceneEdit {
    if key == MovieProperty.earlierHDRKey {
      let value = MovieProperty.hdr(earlier: DocumentValue(.string(change.value)))?.rawValue ?? "none"
      return try movieEdit("hdr", PropertyOverride(path: "movie.hdr", value: value))
    }
    guard let row = MovieProperty[key] else {
      let known = (key.contains(".") ? MovieProperty.withParts : MovieProperty.all).map(\.key)
      throw ValueMismatchError("no property \(change.path.excerpt())\(key.alternatives(among: known))")
    }
    if let given = change.assigned(row.info.kind) { return .movie(row, given) }
    let result = try change.value(of: row.info, present: row.read(self), values)
    guard let value = ValueSpelling.document(result, row.info.kind) else { throw ValueMismatchError("no result") }
    return .movie(row, value)
  }
}

extension CALayer {
  /// Path of the layer in a document; nil if it is not in the tree of the root.
  fileprivate func documentPath(from root: CALayer) -> [DocumentStep]? {
    var (steps, layer) = ([DocumentStep](), self)
    while layer !== root {
      guard let parent = layer.superlayer else { return nil }
      if parent.mask === layer {
        steps.append(.key("mask"))
      } else if let index = parent.sublayers?.firstIndex(where: { $0 === layer }) {
        steps += [.index(index), .key("sublayers")]
      } else {
        return nil
      }
      layer = parent
    }
    return [.key("layer")] + steps.reversed()
  }
}

extension PresetScene {
  /// Sets properties of the scene's layers. Errors: an unknown or ambiguous path, a value of the wrong type.
  ///
  /// - Returns: notes on values outside the useful range.
  @discardableResult
  public mutating func apply(_ change: PropertyOverride) throws(ValueMismatchError) -> [String] {
    do {
      return try write(edits(of: change), of: change)
    } catch {
      throw ValueMismatchError("\(change.text): \(error.message)")
    }
  }

  /// Applies resolved changes.
  /// - Returns: notes on unusual values.
  package mutating func write(_ edits: [SceneEdit], of change: PropertyOverride) throws(ValueMismatchError) -> [String]
  {
    defer { if values.moments.areUsed { rootLayer.alignBeginMoments(now: values.movieStart) } }
    var notes: [String] = []
    for edit in edits {
      switch edit {
      case .movie(let row, let value): try row.write(value, &self)
      case .animation(let place, let value): try place.set(value, values)
      case .property(let found, let value, let spelled):
        do { try found.container.set(value, atKeyPath: found.key) } catch {
          throw ValueMismatchError("\(found.keyPath) takes \(found.info.expectation)")
        }
        if found.info.key == "beginTime" {
          values.moments.note(spelled.flatMap { values.beginMoment($0) }, of: found.container)
        }
        if found.container is CALayer { note(value, of: found, change) }
        if let note = Self.note(on: value, found) { notes.append(note) }
      }
    }
    return notes
  }

  /// Adds notes on missing fonts and glyphs to the list of unsupported features.
  private mutating func note(_ value: Any?, of found: LayerLookup.Found, _ change: PropertyOverride) {
    unsupported += found.layer.textNotes(on: value, forKey: found.key).map {
      DocumentProblem(override: "--set \(change.text.excerpt())", message: $0.excerpt(300))
    }
  }

  private static func note(on value: Any?, _ found: LayerLookup.Found) -> String? {
    guard let range = found.info.range, let parts = Numbers(value)?.parts,
      let stranger = parts.first(where: { !range.contains($0) })
    else { return nil }
    let unit = found.info.unit == .none ? "" : " \(found.info.unit.rawValue)"
    return "\(found.path) is \(ValueText.text(stranger))\(unit), outside of the usual "
      + "\(ValueText.text(range.lowerBound)) to \(ValueText.text(range.upperBound))"
  }
}
