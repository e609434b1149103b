/// Reads the headers of an animated WebP file, because libavformat 59 does not support animations.
///
/// Layout of the WebP container specification: `RIFF`, `VP8X` with the size, `ANMF` for each frame.
struct WebPAnimation {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var count = 0
  private(set) var duration = 0

  init(_ bytes: [UInt8], target: String) throws(VideoError) {
    guard bytes.count > 30, bytes.starts(with: Array("RIFF".utf8)) else {
      throw .notAsWritten(path: target, reason: "it is not a WebP file")
    }
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    var offset = 12
    while offset + 8 <= bytes.count {
      let (name, size) = (String(decoding: bytes[offset..<offset + 4], as: UTF8.self), number(offset + 4, 4))
      guard offset + 8 + size <= bytes.count else {
        throw .notAsWritten(path: target, reason: "its last part is cut off")
      }
      if name == "VP8X", size >= 10 { (width, height) = (number(offset + 12, 3) + 1, number(offset + 15, 3) + 1) }
      if name == "ANMF", size > 16 { (count, duration) = (count + 1, duration + number(offset + 20, 3)) }
      offset += 8 + size + size % 2
    }
  }
}
