import StarmineGraphics

extension DrawCommand {
  /// Multiplies the colours of what is drawn by straight components in 0...1.
  mutating func multiply(by tint: SIMD4<Float>) {
    let pixel = tint.premultipliedPixel
    switch self {
    case .fill(var fill):
      switch fill.paint {
      case .solid(let color): fill.paint = .solid(product(color, pixel))
      case .gradient(let gradient): fill.paint = .gradient(gradient.multiplied(by: tint))
      }
      self = .fill(fill)
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
      self = .shadow(shadow)
    case .offscreen(var offscreen):
      offscreen.changeCommands { $0.multiply(by: tint) }
      self = .offscreen(offscreen)
    case .pushGroup, .cut, .popGroup, .backdrop: break
    }
  }
}

extension SIMD4<Float> {
  /// Straight components in 0...1 as `0xAARRGGBB`.
  fileprivate var premultipliedPixel: UInt32 {
    let byte = { (value: Float) in UInt32(value * 255 + 0.5) }
    return byte(w) << 24 | byte(x * w) << 16 | byte(y * w) << 8 | byte(z * w)
  }
}

/// Two pixels component by component, rounded to 8 bits.
private func product(_ left: UInt32, _ right: UInt32) -> UInt32 {
  if right == .max { return left }
  var result: UInt32 = 0
  for shift: UInt32 in [0, 8, 16, 24] {
    let biased = (left >> shift & 255) * (right >> shift & 255) + 128
    result |= ((biased + (biased >> 8)) >> 8) << shift
  }
  return result
}
