import StarmineScene

/// A value in a list that a layer or a cell keeps, with properties of its own: a behaviour, an animator.
protocol OwnedPart: Sendable {
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

/// A part as its owner holds it.
struct ListedPart<State: OwnedPart>: PropertyContainer {
  let index: Int
  let read: () -> [State]
  let write: ([State]) -> Void

  private var state: State {
    let all = read()
    return all.indices.contains(index) ? all[index] : .none
  }

  var className: String { state.className }
  var name: String? { state.name }
  var object: Any? { state.object }
  var keys: [String] { state.table.rows.map(\.key) }
  var allKeys: [String] { state.table.allKeys }
  func info(forKey key: String) -> PropertyInfo? { state.table[key]?.info }
  func readProperty(_ key: String) -> Any? { state.table[key]?.read(state) }
  func defaultProperty(_ key: String) -> Any? { state.table[key]?.read(state.fresh) }
  func elements(_ key: String) -> [any PropertyContainer]? { nil }
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
