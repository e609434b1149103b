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
    // A list of many layers is not worth looking through for batches that cannot be there.
    for index in memory.commands.indices.reversed() where liveParticles > 0 {
      guard case .particles(var batch) = memory.commands[index] else { continue }
      // The command lets go of its columns, so that they are emptied in place.
      memory.commands[index] = .popGroup
      batch.removeAll()
      memory.batches.append(batch)
    }
    memory.commands.removeAll(keepingCapacity: true)
    return memory
  }
}
