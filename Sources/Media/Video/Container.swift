/// A kind of file, or of stream, that frames are put into. A container is a row of values, shared by formats.
struct Container: Sendable {
  let name: String
  /// libavformat's name of the writer; empty where packets are files of their own.
  let muxer: String
  let muxerOptions: [(name: String, value: String)]
  /// Whether the first frame lies at time zero whatever its index, as players expect. Otherwise an index is a time.
  let startsAtZero: Bool
  /// How a complete file is read again.
  let reading: Reading
  /// Whether colour labels of the stream come back when the file is read.
  let keepsColor: Bool
  /// Whether its index, written after the last frame, says how bright frames are.
  var keepsLight: Bool { self.reading == .container("mov") }
  /// libavcodec's name of the encoder for sound; nil for a container without.
  let sound: String?
  /// Whether frames are written as they are, one after the other, without a writer of libavformat.
  var isPlain: Bool { muxer == Self.bytes.muxer }
  /// Seconds by which a frame's time may be off, because the container's clock ticks more slowly.
  let timeError: Double

  enum Reading: Sendable, Equatable {
    /// By libavformat's reader of this name.
    case container(String)
    case pictures
    /// An animation of WebP pictures, which libavformat 59 does not read.
    case webp
    /// A line of text for each frame, besides comments.
    case lines
    case nothing
  }

  init(
    _ name: String, muxer: String, options: [(name: String, value: String)] = [], startsAtZero: Bool = true,
    reading: Reading, keepsColor: Bool = false, sound: String? = nil, timeError: Double = 1e-6
  ) {
    (self.name, self.muxer, muxerOptions, self.startsAtZero) = (name, muxer, options, startsAtZero)
    (self.reading, self.keepsColor, self.sound, self.timeError) = (reading, keepsColor, sound, timeError)
  }

  /// The index stands before the data, and the clock of movie and edit list counts frames exactly: its default of
  /// milliseconds would round durations.
  private static let indexOptions = [
    (name: "movflags", value: "+faststart"), (name: "video_track_timescale", value: Muxer.timescaleValue),
    (name: "movie_timescale", value: Muxer.timescaleValue),
  ]

  static let mp4 = Container(
    "MP4", muxer: "mp4", options: indexOptions, reading: .container("mov"), keepsColor: true, sound: "aac")
  static let quickTime = Container(
    "QuickTime", muxer: "mov", options: indexOptions, reading: .container("mov"), keepsColor: true, sound: "pcm_s16le")
  /// Matroska's clock ticks in milliseconds.
  static let webm = Container(
    "WebM", muxer: "webm", reading: .container("matroska"), keepsColor: true, sound: "libopus", timeError: 0.0015)
  static let matroska = Container(
    "Matroska", muxer: "matroska", reading: .container("matroska"), sound: "flac", timeError: 0.0015)
  static let nut = Container("NUT", muxer: "nut", reading: .container("nut"), sound: "pcm_s16le")
  static let apng = Container(
    "APNG", muxer: "apng", options: [("plays", "0")], reading: .container("apng"), timeError: 0.001)
  static let gif = Container(
    "GIF", muxer: "gif", options: [("loop", "0")], reading: .container("gif"), timeError: 0.0051)
  static let webp = Container("WebP", muxer: "webp", options: [("loop", "0")], reading: .webp, timeError: 0.001)
  static let yuv4mpeg = Container("YUV4MPEG2", muxer: "yuv4mpegpipe", reading: .container("yuv4mpegpipe"))
  /// Pixels and nothing else: who reads them must know size and rate.
  static let bytes = Container("plain bytes", muxer: "rawvideo", reading: .nothing)
  static let pictures = Container("numbered files", muxer: "", startsAtZero: false, reading: .pictures)
  static let checksums = Container("checksums", muxer: "framemd5", startsAtZero: false, reading: .lines)
  static let nothing = Container("nothing", muxer: "null", startsAtZero: false, reading: .nothing)
}
