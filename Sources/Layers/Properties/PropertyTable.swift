import Synchronization

/// The properties of a class by key or component key.
package final class PropertyTable<Root>: Sendable {
  package let rows: [Property<Root>]
  private let byKey: NameTable<Property<Root>>
  /// Keys of lists of objects with properties.
  let listKeys: [String]

  init(_ rows: [Property<Root>]) {
    self.rows = rows
    let all = rows.flatMap(\.withComponents)
    byKey = NameTable(all.map { ($0.key, $0) })
    listKeys = rows.filter(\.info.kind.hasElements).map(\.key)
  }

  var allKeys: [String] { byKey.keys }

  /// The property for `opacity` or for `position.x`.
  package subscript(key: String) -> Property<Root>? { byKey[key] }
}

extension Property {
  fileprivate var withComponents: [Property] { [self] + components.flatMap(\.withComponents) }
}

struct TableCache<Root>: ~Copyable, Sendable {
  private struct Tables {
    var all: [ObjectIdentifier: PropertyTable<Root>] = [:]
    /// The last used table: successive objects often have the same class.
    var last: (type: ObjectIdentifier, table: PropertyTable<Root>)?

    mutating func find(_ type: ObjectIdentifier) -> PropertyTable<Root>? {
      if let last, last.type == type { return last.table }
      guard let table = all[type] else { return nil }
      last = (type, table)
      return table
    }
  }

  private let tables = Mutex(Tables())

  func table(for type: AnyClass, rows: () -> [Property<Root>]) -> PropertyTable<Root> {
    let identifier = ObjectIdentifier(type)
    if let table = tables.withLock({ $0.find(identifier) }) { return table }
    let table = PropertyTable(rows())
    tables.withLock { $0.all[identifier] = table }
    return table
  }
}
