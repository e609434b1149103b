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
    guard case .container = reading else { return self }
    var format = self
    (format.muxer, format.muxerOptions) = ("nut", [])
    (format.startsAtZero, format.reading) = (true, .container("nut"))
    return format
  }

  /// The extension of a segment's file.
  package var segmentExtension: String { if case .container = reading { "nut" } else { extensions[0] } }

  /// Formats whose movies can be cut, by their extensions.
  package static var extensionsWithSegments: [String] { all.filter { $0.segment != nil }.flatMap(\.extensions) }
}
