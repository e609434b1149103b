/// A rectangle of whole pixels, with its origin at the top left.
package struct AtlasRect: Sendable, Equatable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  func union(_ other: AtlasRect) -> AtlasRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    let (right, bottom) = (max(x + width, other.x + other.width), max(y + height, other.y + other.height))
    return AtlasRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// A frame of a movie for an atlas: the part of it that is not empty.
package struct AtlasFrame: Sendable {
  /// Seconds from the start of what is written.
  package let time: Double
  package let size: PixelSize
  package private(set) var part: AtlasRect
  /// Premultiplied `0xAARRGGBB` of the part, row by row. Light over nothing has the alpha that it would hide.
  package private(set) var pixels: [UInt32]

  /// - Parameter pixels: of the whole frame, as they were drawn.
  package init(time: Double, size: PixelSize, pixels: [UInt32]) {
    (self.time, self.size) = (time, size)
    part = AtlasRect(x: 0, y: 0, width: size.width, height: size.height)
    self.pixels = pixels.map { $0 & 0xFF_FFFF | $0.light << 24 }
  }

  /// The part that is not empty; a pixel where nothing is.
  package var filled: AtlasRect {
    let rows = (0..<part.height).filter { y in
      pixels[y * part.width..<(y + 1) * part.width].contains { $0 != 0 }
    }
    guard let top = rows.first, let bottom = rows.last else {
      return AtlasRect(x: part.x, y: part.y, width: 1, height: 1)
    }
    let columns = (0..<part.width).filter { x in rows.contains { pixels[$0 * part.width + x] != 0 } }
    let (left, right) = (columns.first ?? 0, columns.last ?? 0)
    return AtlasRect(x: part.x + left, y: part.y + top, width: right - left + 1, height: bottom - top + 1)
  }

  /// Keeps a part of what is kept.
  package func cut(to rect: AtlasRect) -> AtlasFrame {
    var frame = self
    frame.pixels = (rect.y..<rect.y + rect.height).flatMap { y in
      let first = (y - part.y) * part.width + rect.x - part.x
      return pixels[first..<first + rect.width]
    }
    frame.part = rect
    return frame
  }
}

extension UInt32 {
  /// The largest part of a premultiplied pixel, 0 to 255: what adds light and hides nothing has no alpha.
  var light: UInt32 { Swift.max(self >> 24, self >> 16 & 255, self >> 8 & 255, self & 255) }
}

extension Movie {
  /// Frames at some times, in seconds of what is written.
  package func atlasFrames(at times: [Double], size: PixelSize, workers: Int) throws(MovieError) -> [AtlasFrame] {
    var frames: [AtlasFrame] = []
    for time in times {
      let picture = try still(at: time * settings.speed, pixelSize: size, workers: workers)
      frames.append(AtlasFrame(time: time, size: size, pixels: picture.packedPixels))
    }
    return frames
  }
}
