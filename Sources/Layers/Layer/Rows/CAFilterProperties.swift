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
      "Four rows of five numbers: factors of red, green, blue and alpha, and an offset. For straight colours."),
  ]

  private static let common: [Property<FilterState>] = [
    Property("name", \.name, animatable: false, "Name of the filter in key paths."),
    Property("enabled", \.isEnabled, animatable: false, "Whether the filter is enabled."),
  ]

  static let filterTable = PropertyTable(common + inputs)
  fileprivate static let commonTable = PropertyTable(common)
  fileprivate static let tables = Dictionary(
    uniqueKeysWithValues: FilterKind.allCases.map { kind in
      (kind, PropertyTable(common + kind.inputKeys.compactMap { filterTable[$0] }))
    })
}

extension FilterState: OwnedPart {
  package static let none = FilterState(type: "")
  package var className: String { "filter \"\(type)\"" }
  package var table: PropertyTable<FilterState> { kind.flatMap { Property.tables[$0] } ?? Property.commonTable }
  package var object: Any { CAFilter(self) }
  package var fresh: FilterState { FilterState(type: type) }
}
