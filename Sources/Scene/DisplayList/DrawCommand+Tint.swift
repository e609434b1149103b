extension [DrawCommand] {
  /// Multiplies colours by straight components, which may be outside 0...1.
  mutating func multiply(by tint: SIMD4<Float>) {
    var colored = ColoredCommands()
    for index in indices where colored.includes(self[index]) { self[index].multiply(by: tint) }
  }
}

/// Finds the commands of a list that add colour. Groups that only limit what is below, such as masks, do not.
struct ColoredCommands {
  private var depth = 0

  /// - Parameter command: the next command of the list.
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
  /// Multiplies colours by straight components, which may be outside 0...1.
  mutating func multiply(by tint: SIMD4<Float>) {
    let tint = StraightTint(tint)
    switch self {
    case .fill(var fill):
      fill.paint = fill.paint.multiplied(by: tint)
      self = .fill(fill)
    case .rects(let batch):
      self = .rects(batch.changed { $0.color = product($0.color, tint.cut) })
    case .image(var image):
      image.tint = product(image.tint, tint.pixel)
      image.gain = image.gain * tint.gain
      self = .image(image)
    case .particles(var batch):
      // The command releases its columns, so that they change in place.
      self = .popGroup
      batch.multiply(by: tint)
      self = .particles(batch)
    case .shadow(var shadow):
      shadow.multiply(by: tint)
      self = .shadow(shadow)
    case .offscreen(var offscreen):
      offscreen.changeCommands { $0.multiply(by: tint.components) }
      self = .offscreen(offscreen)
    case .pushGroup, .cut, .popGroup, .backdrop: break
    }
  }
}

/// A factor of colours in the formats of commands.
private struct StraightTint {
  let components: SIMD4<Float>
  let gain: TintGain
  /// Premultiplied. Multiply by the gain too.
  let pixel: UInt32
  /// Premultiplied and clipped to 8 bits.
  let cut: UInt32

  init(_ components: SIMD4<Float>) {
    self.components = components
    gain = TintGain(components)
    func word(_ color: SIMD4<Float>) -> UInt32 {
      let unit = color.clamped(lowerBound: .zero, upperBound: .one)
      return premultiplied(red: unit.x, green: unit.y, blue: unit.z, alpha: unit.w)
    }
    cut = word(components)
    pixel = gain == .none ? cut : word(components / SIMD4(gain.factors, 1))
  }
}

extension ParticleBatch {
  fileprivate mutating func multiply(by straight: StraightTint) {
    for index in tint.indices { tint[index] = product(tint[index], straight.pixel) }
    if straight.gain == .none { return }
    for index in sprites.indices { sprites[index].gain = sprites[index].gain * straight.gain }
  }
}

extension ShadowCommand {
  fileprivate mutating func multiply(by tint: StraightTint) {
    if tint.gain != .none || widePaint != nil { widePaint = (widePaint ?? .solid(color)).multiplied(by: tint) }
    color = product(color, tint.cut)
  }
}

extension Paint {
  fileprivate func multiplied(by tint: StraightTint) -> Paint {
    switch self {
    case .solid(let color) where tint.gain == .none: .solid(product(color, tint.pixel))
    case .solid(let color): .gradient(Gradient(word: color).multiplied(by: tint.components))
    case .gradient(let gradient): .gradient(gradient.multiplied(by: tint.components))
    }
  }
}
