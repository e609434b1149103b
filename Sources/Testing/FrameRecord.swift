import Foundation
import StarmineGraphics
import StarmineMedia
import StarmineRaster

/// The record of a frame: its size, a checksum of all pixels, and short checksums of parts to locate differences.
struct FrameRecord: Equatable {
  let width: Int
  let height: Int
  let hash: String
  /// Four hexadecimal digits per part, in row order.
  let parts: String

  /// Maximum number of parts along each side.
  private static let mostParts = 8

  init(_ frame: borrowing PixelBuffer) throws(VideoError) {
    (width, height, hash) = (frame.width, frame.height, try Digest.md5(frame))
    var parts = ""
    for part in FrameGrid(width: frame.width, height: frame.height).parts {
      var sum: UInt64 = 0xCBF2_9CE4_8422_2325
      for y in part.rows {
        for x in part.columns { sum = (sum ^ UInt64(frame[x, y])) &* 0x100_0000_01B3 }
      }
      let folded = sum ^ sum >> 32
      let digits = String((folded ^ folded >> 16) & 0xFFFF, radix: 16)
      parts += String(repeating: "0", count: 4 - digits.count) + digits
    }
    self.parts = parts
  }

  init?(_ words: some Collection<Substring>) {
    let words = Array(words)
    guard words.count == 3, let size = words[0].wholeMatch(of: /(\d{1,5})x(\d{1,5})/), let width = Int(size.1),
      let height = Int(size.2), width > 0, height > 0, words[1].count == 32,
      words[2].count == 4 * FrameGrid(width: width, height: height).count
    else { return nil }
    (self.width, self.height, hash, parts) = (width, height, String(words[1]), String(words[2]))
  }

  var text: String { "\(width)x\(height) \(hash) \(parts)" }

  func differingParts(_ other: FrameRecord) -> [Int] {
    let (own, others) = (Array(parts.utf8), Array(other.parts.utf8))
    guard own.count == others.count else { return [] }
    return (0..<own.count / 4).filter { own[4 * $0..<4 * $0 + 4] != others[4 * $0..<4 * $0 + 4] }
  }

  struct FrameGrid {
    let width: Int
    let height: Int

    private var across: Int { min(FrameRecord.mostParts, width) }
    private var down: Int { min(FrameRecord.mostParts, height) }
    var count: Int { across * down }

    var parts: [(columns: Range<Int>, rows: Range<Int>)] {
      (0..<down).flatMap { row in
        (0..<across).map { column in
          (
            column * width / across..<(column + 1) * width / across, row * height / down..<(row + 1) * height / down
          )
        }
      }
    }
  }
}
