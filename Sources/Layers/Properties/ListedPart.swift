/// A value in a list that a layer or a cell keeps, with properties of its own: a behaviour, an animator.
package protocol OwnedPart: Sendable {
  /// What is read where there is no such part.
  static var none: Self { get }
  var name: String? { get }
  /// For error messages.
  var className: String { get }
  var table: PropertyTable<Self> { get }
  /// As the list reads it.
  var object: Any { get }
  /// One of the same type with default values.
  var fresh: Self { get }
}

/// What holds the values of one part.
package protocol PartContainer: PropertyContainer {
  associatedtype Part: OwnedPart
  var state: Part { get }
}

extension PartContainer {
  package var className: String { state.className }
  package var keys: [String] { state.table.rows.map(\.key) }
  package var allKeys: [String] { state.table.allKeys }
  package func info(forKey key: String) -> PropertyInfo? { state.table[key]?.info }
  package func readProperty(_ key: String) -> Any? { state.table[key]?.read(state) }
  package func defaultProperty(_ key: String) -> Any? { state.table[key]?.read(state.fresh) }
  package func elements(_ key: String) -> [any PropertyContainer]? { nil }
}

/// A part as its owner holds it.
struct ListedPart<State: OwnedPart>: PartContainer {
  let index: Int
  let read: () -> [State]
  let write: ([State]) -> Void

  var state: State {
    let all = read()
    return all.indices.contains(index) ? all[index] : .none
  }

  var name: String? { state.name }
  var object: Any? { state.object }
  func readUndefined(_ key: String) -> Any? { nil }
  func writeUndefined(_ value: Any?, _ key: String) {}

  func writeProperty(_ value: Any?, _ key: String) -> Bool {
    var all = read()
    guard all.indices.contains(index), let row = state.table[key], row.write(&all[index], value) else { return false }
    write(all)
    return true
  }

  static func all(_ read: @escaping () -> [State], _ write: @escaping ([State]) -> Void) -> [any PropertyContainer] {
    read().indices.map { ListedPart(index: $0, read: read, write: write) }
  }
}
