import StarmineScene

extension Property where Root == FilterState {
  /// Inputs of all filters. The kind of a filter selects its own.
  private static let inputs: [Property<FilterState>] = [
    Property("inputRadius", \.radius, unit: .points, range: 0...64, action: .basic, "Standard deviation of the blur."),
    Property("inputSaturation", \.saturation, range: 0...2, action: .basic, "0 is grey, 1 changes nothing."),
    Property("inputBrightness", \.brightness, range: -1...1, action: .basic, "Added to red, green and blue."),
    Property("inputContrast", \.contrast, range: 0...4, action: .basic, "Factor of the distance to middle grey."),
    Property(
      "inputAngle", \.angle, unit: .radians, range: -Double.pi...Double.pi, action: .basic, "Rotation of the hue."),
    Property("inputAmount", \.amount, range: 0...1, action: .basic, "Strength of the effect."),
    Property("inputIntensity", \.amount, range: 0...1, action: .basic, "Strength of the effect."),
    Property("inputColor", \.color, action: .basic, "Colour of the filter."),
    Property(
      "inputColorMatrix", \.colorMatrix, range: -2...2, action: .basic,
      "Four rows with factors of red, green, blue and alpha and an offset, for straight colours."),
  ]

  private static let common: [Property<FilterState>] = [
    Property("name", \.name, animatable: false, "Name of the filter in key paths."),
    Property("enabled", \.isEnabled, animatable: false, "Whether the filter is enabled."),
  ]

  static let filterTable = PropertyTable(common + inputs)
}

extension FilterState {
  var keys: [String] { ["name", "enabled"] + (kind?.inputKeys ?? []) }

  var allKeys: [String] {
    let keys = keys
    return Property<FilterState>.filterTable.allKeys.filter { key in
      keys.contains { key == $0 || key.hasPrefix($0 + ".") }
    }
  }

  func row(forKey key: String) -> Property<FilterState>? {
    guard keys.contains(String(key.prefix { $0 != "." })) else { return nil }
    return Property<FilterState>.filterTable[key]
  }
}
