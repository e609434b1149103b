import CStarmineFFmpeg
import StarmineGraphics

/// A summary of a frame for comparison: a checksum for lossless files, means of blocks for lossy files.
enum FrameSignature: Sendable {
  /// Hexadecimal MD5 of the decoded bytes, as in a line of a `framemd5` file.
  case line(String)
  case bytes(String)
  /// Checksum of premultiplied pixels, for files that decode to another pixel format.
  case pixels(String)
  case blocks(FrameBlocks)

  enum Kind: Sendable { case line, bytes, pixels, blocks }

  var kind: Kind {
    switch self {
    case .line: .line
    case .bytes: .bytes
    case .pixels: .pixels
    case .blocks: .blocks
    }
  }

  init?(_ frame: borrowing OwnedFrame, _ kind: Kind) throws(VideoError) {
    switch kind {
    case .line: self = .line(try Self.md5(frame))
    case .bytes: self = .bytes(try Self.checksum(.murmur, frame))
    case .pixels:
      guard let pixels = PremultipliedPixels().make(from: frame) else { return nil }
      self = .pixels(try Self.checksum(.murmur, pixels))
    case .blocks:
      // Encoders convert such pixels to luma themselves.
      let pixels = frame.format == AV_PIX_FMT_BGRA ? PremultipliedPixels().make(from: frame) : nil
      let blocks = pixels.map { FrameBlocks(pixels: $0, width: frame.width, height: frame.height) }
      guard let blocks = blocks ?? FrameBlocks(frame) else { return nil }
      self = .blocks(blocks)
    }
  }

  init(pixels: [UInt32], width: Int, height: Int, _ kind: Kind) throws(VideoError) {
    self =
      kind == .blocks
      ? .blocks(FrameBlocks(pixels: pixels, width: width, height: height)) : .pixels(try Self.checksum(.murmur, pixels))
  }

  static func md5(_ frame: borrowing OwnedFrame) throws(VideoError) -> String { try checksum(.md5, frame) }

  static func md5(_ pixels: [UInt32]) throws(VideoError) -> String { try checksum(.md5, pixels) }

  private static func checksum(_ kind: Digest.Kind, _ frame: borrowing OwnedFrame) throws(VideoError) -> String {
    let digest = try Digest(kind)
    var bytes = [UInt8](repeating: 0, count: frame.packedSize)
    if frame.copyPacked(to: &bytes) { digest.add(bytes) }
    return digest.text()
  }

  private static func checksum(_ kind: Digest.Kind, _ pixels: [UInt32]) throws(VideoError) -> String {
    let digest = try Digest(kind)
    digest.add(pixels)
    return digest.text()
  }

  /// How a frame of a file differs from the drawn frame, or nil.
  /// - Parameter tolerance: tolerance of blocks in 1/255.
  func difference(_ drawn: FrameSignature, tolerance: Double) -> String? {
    switch (self, drawn) {
    case (.line(let found), .line(let meant)): return found == meant ? nil : "its checksum differs"
    case (.bytes(let found), .bytes(let meant)), (.pixels(let found), .pixels(let meant)):
      return found == meant ? nil : "its pixels differ"
    case (.blocks(let found), .blocks(let meant)):
      let difference = found.difference(meant)
      if difference <= tolerance { return nil }
      let shown = difference.isFinite ? "\((difference * 10).rounded() / 10) of 255" : "its size or alpha"
      return "it differs by \(shown), more than encoding can cause"
    default: return "its pixels cannot be compared"
    }
  }
}

extension VideoFormat {
  package var isExact: Bool { tolerance == 0 }

  var signatureKind: FrameSignature.Kind {
    if container.reading == .lines { return .line }
    if !isExact { return .blocks }
    // Decoders of GIF and WebP have other pixel formats. An APNG with one frame is read as an image.
    return needsPalette || container.reading == .webp || container.reading == .container("apng") ? .pixels : .bytes
  }

  /// Tolerance of blocks in 1/255: at least 1.7 times the largest observed change by encoders in bundled presets. In
  /// very small frames, most of the image consists of edges.
  func tolerance(width: Int, height: Int, crf: Double?) -> Double {
    var worse = 0.0
    if let crf, let quality = coding.quality {
      // The lowest number is the worst quality for WebP, the highest for others.
      let worst = quality.option == "quality" ? quality.range.lowerBound : quality.range.upperBound
      worse = max(0, (crf - quality.standard) / (worst - quality.standard))
    }
    return tolerance * (1 + 9 * worse) * (min(width, height) < 64 ? 2 : 1)
  }
}

/// Compares drawn frames with those of a file. The first difference ends the drawing.
package struct FrameComparison: ~Copyable, Sendable {
  private let path: String
  private let format: VideoFormat
  private let tolerance: Double
  private let orders: [Int]
  private var file: FileFrames
  private var done = 0

  /// - Parameter orders: numbers of the frames in the file, in drawing order.
  package init(
    path: String, format: VideoFormat, width: Int, height: Int, crf: Double?, file: consuming FileFrames, orders: [Int]
  ) {
    (self.path, self.format, self.orders) = (path, format, orders)
    tolerance = format.tolerance(width: width, height: height, crf: crf)
    self.file = file
  }

  /// Errors: `differs`, and read errors.
  package mutating func append(_ frame: consuming VideoFrame, at index: Int) throws(VideoError) {
    let order = orders[done]
    let found = try file.signature(ofFrame: order)
    guard let drawn = try FrameSignature(format.colors(of: frame.picture), found.kind) else {
      throw .differs(path: path, frame: order, reason: "its pixels cannot be compared")
    }
    if let reason = found.difference(drawn, tolerance: tolerance) {
      throw .differs(path: path, frame: order, reason: reason)
    }
    done += 1
  }

  /// Errors: `differs` for another number of frames.
  package consuming func finish() throws(VideoError) -> VideoReport {
    try file.finish()
    return VideoReport(bytes: 0, frames: done, isOpaque: true, otherFiles: [], encodeSeconds: 0, convertSeconds: 0)
  }
}
