extension CALayer {
  /// The style and those inside it, outermost first.
  var styles: some Sequence<[AnyHashable: Any]> {
    sequence(first: style ?? [:]) { $0["style"] as? [AnyHashable: Any] }
  }

  /// The style's value for a key.
  func styleValue(_ key: String) -> Any? {
    for style in styles {
      if let value = style[key] { return value }
    }
    return nil
  }

  /// Gives the values of the style to properties that have their defaults, and takes back those of the style before.
  func applyStyle() {
    for (key, old) in requests.styled where isValue(key, old) { _ = writeProperty(defaultProperty(key), key) }
    requests.styled = [:]
    for row in Self.propertyTable.rows where row.key != "name" && row.key != "id" {
      guard let value = styleValue(row.key), row.hasEqualValues(state, Self.defaultState),
        writeProperty(value, row.key)
      else { continue }
      requests.styled[row.key] = readProperty(row.key)
    }
  }

  private func isValue(_ key: String, _ value: Any) -> Bool {
    guard let row = Self.propertyTable[key] else { return false }
    var other = state
    return row.write(&other, value) && row.hasEqualValues(state, other)
  }
}
