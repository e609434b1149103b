import Foundation
import StarmineCore
import StarmineRaster

/// Pictures in kitty's graphics protocol: RGB in base64, in pieces of at most 4,096 characters.
enum KittyGraphics {
  private static let pieceLength = 4096

  /// Two images take turns: the new one is placed before the old one goes, so that nothing flickers.
  static func bytes(_ picture: borrowing PixelBuffer, area: TerminalArea, number: Int) -> [UInt8] {
    let encoded = Array(Data(rgb(picture)).base64EncodedData())
    let (image, previous) = (number % 2 + 1, (number + 1) % 2 + 1)
    var output: [UInt8] = []
    output.append("\u{1B}[H")
    var start = 0
    while start < encoded.count {
      let end = min(start + pieceLength, encoded.count)
      output.append("\u{1B}_G")
      if start == 0 {
        let keys =
          "a=T,f=24,s=\(picture.width),v=\(picture.height),c=\(area.columns),r=\(area.rows),i=\(image),p=1,q=2,C=1,"
        output.append(contentsOf: keys.utf8)
      }
      output.append("m=")
      output.append(UInt8(ascii: end < encoded.count ? "1" : "0"))
      output.append(UInt8(ascii: ";"))
      output.append(contentsOf: encoded[start..<end])
      output.append("\u{1B}\\")
      start = end
    }
    output.append(contentsOf: "\u{1B}_Ga=d,d=I,i=\(previous),q=2\u{1B}\\".utf8)
    return output
  }

  private static func rgb(_ picture: borrowing PixelBuffer) -> [UInt8] {
    let (width, height, stride) = (picture.width, picture.height, picture.stride)
    return unsafe picture.withPixels { pixels in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(width * height * 3)
      for y in 0..<height {
        for x in 0..<width {
          let pixel = unsafe pixels[y * stride + x]
          bytes.append(UInt8(truncatingIfNeeded: pixel >> 16))
          bytes.append(UInt8(truncatingIfNeeded: pixel >> 8))
          bytes.append(UInt8(truncatingIfNeeded: pixel))
        }
      }
      return bytes
    }
  }
}
