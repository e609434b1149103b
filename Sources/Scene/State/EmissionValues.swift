/// Values of an emitter layer and its cells that affect births.
package struct EmissionValues: Sendable, Equatable {
  package var emitter: EmitterState
  package var cells: [EmitterCellTree]

  package init(emitter: EmitterState, cells: [EmitterCellTree]) { (self.emitter, self.cells) = (emitter, cells) }
}

extension [EmitterCellTree] {
  /// Changes the cell at a path of indices from the top-level cells. Does nothing for an invalid path.
  package mutating func update(_ path: ArraySlice<Int>, _ change: (inout EmitterCellState) -> Void) {
    guard let index = path.first, indices.contains(index) else { return }
    if path.count == 1 {
      change(&self[index].state)
    } else {
      self[index].cells.update(path.dropFirst(), change)
    }
  }
}
