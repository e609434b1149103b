import StarmineCore
import StarmineRaster

/// Pictures in DEC's sixel format: bands of six rows, one pass per colour, runs of equal columns packed.
///
/// The palette is fixed, 6 x 7 x 6 levels of red, green and blue, with an ordered dither: a palette made for each frame
/// would flicker.
enum Sixel {
  private static let levels = (red: 6, green: 7, blue: 6)
  /// Bayer's 4 x 4 matrix.
  private static let dither = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  static func bytes(_ picture: borrowing PixelBuffer) -> [UInt8] {
    var output: [UInt8] = []
    output.append("\u{1B}[H\u{1B}Pq\"1;1;")
    output.append(decimal: picture.width)
    output.append(UInt8(ascii: ";"))
    output.append(decimal: picture.height)
    appendPalette(to: &output)
    let (width, height, stride) = (picture.width, picture.height, picture.stride)
    var columns = [[UInt8]](repeating: [], count: levels.red * levels.green * levels.blue)
    picture.withPixels { pixels in
      for top in Swift.stride(from: 0, to: height, by: 6) {
        var used: [Int] = []
        for y in top..<min(top + 6, height) {
          for x in 0..<width {
            let color = index(of: pixels[y * stride + x], x: x, y: y)
            if columns[color].isEmpty {
              columns[color] = [UInt8](repeating: 0, count: width)
              used.append(color)
            }
            columns[color][x] |= 1 << UInt8(y - top)
          }
        }
        for color in used {
          appendPass(color, columns[color], to: &output)
          columns[color] = []
        }
        output.append(UInt8(ascii: "-"))
      }
    }
    output.append("\u{1B}\\")
    return output
  }

  private static func appendPalette(to output: inout [UInt8]) {
    for index in 0..<levels.red * levels.green * levels.blue {
      let blue = index % levels.blue
      let green = index / levels.blue % levels.green
      let red = index / levels.blue / levels.green
      output.append(UInt8(ascii: "#"))
      output.append(decimal: index)
      output.append(";2;")
      // Percents.
      output.append(decimal: red * 100 / (levels.red - 1))
      output.append(UInt8(ascii: ";"))
      output.append(decimal: green * 100 / (levels.green - 1))
      output.append(UInt8(ascii: ";"))
      output.append(decimal: blue * 100 / (levels.blue - 1))
    }
  }

  private static func index(of pixel: UInt32, x: Int, y: Int) -> Int {
    let threshold = dither[(y & 3) * 4 + (x & 3)] * 2 + 1
    func level(_ value: UInt32, _ count: Int) -> Int {
      // The fraction of a level that is left over is rounded up where it exceeds the matrix.
      let scaled = Int(value & 0xFF) * (count - 1) * 32
      return scaled / (255 * 32) + (scaled % (255 * 32) > threshold * 255 ? 1 : 0)
    }
    let (red, green, blue) = (
      level(pixel >> 16, levels.red), level(pixel >> 8, levels.green), level(pixel, levels.blue)
    )
    return (red * levels.green + green) * levels.blue + blue
  }

  /// One colour's rows of the band, and back to its start.
  private static func appendPass(_ color: Int, _ columns: [UInt8], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "#"))
    output.append(decimal: color)
    var x = 0
    while x < columns.count {
      let bits = columns[x]
      var end = x + 1
      while end < columns.count, columns[end] == bits { end += 1 }
      let character = UInt8(ascii: "?") + bits
      if end - x > 3 {
        output.append(UInt8(ascii: "!"))
        output.append(decimal: end - x)
        output.append(character)
      } else {
        for _ in x..<end { output.append(character) }
      }
      x = end
    }
    output.append(UInt8(ascii: "$"))
  }
}
