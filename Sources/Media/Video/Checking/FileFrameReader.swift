import CStarmineFFmpeg

/// Reads signatures of a file's frames in ascending order.
struct FileFrameReader: ~Copyable, Sendable {
  private let file: FileFrames
  private let kind: FrameSignature.Kind
  private var decoded: DecodedFrames?
  private var animation: WebPFrames?
  private var size = (width: 0, height: 0)

  init(_ file: FileFrames) throws(VideoError) {
    (self.file, kind) = (file, file.format.signatureKind)
    switch file.format.container.reading {
    case .container: decoded = try DecodedFrames(file)
    case .webp:
      let webP = try file.webP()
      size = (webP.width, webP.height)
      animation = WebPFrames(webP, framesPerSecond: file.framesPerSecond)
    case .pictures, .lines, .nothing: break
    }
  }

  /// - Parameter look: what is known of the frame.
  mutating func signature(ofFrame order: Int, _ look: FrameLook) throws(VideoError) -> FrameSignature {
    if kind == .line { return .line(look.hash) }
    if animation != nil {
      let pixels = try animation?.pixels(ofFrame: order) ?? []
      return try FrameSignature(pixels: pixels, width: size.width, height: size.height, kind)
    }
    var found: FrameSignature?
    if var decoded = decoded.take() {
      found = try decoded.signature(ofFrame: order, kind)
      self.decoded = consume decoded
    } else {
      let (format, kind) = (file.format, kind)
      try file.picture(order) { frame throws(VideoError) in found = try FrameSignature(frame, kind, of: format) }
    }
    guard let found else { throw .differs(path: file.path, frame: order, reason: "it is missing") }
    return found
  }
}

/// The frames of a container, decoded one after the other.
private struct DecodedFrames: ~Copyable, Sendable {
  private let file: FileFrames
  private let input: MediaInput
  private let stream: Int32
  private let decoder: FrameDecoder
  private let packet: OwnedPacket
  /// Number of the next frame that comes out of the decoder.
  private var next = 0
  private var isEnded = false
  /// Wanted frames and those that came with them.
  private var waiting: [(order: Int, signature: FrameSignature?)] = []

  init(_ file: FileFrames) throws(VideoError) {
    let input = try MediaInput(path: file.path)
    let stream = try input.videoStream()
    guard let packet = OwnedPacket() else { throw .outOfMemory(operation: "reading \(file.path)") }
    decoder = try FrameDecoder(stream, named: file.format.coding.decoder)
    self.stream = stream.index
    self.packet = packet
    self.input = input
    self.file = file
  }

  /// Nil after the last frame, and for pixels that cannot be read.
  mutating func signature(ofFrame order: Int, _ kind: FrameSignature.Kind) throws(VideoError) -> FrameSignature? {
    waiting.removeAll { $0.order < order }
    while waiting.isEmpty, !isEnded { try readOn(to: order, kind) }
    return waiting.first.flatMap { $0.order == order ? $0.signature : nil }
  }

  private mutating func readOn(to order: Int, _ kind: FrameSignature.Kind) throws(VideoError) {
    let hasPacket = try input.read(packet)
    guard !hasPacket || packet.pointer.pointee.stream_index == stream else { return }
    isEnded = !hasPacket
    var (next, found) = (next, [(order: Int, signature: FrameSignature?)]())
    let format = file.format
    _ = try file.decodeOrStop(at: next) { () throws(VideoError) in
      func take(_ frame: borrowing OwnedFrame) throws(VideoError) -> Bool {
        if next >= order { found.append((next, try FrameSignature(frame, kind, of: format))) }
        next += 1
        return true
      }
      return hasPacket ? try decoder.decode(packet, take) : try decoder.finish(take)
    }
    self.next = next
    waiting += found
  }
}

extension FrameSignature {
  /// Of a decoded frame. One that has another pixel format than was encoded, such as a picture that another program
  /// wrote again, is compared by its pixels.
  fileprivate init?(_ frame: borrowing OwnedFrame, _ kind: Kind, of format: VideoFormat) throws(VideoError) {
    try self.init(frame, kind == .bytes && frame.format != format.pixelFormat ? .pixels : kind)
  }
}
