/// Makes ProRes alpha readable by all decoders.
///
/// libavcodec before 60 (FFmpeg 7.0) omits the last run code of a slice's alpha if the last pixel of the slice differs
/// from the previous one. Decoders on newer machines then show flickering or opaque alpha. If both pixels are equal,
/// the code is written. So the last alpha of each slice is replaced by the previous one, a small step in one of 2048
/// pixels.
enum SliceAlpha {
  /// A slice has 16 rows and 8 macroblocks of 16 pixels. The rest of a row has slices of 4, 2 and 1 macroblocks.
  static func smooth(_ frame: borrowing OwnedFrame) {
    guard let plane = frame.plane(3, of: UInt16.self) else { return }
    let (width, height) = (frame.width, frame.height)
    let ends = sliceEnds(macroblocks: (width + 15) / 16).map { $0 * 16 - 1 }
    for y in stride(from: 0, to: height, by: 16) {
      let line = plane.row(min(y + 15, height - 1))
      // Outside the frame, the last column is repeated.
      for x in ends where x < width { line[x] = line[x - 1] }
    }
  }

  static func sliceEnds(macroblocks: Int) -> [Int] {
    var (ends, end, size) = ([Int](), 0, 8)
    while end < macroblocks {
      while size > macroblocks - end { size /= 2 }
      end += size
      ends.append(end)
    }
    return ends
  }
}
