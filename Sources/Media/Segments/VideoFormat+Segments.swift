import CStarmineFFmpeg

extension VideoFormat {
  /// Where movies of a format may be cut.
  enum Cutting: Sendable {
    /// The file is one thing: frames depend on others, or on what the container says about all of them.
    case nowhere
    /// The encoder begins anew at every multiple of `segmentFrames`.
    case atRestarts
    /// Each frame stands for itself.
    case anywhere
  }

  /// Frames from one restart of an encoder to the next, counted from the movie's frame 0. Part of what a file's bytes
  /// are: a change makes other files.
  package static let segmentFrames = 240

  /// Follows from the row: what stands for itself may be cut anywhere, and in containers of players and editors other
  /// encoders restart.
  var cutting: Cutting {
    if let movieCutting { return movieCutting }
    return switch container.reading {
    case .lines, .pictures: .anywhere
    case .container("mov"), .container("matroska"):
      // The alpha of WebM travels beside the packets, which a segment's file does not keep.
      coding.isIntra ? .anywhere : hasAlpha ? .nowhere : .atRestarts
    case .container, .webp, .nothing: .nowhere
    }
  }

  /// Whether an encoder begins anew between two frames that follow each other.
  func restarts(between last: Int, and next: Int) -> Bool {
    cutting == .atRestarts && last / Self.segmentFrames != next / Self.segmentFrames
  }

  /// Whether segments start at multiples of `segmentFrames` only.
  package var hasRestarts: Bool { cutting == .atRestarts }

  /// The format of a segment's file: the encoder's packets as they are, in a container that takes every codec and time,
  /// or the lines of the frames. Nil for movies that cannot be cut.
  package var segment: VideoFormat? {
    guard cutting != .nowhere else { return nil }
    if container.reading == .lines { return self }
    var format = self
    format.movieCutting = cutting
    let tag = segmentTag
    // Pictures are looked at where they become files.
    let isRead = tag != nil && !isSequence
    format.container = Container("segments", muxer: "nut", reading: isRead ? .container("nut") : .nothing)
    format.coding.depthFollowsAlpha = false
    format.coding.tag = tag ?? "smSG"
    return format
  }

  /// The four characters that name the codec in a segment; nil where the container has none for it.
  private var segmentTag: String? {
    guard let codec = avcodec_find_encoder_by_name(encoder), let container = av_guess_format("nut", nil, nil) else {
      return nil
    }
    let tag = av_codec_get_tag(container.pointee.codec_tag, codec.pointee.id)
    return tag == 0 ? nil : Muxer.text(ofTag: tag)
  }

  /// The extension of a segment's file.
  package var segmentExtension: String { container.reading == .lines ? extensions[0] : "nut" }

  /// Formats whose movies can be cut, as `--format` takes them.
  package static var keysWithSegments: [String] { all.filter { $0.segment != nil }.map(\.key) }
}
