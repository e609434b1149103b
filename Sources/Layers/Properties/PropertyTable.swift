import Synchronization

/// The rows of one class, found by key or component key.
package struct PropertyTable<Root>: Sendable {
  /// In the order of their declaration.
  package let rows: [Property<Root>]
  /// The rows with their components.
  private let all: [Property<Root>]
  private let index: [String: Int]
  /// Keys of rows that hold lists of something with properties of its own.
  let listKeys: [String]

  init(_ rows: [Property<Root>]) {
    self.rows = rows
    all = rows.flatMap { [$0] + $0.components.flatMap(\.withComponents) }
    index = Dictionary(all.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { _, last in last })
    listKeys = rows.filter(\.info.kind.hasElements).map(\.key)
  }

  /// Keys of rows and their components, unordered.
  var allKeys: [String] { Array(index.keys) }

  /// The row for `opacity` or for `position.x`.
  package subscript(key: String) -> Property<Root>? { index[key].map { all[$0] } }

  /// The description in that row: without a copy of the row, which documents would make for each of their values.
  func info(_ key: String) -> PropertyInfo? { index[key].map { all[$0].info } }
}

extension Property {
  fileprivate var withComponents: [Property] { [self] + components.flatMap(\.withComponents) }
}

/// Makes the table of each class once.
struct TableCache<Root>: ~Copyable, Sendable {
  private let tables = Mutex<[ObjectIdentifier: PropertyTable<Root>]>([:])

  func table(for type: AnyClass, rows: () -> [Property<Root>]) -> PropertyTable<Root> {
    let identifier = ObjectIdentifier(type)
    if let table = tables.withLock({ $0[identifier] }) { return table }
    let table = PropertyTable(rows())
    tables.withLock { $0[identifier] = table }
    return table
  }
}
