import StarmineGraphics

extension [DrawCommand] {
  /// Multiplies the colours of what is drawn by straight components in 0...1.
  mutating func multiply(by tint: SIMD4<Float>) {
    var colored = ColoredCommands()
    for index in indices where colored.includes(self[index]) { self[index].multiply(by: tint) }
  }
}

/// Tells which commands of a list bring colours into it: what lies in a group that only limits what is below, as masks
/// do, brings none.
struct ColoredCommands {
  /// Groups since the outermost one that limits.
  private var depth = 0

  /// - Parameter command: the one after that of the last call.
  mutating func includes(_ command: DrawCommand) -> Bool {
    switch command {
    case .pushGroup(let group): if depth > 0 || group.filter.onlyLimits { depth += 1 }
    case .popGroup: depth = max(depth - 1, 0)
    default: break
    }
    return depth == 0
  }
}

extension DrawCommand {
  /// Multiplies the colours of what is drawn by straight components in 0...1.
  mutating func multiply(by tint: SIMD4<Float>) {
    let pixel = premultiplied(red: tint.x, green: tint.y, blue: tint.z, alpha: tint.w)
    switch self {
    case .fill(var fill):
      fill.paint = fill.paint.multiplied(by: tint, pixel)
      self = .fill(fill)
    case .rects(let batch):
      self = .rects(batch.changed { $0.color = product($0.color, pixel) })
    case .image(var image):
      image.tint = product(image.tint, pixel)
      self = .image(image)
    case .particles(var batch):
      // The command lets go of its columns, so that they change in place.
      self = .popGroup
      for index in batch.tint.indices { batch.tint[index] = product(batch.tint[index], pixel) }
      self = .particles(batch)
    case .shadow(var shadow):
      shadow.color = product(shadow.color, pixel)
      shadow.widePaint = shadow.widePaint?.multiplied(by: tint, pixel)
      self = .shadow(shadow)
    case .offscreen(var offscreen):
      offscreen.changeCommands { $0.multiply(by: tint) }
      self = .offscreen(offscreen)
    case .pushGroup, .cut, .popGroup, .backdrop: break
    }
  }
}

extension Paint {
  /// - Parameter pixel: the tint as a premultiplied word.
  fileprivate func multiplied(by tint: SIMD4<Float>, _ pixel: UInt32) -> Paint {
    switch self {
    case .solid(let color): .solid(product(color, pixel))
    case .gradient(let gradient): .gradient(gradient.multiplied(by: tint))
    }
  }
}
