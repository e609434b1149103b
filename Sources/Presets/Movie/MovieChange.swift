import StarmineLayers

/// A change of the stage and its clock, as `movie.duration=3`, or of a part of it: `movie.bloom.radius=20`.
package struct MovieChange {
  private let key: String
  private let change: PropertyOverride

  /// Nil for a change of something else.
  package init?(_ change: PropertyOverride) {
    guard change.path.hasPrefix("movie.") else { return nil }
    (key, self.change) = (String(change.path.dropFirst("movie.".count)), change)
  }

  /// The row of what is changed. Errors: no such key.
  package func property() throws(ValueMismatch) -> MovieProperty {
    if let row = MovieProperty[key] { return row }
    let known = (key.contains(".") ? MovieProperty.withParts : MovieProperty.all).map(\.key)
    throw ValueMismatch("no property \(change.path.excerpt())\(key.alternatives(among: known))")
  }

  /// Sets it. Errors: no such key, a value that does not fit.
  func apply(to scene: inout PresetScene) throws(ValueMismatch) {
    let row = try property()
    guard change.operation != .assign else {
      return try row.write(DocumentValue(argument: change.value, kind: row.info.kind), &scene)
    }
    let result = try change.value(of: row.info, present: row.read(scene), scene.values)
    guard let value = ValueSpelling.document(result, row.info.kind) else { throw ValueMismatch("no result") }
    try row.write(value, &scene)
  }
}
