extension CALayer: PropertyContainer {
  private static let tables = TableCache<LayerState>()
  private static let objectTables = TableCache<CALayer>()

  package class var propertyTable: PropertyTable<LayerState> {
    // Fast path for the most frequent class.
    self == CALayer.self ? plainTable : tables.table(for: self) { properties }
  }
  private static let plainTable = PropertyTable(Property.layer)
  /// The property at a key path through components, named filters, behaviours or animators.
  package class func row(forKeyPath keyPath: String) -> Property<LayerState>? {
    propertyTable[keyPath] ?? Property.filterInput(keyPath) ?? partInput(keyPath)
  }
  class var objectTable: PropertyTable<CALayer> { objectTables.table(for: self) { objectProperties } }

  private var table: PropertyTable<LayerState> { Self.propertyTable }
  private var objects: PropertyTable<CALayer> { Self.objectTable }

  package var className: String { String(describing: Self.self) }
  package var object: Any? { self }
  package var keys: [String] { table.rows.map(\.info.key) + objects.rows.map(\.info.key) }
  package var allKeys: [String] { table.allKeys + objects.allKeys }
  package var listKeys: [String] { table.listKeys + objects.listKeys }

  package func info(forKey key: String) -> PropertyInfo? { table[key]?.info ?? objects[key]?.info }

  package func readProperty(_ key: String) -> Any? {
    if let row = table[key] { return row.read(state) }
    return objects[key]?.read(self)
  }

  /// The elements of a list property of any class, or nil for other keys.
  func listElements(_ key: String) -> [any PropertyContainer]? {
    if let filters = filterElements(key) { return filters }
    guard let row = objects[key], row.kind == .layers || row.kind == .cells else { return nil }
    return row.read(self) as? [any PropertyContainer] ?? []
  }

  package func defaultProperty(_ key: String) -> Any? { table[key]?.read(Self.defaultState) }

  package func writeProperty(_ value: Any?, _ key: String) -> Bool {
    if let row = table[key] { return write(value, row: row) }
    guard let row = objects[key] else { return false }
    var layer = self
    return row.write(&layer, value)
  }
}

extension CALayer {
  /// Reports an error in a key path to a behaviour or an animator.
  func checkPart(atKeyPath keyPath: String) throws(AnimationError) {
    guard let list = Self.partsKey, keyPath.hasPrefix(list + ".") else { return }
    do { _ = try property(atKeyPath: keyPath) } catch { throw .unreachable(error) }
  }
}

extension Property {
  /// The result of `defaultValue(forKey:)` on Apple's system.
  func listedDefault(in root: Root) -> Any? {
    guard let value = read(root) else { return nil }
    if let number = number(in: value), number == 0 {
      return info.listsZeroDefault ? value : nil
    }
    return (value as? any PropertyValue)?.isZero == true ? nil : value
  }
}
