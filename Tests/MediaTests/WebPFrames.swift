import StarmineGraphics
import StarmineMedia
import StarmineRaster

/// The frames of an animated WebP file: milliseconds at which each begins, and its picture.
func webPFrames(_ bytes: [UInt8]) throws -> [(start: Int, image: CGImage)] {
  func number(_ offset: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
  var (width, height, offset, start) = (0, 0, 12, 0)
  var (canvas, frames, cleared): ([UInt32], [(start: Int, image: CGImage)], (x: Range<Int>, y: Range<Int>)?) =
    ([], [], nil)
  while offset + 8 <= bytes.count {
    let (name, size) = (String(decoding: bytes[offset..<offset + 4], as: UTF8.self), number(offset + 4, 4))
    let body = offset + 8
    if name == "VP8X" {
      (width, height) = (number(body + 4, 3) + 1, number(body + 7, 3) + 1)
      canvas = [UInt32](repeating: 0, count: width * height)
    }
    if name == "ANMF" {
      if let cleared { for y in cleared.y { for x in cleared.x { canvas[y * width + x] = 0 } } }
      let chunks = Array(bytes[body + 16..<body + size])
      // A picture is a WebP file without its head.
      let sides = little(number(body + 6, 3), 3) + little(number(body + 9, 3), 3)
      let head =
        chunks.starts(with: Array("ALPH".utf8)) ? Array("VP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0] + sides : []
      let file = Array("WEBP".utf8) + head + chunks
      let image = try ImageReader.image(from: Array("RIFF".utf8) + little(file.count, 4) + file, named: "a.webp")
      let (left, top) = (number(body, 3) * 2, number(body + 3, 3) * 2)
      for y in 0..<image.height {
        for x in 0..<image.width {
          let (source, index) = (image.base.pixels[y * image.width + x], (top + y) * width + left + x)
          canvas[index] = bytes[body + 15] & 2 != 0 ? source : sourceOver(source, canvas[index])
        }
      }
      cleared = bytes[body + 15] & 1 != 0 ? (left..<left + image.width, top..<top + image.height) : nil
      frames.append((start, CGImage(width: width, height: height, pixels: canvas)))
      start += number(body + 12, 3)
    }
    offset = body + size + size % 2
  }
  return frames
}

/// The lowest byte first.
private func little(_ number: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
