import CStarmineFFmpeg

extension VideoFormat {
  enum Cutting: Sendable {
    /// The file cannot be split: frames depend on others, or on container data about all of them.
    case nowhere
    /// The encoder restarts at every multiple of `segmentFrames`.
    case atRestarts
    case anywhere
  }

  /// Number of frames between restarts of an encoder, from frame 0 of the movie. A change of this number changes output
  /// files.
  package static let segmentFrames = 240

  /// Independent frames can be split anywhere. Encoders of other formats for players and editors restart.
  var cutting: Cutting {
    if let movieCutting { return movieCutting }
    return switch container.reading {
    case .lines, .pictures: .anywhere
    case .container("mov"), .container("matroska"):
      // The alpha of WebM is stored beside the packets, and the file of a segment does not keep it.
      coding.isIntra ? .anywhere : hasAlpha && !hasAlphaLayer ? .nowhere : .atRestarts
    case .container, .webp, .nothing: .nowhere
    }
  }

  func restarts(between last: Int, and next: Int) -> Bool {
    cutting == .atRestarts && last / Self.segmentFrames != next / Self.segmentFrames
  }

  package var hasRestarts: Bool { cutting == .atRestarts }

  /// The format of a segment file: the encoder's packets in a container for any codec and time, or the lines of frames.
  /// Nil for movies that cannot be split.
  package var segment: VideoFormat? {
    guard cutting != .nowhere else { return nil }
    if container.reading == .lines { return self }
    var format = self
    format.movieCutting = cutting
    let tag = segmentTag
    // Images are checked when they are written as files.
    let isRead = tag != nil && !isSequence
    format.container = Container("segments", muxer: "nut", reading: isRead ? .container("nut") : .nothing)
    format.coding.depthFollowsAlpha = false
    format.coding.tag = tag ?? "smSG"
    return format
  }

  /// The four-character code of the codec in a segment; nil if the container has none.
  private var segmentTag: String? {
    guard let codec = avcodec_find_encoder_by_name(encoder), let container = av_guess_format("nut", nil, nil) else {
      return nil
    }
    let tag = av_codec_get_tag(container.pointee.codec_tag, codec.pointee.id)
    return tag == 0 ? nil : Muxer.text(ofTag: tag)
  }

  package var segmentExtension: String { container.reading == .lines ? extensions[0] : "nut" }

  /// Names of formats that can be split, for `--format`.
  package static var keysWithSegments: [String] { all.filter { $0.segment != nil }.map(\.key) }

  /// Identifies the encoder library. Equal frames give equal bytes with equal identities.
  ///
  /// x264 writes its version only into its output, so a frame is encoded.
  package func encoderIdentity(_ options: VideoOptions) throws(VideoError) -> String {
    let version = avcodec_version()
    let library = "libavcodec \(version >> 16).\(version >> 8 & 255).\(version & 255)"
    guard encoder == "libx264" else { return library }
    var started = try Encoder(
      self, width: 64, height: 64, timing: StreamTiming(FrameRate(25)), options: options, needsGlobalHeader: true)
    let frame = try FramePool(width: 64, height: 64, format: self).makeFrame()
    frame.pointer.pointee.pts = 0
    for number in 0..<3 {
      guard let plane = frame.plane(number, of: UInt8.self) else { continue }
      for place in 0..<plane.stride * (number == 0 ? 64 : 32) { plane.row(0)[place] = 128 }
    }
    try started.send(frame)
    try started.sendEnd()
    guard try started.receive() else { return library }
    let text = started.packet.bytes.map { (32..<127).contains($0) ? Character(UnicodeScalar($0)) : "\n" }
    let line = String(text).split(separator: "\n").first { $0.hasPrefix("x264 - core") } ?? ""
    return library + ", " + (line.components(before: " - H.264") ?? "x264")
  }
}

extension Substring {
  fileprivate func components(before end: String) -> String? {
    firstRange(of: end).map { String(self[..<$0.lowerBound]) }
  }
}
