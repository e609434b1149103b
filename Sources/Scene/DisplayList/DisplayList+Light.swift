extension DisplayList {
  /// Makes particles additive by removing their alpha. Drawing the frame over another image, premultiplied, then adds
  /// their light exactly.
  package mutating func letLightCoverNothing() {
    commands.letLightCoverNothing()
  }
}

extension [DrawCommand] {
  fileprivate mutating func letLightCoverNothing() {
    var colored = ColoredCommands()
    for index in indices where colored.includes(self[index]) { self[index].letLightCoverNothing() }
  }
}

extension DrawCommand {
  fileprivate mutating func letLightCoverNothing() {
    switch self {
    case .particles(var batch) where batch.blend == .additive:
      // The command releases its columns, so that they change in place.
      self = .popGroup
      for index in batch.tint.indices { batch.tint[index] &= 0xFF_FFFF }
      self = .particles(batch)
    case .offscreen(var offscreen):
      offscreen.changeCommands { $0.letLightCoverNothing() }
      self = .offscreen(offscreen)
    default: break
    }
  }
}
