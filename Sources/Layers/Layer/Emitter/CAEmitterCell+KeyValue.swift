extension CAEmitterCell: CellContainer {
  private static let tables = TableCache<EmitterCellState>()
  static let cellList: PropertyInfo = {
    var info = PropertyInfo(key: "emitterCells", kind: .cells)
    (info.summary, info.isDerived, info.isAnimatable) = ("Cells that each particle emits.", true, false)
    return info
  }()

  /// The rows of this class by key.
  package class var propertyTable: PropertyTable<EmitterCellState> { tables.table(for: self) { properties } }

  package var table: PropertyTable<EmitterCellState> { Self.propertyTable }

  package var className: String { String(describing: Self.self) }
  package var object: Any? { self }

  package func readProperty(_ key: String) -> Any? {
    key == Self.cellList.key ? emitterCells : table[key]?.read(state)
  }

  package func writeProperty(_ value: Any?, _ key: String) -> Bool {
    if let row = table[key] { return write(value, row: row) }
    guard value == nil || value is [CAEmitterCell] else { return false }
    emitterCells = value as? [CAEmitterCell]
    return true
  }

  package func elements(_ key: String) -> [any PropertyContainer]? {
    if key == Property<EmitterCellState>.behaviorsKey {
      return ListedPart.all({ self.state.behaviors }, { self.setBehaviors($0) })
    }
    return subcells(key)
  }

  private func subcells(_ key: String) -> [any PropertyContainer]? {
    key == Self.cellList.key ? emitterCells ?? [] : nil
  }
}

/// An emitter cell, or one that an emitter layer works with.
package protocol CellContainer: PropertyContainer {
  var table: PropertyTable<EmitterCellState> { get }
}

extension CellContainer {
  package var keys: [String] { table.rows.map(\.key) + [CAEmitterCell.cellList.key] }
  package var allKeys: [String] { table.allKeys + [CAEmitterCell.cellList.key] }
  package var listKeys: [String] { table.listKeys + [CAEmitterCell.cellList.key] }
  package func info(forKey key: String) -> PropertyInfo? {
    key == CAEmitterCell.cellList.key ? CAEmitterCell.cellList : table[key]?.info
  }
  package func defaultProperty(_ key: String) -> Any? { table[key]?.read(EmitterCellState()) }
}
