extension CALayer {
  /// Returns whether an archive of this layer needs the value of a key: if it differs from the default, if it is an
  /// object, and always if the default depends on Apple's system (measured on a new layer, behavior.md 1.1.2).
  public final func shouldArchiveValue(forKey key: String) -> Bool {
    if Self.alwaysArchived.contains(key) || archivedObject(forKey: key) != nil { return true }
    guard let row = Self.propertyTable[key] else { return false }
    // A property that was set to its default has not changed.
    var (present, fresh) = (Self.defaultState, Self.defaultState)
    guard row.write(&present, row.read(state)), row.write(&fresh, row.read(fresh)) else { return false }
    return present != fresh
  }

  private static let alwaysArchived: Set = [
    "cornerCurve", "contentsFormat", "allowsEdgeAntialiasing", "allowsGroupOpacity",
  ]

  /// Returns the object linked to the layer under a key, or nil for values.
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
  fileprivate var isLink: Bool { self == .layer || self == .layers || self == .cells }
}
