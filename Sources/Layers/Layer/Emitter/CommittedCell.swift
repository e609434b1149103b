/// A cell that an emitter layer works with, as key paths of the layer reach it.
struct CommittedCell: CellContainer {
  let layer: CAEmitterLayer
  /// Indices from the layer's top-level cells down.
  let path: [Int]
  let cell: EmitterCellTree
  /// The assigned cell at the same path, if it exists. It is changed too, so that it has the new value.
  let given: CAEmitterCell?

  var table: PropertyTable<EmitterCellState> { CAEmitterCell.propertyTable }

  var className: String { "CAEmitterCell" }
  var name: String? { cell.state.name }
  var object: Any? { given }

  func readProperty(_ key: String) -> Any? {
    table[key].map { $0.read(cell.state) } ?? given?.readProperty(key)
  }

  func writeProperty(_ value: Any?, _ key: String) -> Bool {
    guard let row = table[key] else { return replaceSubcells(value, key) }
    var state = cell.state
    guard row.write(&state, value) else { return false }
    guard layer.model() === layer else { return true }
    layer.updateCell(path) { $0 = state }
    _ = given?.writeProperty(value, key)
    return true
  }

  private func setBehaviors(_ behaviors: [EmitterBehaviorState]) {
    guard layer.model() === layer else { return }
    layer.updateCell(path) { $0.behaviors = behaviors }
    given?.setBehaviors(behaviors)
  }

  /// Replacing sub-cells restarts the emission, as assigning the layer's cells does.
  private func replaceSubcells(_ value: Any?, _ key: String) -> Bool {
    guard let given, given.writeProperty(value, key) else { return false }
    layer.emitterCells = layer.emitterCells
    return true
  }

  func elements(_ key: String) -> [any PropertyContainer]? {
    if key == Property<EmitterCellState>.behaviorsKey {
      return ListedPart.all({ cell.state.behaviors }, { setBehaviors($0) })
    }
    guard key == CAEmitterCell.cellList.key else { return nil }
    return cell.cells.indices.map { index in
      CommittedCell(
        layer: layer, path: path + [index], cell: cell.cells[index],
        given: given?.emitterCells?.first { $0.name == cell.cells[index].state.name })
    }
  }

  func readUndefined(_ key: String) -> Any? { given?.readUndefined(key) }
  func writeUndefined(_ value: Any?, _ key: String) { given?.writeUndefined(value, key) }
}
