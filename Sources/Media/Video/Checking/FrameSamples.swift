struct FrameSamples: Sendable {
  struct Sample: Sendable {
    let order: Int
    let time: Int
    let signature: FrameSignature
  }

  private(set) var all: [Sample] = []
  private let kind: FrameSignature.Kind
  private let last: Int

  /// Samples the frames 0, 1, 2, 4, 8, ...: many at the start, where most errors are, and few in long movies. Files
  /// with dependent frames and without alpha are sampled only near the start, because all previous frames must be
  /// decoded.
  /// - Parameter isRead: whether the file can be read again.
  init(_ format: VideoFormat, isRead: Bool) {
    let hasPictures: Bool
    switch format.container.reading {
    case .container, .pictures, .webp: hasPictures = true
    case .lines, .nothing: hasPictures = false
    }
    kind = format.signatureKind
    last = hasPictures && isRead ? (format.coding.isIntra || format.hasAlpha ? .max : 4) : -1
  }

  mutating func add(_ frame: borrowing OwnedFrame, order: Int, time: Int) throws(VideoError) {
    guard order <= last, order & (order - 1) == 0, let signature = try FrameSignature(frame, kind) else { return }
    all.append(Sample(order: order, time: time, signature: signature))
  }

  func sample(atTime time: Int) -> Sample? { all.last { $0.time == time } }
}
