import Foundation

extension CGImage {
  /// The shape of the image in one colour: its alpha times that of the image.
  package func filled(with color: CGColor) -> CGImage {
    func byte(_ part: CGFloat) -> UInt8 { UInt8(max(0, min(1, part)) * 255 + 0.5) }
    let full = Self.premultiplied(
      red: byte(color.red), green: byte(color.green), blue: byte(color.blue), alpha: byte(color.alpha))
    let pixels = levels[0].pixels.map { scaled(full, $0 >> 24) }
    return CGImage(width: width, height: height, slab: SharedBuffer(pixels), deepTexels: deepTint(color))
  }

  /// The same in float, if 8 bits cannot store the colour or the alpha.
  private func deepTint(_ color: CGColor) -> DeepTexels? {
    guard color.isWide || deepTexels != nil else { return nil }
    let parts = color.deepComponents
    let full = SIMD4(parts.z, parts.y, parts.x, 1) * parts.w
    if let deepTexels { return deepTexels.changed { $0.filled(with: full) } }
    let (base, width, height) = (base, width, height)
    return DeepTexels {
      let texels = base.pixels.map { full * (Float(Int32($0 >> 24)) * (1 / 255)) }
      return DeepTexels.Level(width: width, height: height, texels: SharedBuffer(texels))
    }
  }
}
