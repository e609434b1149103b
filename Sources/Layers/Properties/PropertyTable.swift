import Synchronization

/// The rows of one class, found by key or component key.
package final class PropertyTable<Root>: Sendable {
  /// In the order of their declaration.
  package let rows: [Property<Root>]
  /// The rows and their components.
  private let byKey: NameTable<Property<Root>>
  /// Keys of rows that hold lists of something with properties of its own.
  let listKeys: [String]

  init(_ rows: [Property<Root>]) {
    self.rows = rows
    let all = rows.flatMap(\.withComponents)
    byKey = NameTable(all.map { ($0.key, $0) })
    listKeys = rows.filter(\.info.kind.hasElements).map(\.key)
  }

  /// Keys of rows and their components.
  var allKeys: [String] { byKey.keys }

  /// The row for `opacity` or for `position.x`.
  package subscript(key: String) -> Property<Root>? { byKey[key] }
}

extension Property {
  fileprivate var withComponents: [Property] { [self] + components.flatMap(\.withComponents) }
}

/// Makes the table of each class once.
struct TableCache<Root>: ~Copyable, Sendable {
  private struct Tables {
    var all: [ObjectIdentifier: PropertyTable<Root>] = [:]
    /// The one that was asked for last: one object after the other is often of one class.
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
