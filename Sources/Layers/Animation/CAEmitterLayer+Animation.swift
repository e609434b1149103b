extension CAEmitterLayer {
  /// Returns the cell and the property at a key path such as `emitterCells.spark.velocity`; nil for other key paths.
  func cellProperty(
    atKeyPath keyPath: String
  ) throws(AnimationError) -> (path: [Int], row: Property<EmitterCellState>)? {
    let relation = CAEmitterCell.cellList.key + "."
    guard keyPath.hasPrefix(relation) else { return nil }
    do { _ = try property(atKeyPath: keyPath) } catch { throw .unreachable(error) }
    var (cells, path, rest) = (workingCells ?? [], [Int](), keyPath[...])
    while rest.hasPrefix(relation) {
      rest = rest.dropFirst(relation.count)
      let name = rest.prefix { $0 != "." }
      guard let index = cells.firstIndex(where: { $0.state.name.map { $0 == name } ?? false }) else { return nil }
      path.append(index)
      cells = cells[index].cells
      rest = rest.dropFirst(name.count + 1)
    }
    let row = CAEmitterCell.propertyTable[String(rest)] ?? Property<EmitterCellState>.behaviorInput(String(rest))
    return row.map { (path, $0) }
  }
}
