extension CALayer {
  /// The style and its nested styles, outermost first.
  var styles: some Sequence<[AnyHashable: Any]> {
    sequence(first: style ?? [:]) { $0["style"] as? [AnyHashable: Any] }
  }

  func styleValue(_ key: String) -> Any? {
    for style in styles {
      if let value = style[key] { return value }
    }
    return nil
  }

  /// Applies values of the style to properties with default values, and removes the values of the previous style.
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
