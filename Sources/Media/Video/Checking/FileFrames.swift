import CStarmineFFmpeg
import StarmineGraphics

/// Reads signatures of the frames of an existing file in ascending order.
package struct FileFrames: ~Copyable, Sendable {
  private let path: String
  private let format: VideoFormat
  private let count: Int
  private let firstNumber: Int
  private var decoded: DecodedFrames?
  private var lines: [String] = []

  /// - Parameter count: expected number of frames.
  ///
  /// Errors: `differs` for an unreadable file or another number of frames; `refusedFormat` for a format that cannot be
  /// verified.
  package init(path: String, format: VideoFormat, count: Int, firstNumber: Int = 0) throws(VideoError) {
    (self.path, self.format, self.count, self.firstNumber) = (path, format, count, firstNumber)
    switch format.container.reading {
    case .container: decoded = try DecodedFrames(path, format)
    case .pictures:
      let (numbered, numbers) = (try numbered(), firstNumber..<firstNumber + count)
      let existing = Set(numbered.existing)
      if let missing = numbers.first(where: { !existing.contains($0) }) {
        throw .differs(path: path, frame: missing - firstNumber, reason: "\(numbered.path(missing)) does not exist")
      }
    case .lines:
      lines = try Self.lines(path)
      try expectCount(lines.count)
    case .webp, .nothing:
      throw .refusedFormat(name: format.name, reason: "cannot be verified", instead: ["apng", "gif", "ffv1"])
    }
  }

  private func expectCount(_ found: Int) throws(VideoError) {
    guard found != count else { return }
    let reason = found > count ? "it has more than \(count) frames" : "it has \(found) frames instead of \(count)"
    throw .differs(path: path, frame: min(found, count), reason: reason)
  }

  mutating func signature(ofFrame order: Int) throws(VideoError) -> FrameSignature {
    let kind = format.signatureKind
    if kind == .line { return .line(lines[order]) }
    var found: FrameSignature?
    if var decoded = decoded.take() {
      found = try decoded.signature(ofFrame: order, kind)
      if found == nil, decoded.isEnded { try expectCount(decoded.next) }
      self.decoded = consume decoded
    } else {
      let format = format
      try picture(order) { frame throws(VideoError) in found = try FrameSignature(frame, kind, of: format) }
    }
    guard let found else { throw .differs(path: path, frame: order, reason: "it is missing") }
    return found
  }

  /// Reads to the end. Errors: `differs` for another number of frames.
  mutating func finish() throws(VideoError) {
    guard var decoded = decoded.take() else { return }
    _ = try decoded.signature(ofFrame: count, format.signatureKind)
    try expectCount(decoded.next)
  }

  private func numbered() throws(VideoError) -> NumberedPath {
    if let numbered = NumberedPath(path) { return numbered }
    throw .missingNumber(path: path, suggestion: NumberedPath.suggestion(for: path))
  }

  /// Passes a decoded file of a sequence, if it contains an image.
  private func picture(
    _ order: Int, _ body: (borrowing OwnedFrame) throws(VideoError) -> Void
  ) throws(VideoError) {
    let path = try numbered().path(firstNumber + order)
    let file = try InputFile.written(path)
    guard file.content.size <= ImageReader.maximumFileBytes else { return }
    let bytes: [UInt8]
    do throws(InputFileError) { bytes = try file.bytes() } catch { throw .input(error) }
    guard let packet = OwnedPacket(copying: bytes) else { throw .outOfMemory(operation: "reading \(path)") }
    try differing(self.path, at: order) { () throws(VideoError) in
      try PictureCheck(format: format, target: path).decode(packet, body)
    }
  }

  private static func lines(_ path: String) throws(VideoError) -> [String] {
    let bytes: [UInt8]
    do throws(InputFileError) { bytes = try InputFile(path, atMost: 1 << 28).bytes() } catch { throw .input(error) }
    return bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }.map { row in
      let hash = row.split(separator: UInt8(ascii: ",")).last ?? []
      return String(decoding: hash.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }
  }
}

/// Reports a frame that cannot be read or decoded as different.
private func differing<Found: ~Copyable>(
  _ path: String, at frame: Int, _ body: () throws(VideoError) -> Found
) throws(VideoError) -> Found {
  do throws(VideoError) { return try body() } catch {
    switch error {
    case .failed(_, let reason): throw .differs(path: path, frame: frame, reason: "it cannot be decoded: \(reason)")
    case .notAsWritten(_, let reason):
      throw .differs(path: path, frame: frame, reason: "the file cannot be read: \(reason)")
    default: throw error
    }
  }
}

private struct DecodedFrames: ~Copyable, Sendable {
  private let path: String
  private let format: VideoFormat
  private let input: MediaInput
  private let stream: Int32
  private let decoder: FrameDecoder
  private let packet: OwnedPacket
  private(set) var next = 0
  private(set) var isEnded = false
  private var waiting: [(order: Int, signature: FrameSignature?)] = []

  init(_ path: String, _ format: VideoFormat) throws(VideoError) {
    // A file without readable frames is not the one that was written.
    let input = try differing(path, at: 0) { () throws(VideoError) in try MediaInput(path: path) }
    let stream = try differing(path, at: 0) { () throws(VideoError) in try input.videoStream() }
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(path)") }
    decoder = try FrameDecoder(stream, named: format.coding.decoder)
    (self.path, self.format, self.stream) = (path, format, stream.index)
    self.packet = packet
    self.input = input
  }

  /// Nil after the last frame, and for unreadable pixels.
  mutating func signature(ofFrame order: Int, _ kind: FrameSignature.Kind) throws(VideoError) -> FrameSignature? {
    waiting.removeAll { $0.order < order }
    while waiting.isEmpty, !isEnded { try readOn(to: order, kind) }
    return waiting.first.flatMap { $0.order == order ? $0.signature : nil }
  }

  private mutating func readOn(to order: Int, _ kind: FrameSignature.Kind) throws(VideoError) {
    var (next, isEnded, found) = (next, isEnded, [(order: Int, signature: FrameSignature?)]())
    try differing(path, at: next) { () throws(VideoError) in
      let hasPacket = try input.read(packet)
      guard !hasPacket || packet.pointer.pointee.stream_index == stream else { return }
      isEnded = !hasPacket
      func take(_ frame: borrowing OwnedFrame) throws(VideoError) -> Bool {
        if next >= order { found.append((next, try FrameSignature(frame, kind, of: format))) }
        next += 1
        return true
      }
      _ = hasPacket ? try decoder.decode(packet, take) : try decoder.finish(take)
    }
    (self.next, self.isEnded) = (next, isEnded)
    waiting += found
  }
}

extension FrameSignature {
  /// The signature of a decoded frame. A frame with another pixel format, such as an image saved by another program, is
  /// compared by its pixels.
  fileprivate init?(_ frame: borrowing OwnedFrame, _ kind: Kind, of format: VideoFormat) throws(VideoError) {
    try self.init(frame, kind == .bytes && frame.format != format.pixelFormat ? .pixels : kind)
  }
}
