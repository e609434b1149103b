/// Memory of a list that is no longer needed, without values.
struct RecycledScratch {
  /// Empty, with room.
  var commands: [DrawCommand] = []
  /// Empty batches with room; a stack.
  var batches: [ParticleBatch] = []
  var scratch: EmissionScratch?
  var commandPool: CommandPool?
}

extension DisplayList {
  /// Takes everything out of the list; the last batch comes first, as a stack wants it.
  consuming func emptied() -> RecycledScratch {
    var memory = RecycledScratch(commands: commands)
    commands = []
    if isKnownUniquelyReferenced(&scratch) { memory.scratch = scratch }
    if isKnownUniquelyReferenced(&commandPool) { memory.commandPool = commandPool }
    if hasReusableCommands { memory.commandPool?.recycle(&memory.commands) }
    if let scratch = memory.scratch { swap(&memory.batches, &scratch.spare) }
    // A list of many layers is not worth looking through for batches that cannot be there.
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
  /// Moves out a batch: its columns are not shared then, and are emptied in place. Nil for other commands.
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
