extension CALayer {
  /// Filters of the layer with its sublayers, applied in order before opacity and blending, after clip, mask and shadow
  /// (assumed). Reading returns copies. Other objects have no effect. Default nil.
  public final var filters: [Any]? {
    get { given(.filters, unseen.filters) }
    set {
      if model() === self { unseen.filters = newValue }
      set(\.effects.filters, Self.known(newValue))
    }
  }
  /// Filters of everything below the layer, inside its rounded bounds and its mask. Default nil.
  public final var backgroundFilters: [Any]? {
    get { given(.backgroundFilters, unseen.backgroundFilters) }
    set {
      if model() === self { unseen.backgroundFilters = newValue }
      set(\.effects.backgroundFilters, Self.known(newValue))
    }
  }

  private static func known(_ list: [Any]?) -> [FilterState]? { list?.compactMap { ($0 as? CAFilter)?.state } }

  /// The current filters, with the other objects of the assigned list as long as its filters are the same.
  private func given(_ list: FilterList, _ kept: [Any]?) -> [Any]? {
    let present = state[list]
    guard let kept, Self.known(kept) == present, kept.count != present?.count else {
      return present?.map { CAFilter($0) }
    }
    return kept
  }

  /// Whether the layer with its sublayers is drawn into a bitmap of `rasterizationScale`, then drawn as an image.
  /// Default false.
  public final var shouldRasterize: Bool {
    get { state.effects.shouldRasterize }
    set { set(\.effects.shouldRasterize, newValue) }
  }
  /// Pixels per point of the bitmap, limited to 1/64...16. Default 1.
  public final var rasterizationScale: CGFloat {
    get { state.effects.rasterizationScale }
    set { set(\.effects.rasterizationScale, newValue) }
  }

  /// The filters of a list for key paths; nil for other keys.
  func filterElements(_ key: String) -> [any PropertyContainer]? {
    FilterList(rawValue: key).map { list in
      (state[list] ?? []).indices.map { LayerFilter(layer: self, list: list, index: $0) }
    }
  }
}

/// A filter as its layer holds it.
struct LayerFilter: PartContainer {
  let layer: CALayer
  let list: FilterList
  let index: Int

  var state: FilterState { layer.state[list]?[index] ?? .none }

  var name: String? { state.name }
  var object: Any? { state.object }
  func readUndefined(_ key: String) -> Any? { nil }
  func writeUndefined(_ value: Any?, _ key: String) {}

  func writeProperty(_ value: Any?, _ key: String) -> Bool {
    var changed = layer.state
    guard let row = state.table[key], var filters = changed[list], filters.indices.contains(index),
      row.write(&filters[index], value)
    else { return false }
    changed[list] = filters
    guard changed != layer.state, layer.model() === layer else { return true }
    layer.change(forKey: name.map { "\(list.rawValue).\($0).\(key)" }) { $0 = changed }
    return true
  }
}
