extension CALayer {
  /// Whether an archive of this layer needs the value of a key: a value that differs from the default, an object that
  /// is not nil, and always those that differ between Apple's systems (measured on a fresh layer, behavior.md 1.1.2).
  public final func shouldArchiveValue(forKey key: String) -> Bool {
    if Self.alwaysArchived.contains(key) || archivedObject(forKey: key) != nil { return true }
    guard let row = Self.propertyTable[key] else { return false }
    // A property that was set to its default is not another one.
    var (present, fresh) = (Self.defaultState, Self.defaultState)
    guard row.write(&present, row.read(state)), row.write(&fresh, row.read(fresh)) else { return false }
    return present != fresh
  }

  private static let alwaysArchived: Set = [
    "cornerCurve", "contentsFormat", "allowsEdgeAntialiasing", "allowsGroupOpacity",
  ]

  /// Objects linked to the layer under a key; nil for values.
  private func archivedObject(forKey key: String) -> Any? {
    switch key {
    case "contents": contents
    case "style": style
    case "actions": actions
    case "delegate": delegate
    case "layoutManager": layoutManager
    case "constraints": constraints
    default: Self.objectTable[key].flatMap { $0.info.isDerived && $0.info.kind.isLink ? $0.read(self) : nil }
    }
  }
}

extension ValueKind {
  /// Whether values are other layers or cells.
  fileprivate var isLink: Bool { self == .layer || self == .layers || self == .cells }
}
