import StarmineScene

extension Property where Root == FilterState {
  /// Inputs of filters; which of them a filter has, its kind says.
  fileprivate static let inputs: [Property<FilterState>] = [
    Property("inputRadius", \.radius, unit: .points, range: 0...64, action: .basic, "Standard deviation of the blur."),
    Property("inputSaturation", \.saturation, range: 0...2, action: .basic, "0 is grey, 1 changes nothing."),
    Property("inputBrightness", \.brightness, range: -1...1, action: .basic, "Added to red, green and blue."),
    Property("inputContrast", \.contrast, range: 0...4, action: .basic, "Factor of the distance to middle grey."),
    Property(
      "inputAngle", \.angle, unit: .radians, range: -Double.pi...Double.pi, action: .basic, "Turn of the hue."),
    Property("inputAmount", \.amount, range: 0...1, action: .basic, "Strength of the effect."),
    Property("inputIntensity", \.amount, range: 0...1, action: .basic, "Strength of the effect."),
    Property("inputColor", \.color, action: .basic, "Colour that the filter works with."),
    Property(
      "inputColorMatrix", \.colorMatrix, range: -2...2, action: .basic,
      "Four rows of the factors of red, green, blue and alpha and an offset, on straight colours."),
  ]

  private static let common: [Property<FilterState>] = [
    Property("name", \.name, animatable: false, "Name by which key paths find the filter."),
    Property("enabled", \.isEnabled, animatable: false, "Whether the filter acts."),
  ]

  fileprivate static let filterTable = PropertyTable(common + inputs)
}

extension FilterState {
  var keys: [String] { ["name", "enabled"] + (kind?.inputKeys ?? []) }

  var allKeys: [String] {
    let keys = keys
    return Property<FilterState>.filterTable.allKeys.filter { key in
      keys.contains { key == $0 || key.hasPrefix($0 + ".") }
    }
  }

  /// The row of a key or component key that the filter has.
  func row(forKey key: String) -> Property<FilterState>? {
    guard keys.contains(String(key.prefix { $0 != "." })) else { return nil }
    return Property<FilterState>.filterTable[key]
  }
}

extension Property where Root == LayerState {
  /// Filters and rasterization of any layer.
  static let effects: [Property<LayerState>] = [
    filterList(.filters, "Filters that the layer with its sublayers goes through."),
    filterList(.backgroundFilters, "Filters that what lies below goes through, inside the layer's bounds."),
    Property<EffectState>(
      "shouldRasterize", \.shouldRasterize, listsFalseDefault: true,
      "The layer with its sublayers is drawn to a bitmap first."
    ).lifted(toLayerBy: \.effects),
    Property<EffectState>(
      "rasterizationScale", \.rasterizationScale, range: 0.25...4, "Pixels per point of that bitmap."
    ).lifted(toLayerBy: \.effects),
  ]

  private static func filterList(_ list: FilterList, _ summary: String) -> Property<LayerState> {
    var info = PropertyInfo(key: list.rawValue, kind: .filters)
    (info.summary, info.isDerived, info.isAnimatable, info.action) = (summary, true, false, .transition)
    return Property(
      info, read: { $0[list]?.map { CAFilter($0) } },
      write: { state, value in
        guard value == nil || value is [CAFilter] else { return false }
        state[list] = (value as? [CAFilter])?.map(\.state)
        return true
      })
  }

  /// The row of a value of a named filter (`filters.blur.inputRadius`), whatever filter that is.
  static func filterInput(_ keyPath: String) -> Property<LayerState>? {
    let parts = keyPath.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, let list = FilterList(rawValue: String(parts[0])),
      let row = Property<FilterState>.filterTable[String(parts[2])]
    else { return nil }
    var lifted: Property<LayerState> = row.lifted(through: \LayerState.[filterNamed: String(parts[1]), in: list])
    lifted.rename(keyPath)
    return lifted
  }
}
