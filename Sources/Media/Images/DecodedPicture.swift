import CStarmineFFmpeg
import StarmineGraphics
import StarmineRaster

/// A decoded image with the colour properties of its file, and separately stored alpha.
struct DecodedPicture: ~Copyable {
  let frame: OwnedFrame
  var said = PictureColors.none
  /// Alpha of each pixel, 0...1; nil: that of the frame.
  private var alpha: [Float]?
  private var isPremultiplied = false

  init(_ frame: consuming OwnedFrame) { self.frame = frame }

  /// Uses a grey image as alpha. Returns false for another size or an unsupported pixel format.
  mutating func take(alpha picture: borrowing OwnedFrame, isPremultiplied: Bool) -> Bool {
    guard picture.width == frame.width, picture.height == frame.height,
      let description = av_pix_fmt_desc_get(picture.format)
    else { return false }
    let depth = Int(description.pointee.comp.0.depth)
    guard (8...16).contains(depth) else { return false }
    let isFull = PremultipliedPixels.isFullRange(picture.pointer, picture.format)
    let (unit, most) = (Float(1 << (depth - 8)), Float(1 << depth - 1))
    let (scale, zero) = isFull ? (1 / most, 0) : (1 / (219 * unit), 16 * unit)
    var (line, values) = ([UInt16](repeating: 0, count: frame.width), [Float]())
    for y in 0..<frame.height {
      PremultipliedPixels.readLine(&line, picture.pointer, description, 0, y)
      values += line.map { max(0, min(1, (Float($0) - zero) * scale)) }
    }
    (alpha, self.isPremultiplied) = (values, isPremultiplied)
    return true
  }

  /// Applies separate alpha to opaque pixels.
  func cover(_ pixels: inout [UInt32]) {
    guard let alpha else { return }
    for index in pixels.indices {
      let share = UInt32(alpha[index] * 255 + 0.5)
      let straight = pixels[index] & 0xFF_FFFF | share << 24
      pixels[index] = isPremultiplied ? straight : premultiplied(straight: straight)
    }
  }

  func cover(_ pixels: inout [DeepPixel]) {
    guard let alpha else { return }
    for index in pixels.indices {
      if !isPremultiplied { pixels[index] *= alpha[index] }
      pixels[index].w = alpha[index]
    }
  }
}
