import CStarmineFFmpeg
import StarmineGraphics

/// An animation of WebP pictures, cut into its parts and put together again; libavformat 59 does not read them.
///
/// The layout is that of the WebP container specification: `RIFF`, `VP8X` with the size, `ANMF` for each picture with
/// its place, duration and how it joins what is there.
struct WebPAnimation: Sendable {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var pictures: [Picture] = []
  /// Pixels of a file that is one picture, seen all the time; nil for an animation.
  private(set) var still: [UInt32]?
  private let target: String

  struct Picture: Sendable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    /// Milliseconds.
    let duration: Int
    /// Whether it replaces what is below instead of lying over it.
    let replaces: Bool
    /// Whether its place is cleared afterwards.
    let clearsAfterwards: Bool
    /// `ALPH`, `VP8 ` or `VP8L` with their headers.
    let chunks: [UInt8]
  }

  /// Milliseconds.
  var duration: Int { pictures.reduce(0) { $0 + $1.duration } }

  init(_ content: FileContent, target: String) throws(VideoError) {
    var bytes: [UInt8] = []
    do throws(FileError) { try content.forEachPart { bytes += $0 } } catch { throw .file(error) }
    try self.init(bytes, target: target)
  }

  init(_ bytes: [UInt8], target: String) throws(VideoError) {
    self.target = target
    guard bytes.count > 30, bytes.starts(with: Array("RIFF".utf8)) else {
      throw .notAsWritten(path: target, reason: "it is not a WebP file")
    }
    var offset = 12
    while offset + 8 <= bytes.count {
      let name = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
      let size = WebPAnimation.number(bytes, offset + 4, 4)
      guard offset + 8 + size <= bytes.count else {
        throw .notAsWritten(path: target, reason: "its last part is cut off")
      }
      let body = bytes[offset + 8..<offset + 8 + size]
      if name == "VP8X", size >= 10 {
        width = WebPAnimation.number(bytes, offset + 12, 3) + 1
        height = WebPAnimation.number(bytes, offset + 15, 3) + 1
      }
      if name == "ANMF", size > 16 { pictures.append(Picture(body)) }
      offset += 8 + size + size % 2
    }
    if pictures.isEmpty { try readStill(bytes) }
  }

  /// The encoder makes a still picture of frames that are all equal. Its parts are those of a picture of an animation.
  private mutating func readStill(_ bytes: [UInt8]) throws(VideoError) {
    let image: CGImage
    do throws(ImageError) { image = try ImageReader.image(from: bytes, named: target) } catch {
      throw .notAsWritten(path: target, reason: error.description)
    }
    (width, height) = (image.width, image.height)
    still = (0..<width * height).map { image.base.pixels[$0] }
  }

  fileprivate static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// The lowest byte first.
  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// A canvas before the first picture.
  func emptyCanvas() -> [UInt32] { [UInt32](repeating: 0, count: width * height) }

  /// Draws a picture on the canvas that the pictures before it left.
  func draw(_ number: Int, on canvas: inout [UInt32]) throws(VideoError) {
    if number > 0 { clear(pictures[number - 1], on: &canvas) }
    let picture = pictures[number]
    let image = try decode(picture)
    let side = (picture.x + image.width, picture.y + image.height)
    guard side.0 <= width, side.1 <= height else {
      throw .notAsWritten(path: target, reason: "a picture is outside of the canvas")
    }
    draw(image, picture, on: &canvas)
  }

  private func clear(_ picture: Picture, on canvas: inout [UInt32]) {
    guard picture.clearsAfterwards else { return }
    for y in picture.y..<min(height, picture.y + picture.height) {
      for x in picture.x..<min(width, picture.x + picture.width) { canvas[y * width + x] = 0 }
    }
  }

  private func draw(_ image: CGImage, _ picture: Picture, on canvas: inout [UInt32]) {
    for y in 0..<image.height {
      for x in 0..<image.width {
        let source = image.base.pixels[y * image.width + x]
        let index = (picture.y + y) * width + picture.x + x
        canvas[index] = picture.replaces ? source : sourceOver(source, canvas[index])
      }
    }
  }

  /// A picture is a WebP file without its head.
  private func decode(_ picture: Picture) throws(VideoError) -> CGImage {
    var head: [UInt8] = []
    if picture.chunks.starts(with: Array("ALPH".utf8)) {
      head = Array("VP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0]
      for side in [picture.width - 1, picture.height - 1] { head += WebPAnimation.bytes(side, 3) }
    }
    let body = Array("WEBP".utf8) + head + picture.chunks
    let file = Array("RIFF".utf8) + WebPAnimation.bytes(body.count, 4) + body
    do throws(ImageError) {
      return try ImageReader.image(from: file, named: target)
    } catch {
      throw .notAsWritten(path: target, reason: error.description)
    }
  }
}

/// Frames of an animation at a rate, one after the other.
struct WebPFrames: Sendable {
  private let animation: WebPAnimation
  private let framesPerSecond: Double
  private var canvas: [UInt32]
  /// The picture that is shown; -1 before the first one. Milliseconds at which it ends.
  private(set) var number = -1
  private var end = 0

  init(_ animation: WebPAnimation, framesPerSecond: Double) {
    (self.animation, self.framesPerSecond) = (animation, framesPerSecond)
    canvas = animation.still ?? animation.emptyCanvas()
  }

  /// What is shown at the middle of a frame. Numbers ascend. Frames that equal the one before make that one longer, and
  /// the last picture stays.
  mutating func pixels(ofFrame order: Int) throws(VideoError) -> [UInt32] {
    let middle = (Double(order) + 0.5) / framesPerSecond * 1000
    while number < 0 || middle >= Double(end), number + 1 < animation.pictures.count {
      number += 1
      end += animation.pictures[number].duration
      try animation.draw(number, on: &canvas)
    }
    return canvas
  }
}

extension WebPAnimation.Picture {
  /// Precondition: more than 16 bytes.
  fileprivate init(_ body: ArraySlice<UInt8>) {
    let bytes = Array(body)
    func number(_ offset: Int) -> Int { WebPAnimation.number(bytes, offset, 3) }
    self.init(
      x: number(0) * 2, y: number(3) * 2, width: number(6) + 1, height: number(9) + 1, duration: number(12),
      replaces: bytes[15] & 2 != 0, clearsAfterwards: bytes[15] & 1 != 0, chunks: Array(bytes[16...]))
  }
}
