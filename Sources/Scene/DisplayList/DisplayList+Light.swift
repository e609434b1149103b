extension DisplayList {
  /// Makes particles additive by removing their alpha. Drawing the frame over another image, premultiplied, then adds
  /// their light exactly.
  package mutating func makeAdditive() { commands.makeAdditive() }
}

extension [DrawCommand] {
  fileprivate mutating func makeAdditive() {
    var colored = ColoredCommands()
    for index in indices where colored.includes(self[index]) { self[index].makeAdditive() }
  }
}

extension DrawCommand {
  fileprivate mutating func makeAdditive() {
    switch self {
    case .particles(var batch) where batch.blend == .additive:
      // The command releases its columns, so that they change in place.
      self = .popGroup
      for index in batch.tint.indices { batch.tint[index] &= 0xFF_FFFF }
      self = .particles(batch)
    case .offscreen(var offscreen):
      offscreen.changeCommands { $0.makeAdditive() }
      self = .offscreen(offscreen)
    default: break
    }
  }
}
