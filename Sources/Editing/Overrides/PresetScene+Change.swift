import StarmineLayers
public import StarminePresets

extension PresetScene {
  /// Sets properties of the scene's layers. Errors: unknown or ambiguous path, a value of the wrong kind.
  ///
  /// - Returns: what is unusual about it: values outside of the range that is sensible.
  @discardableResult
  public mutating func apply(_ change: PropertyOverride) throws(ValueMismatchError) -> [String] {
    do {
      return try write(edits(of: change), of: change)
    } catch {
      throw ValueMismatchError("\(change.text): \(error.message)")
    }
  }

  /// Writes what a change comes to.
  ///
  /// - Returns: what is unusual about it.
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

  /// Adds what fonts do not have to the list of what is not supported.
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
