extension Property where Root == LayerState {
  static let effects: [Property<LayerState>] = [
    filterList(.filters, "Filters of the layer and its sublayers."),
    filterList(.backgroundFilters, "Filters of the content behind the layer, within its bounds."),
    Property<EffectState>(
      "shouldRasterize", \.shouldRasterize, listsZeroDefault: true,
      "Whether the layer and its sublayers are drawn to a bitmap first."
    ).lifted(toLayerBy: \.effects),
    Property<EffectState>(
      "rasterizationScale", \.rasterizationScale, range: 0.25...4, "Pixels per point of the bitmap."
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

  /// The property for a key path to a named filter (`filters.blur.inputRadius`), for any kind of filter.
  static func filterInput(_ keyPath: String) -> Property<LayerState>? {
    let parts = keyPath.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, let list = FilterList(rawValue: String(parts[0])),
      let row = Property<FilterState>.filterTable[String(parts[2])]
    else { return nil }
    return row.lifted(through: \LayerState.[filterNamed: String(parts[1]), in: list]).renamed(keyPath)
  }
}
