import Foundation

extension CGImage {
  /// One colour in the shape of the image: its alpha times the image's.
  package func filled(with color: CGColor) -> CGImage {
    func byte(_ part: CGFloat) -> UInt8 { UInt8(max(0, min(1, part)) * 255 + 0.5) }
    let full = Self.premultiplied(
      red: byte(color.red), green: byte(color.green), blue: byte(color.blue), alpha: byte(color.alpha))
    let pixels = levels[0].pixels.map { scaled(full, $0 >> 24) }
    return CGImage(width: width, height: height, pixels: pixels)
  }
}
