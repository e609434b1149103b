/// Memory of a list that is no longer needed, without values.
struct RecycledScratch {
  /// Empty, with room.
  var commands: [DrawCommand] = []
  /// Empty batches with room; a stack.
  var batches: [ParticleBatch] = []
  /// The same.
  var rects: [RectBatch] = []
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
    for index in memory.commands.indices.reversed() where liveParticles > 0 || hasRects {
      switch memory.commands[index].takeBatch() {
      case .particles(var batch):
        batch.removeAll()
        memory.batches.append(batch)
      case .rects(var batch):
        batch.removeAll()
        memory.rects.append(batch)
      default: continue
      }
    }
    memory.commands.removeAll(keepingCapacity: true)
    return memory
  }
}

extension DrawCommand {
  /// Moves out a batch: what it holds belongs to nobody else then, and is emptied in place. Nil for other commands.
  fileprivate mutating func takeBatch() -> DrawCommand? {
    switch self {
    case .particles, .rects:
      var batch = DrawCommand.popGroup
      swap(&self, &batch)
      return batch
    default: return nil
    }
  }
}
