struct RecycledScratch {
  var commands: [DrawCommand] = []
  /// A stack of empty batches with memory.
  var batches: [ParticleBatch] = []
  var scratch: EmissionScratch?
  var commandPool: CommandPool?
}

extension DisplayList {
  /// Empties the list. The last batch comes first, in stack order.
  consuming func emptied() -> RecycledScratch {
    var memory = RecycledScratch(commands: commands)
    commands = []
    if isKnownUniquelyReferenced(&scratch) { memory.scratch = scratch }
    if isKnownUniquelyReferenced(&commandPool) { memory.commandPool = commandPool }
    if hasReusableCommands { memory.commandPool?.recycle(&memory.commands) }
    if let scratch = memory.scratch { swap(&memory.batches, &scratch.spare) }
    // In a list without particles, the search for batches is skipped.
    for index in memory.commands.indices.reversed() where liveParticles > 0 {
      guard var batch = memory.commands[index].takeParticles() else { continue }
      batch.removeAll()
      memory.batches.append(batch)
    }
    memory.commands.removeAll(keepingCapacity: true)
    return memory
  }
}

extension DrawCommand {
  /// Moves out a batch, so that its columns are not shared and can be emptied in place. Nil for other commands.
  fileprivate mutating func takeParticles() -> ParticleBatch? {
    switch consume self {
    case .particles(let batch):
      self = .popGroup
      return batch
    case let other:
      self = other
      return nil
    }
  }
}
