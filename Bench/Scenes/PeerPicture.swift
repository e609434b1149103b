package import Foundation
import StarmineRaster
import StarmineScene

extension BenchScene {
  /// The picture of the scene's first frame as a PPM file: what other engines' pictures are compared with.
  package func firstFrame() throws -> Data {
    try onFreshThread {
      let player = try makePlayer(Settings())
      var watch = Stopwatch()
      try player.draw(frame: 0, &watch)
      guard let list = player.displayList else {
        throw PeerCase.Unsupported(description: "\(name) has no picture")
      }
      var buffer = PixelBuffer(width: list.width, height: list.height)
      Renderer().render(list, into: &buffer)
      var data = Data("P6\n\(list.width) \(list.height)\n255\n".utf8)
      for y in 0..<list.height {
        for x in 0..<list.width {
          let pixel = buffer[x, y]
          data.append(contentsOf: [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255)])
        }
      }
      return data
    }
  }
}
