/// A container of encoded frames, shared by formats.
struct Container: Sendable {
  let name: String
  /// libavformat's name of the writer; empty if packets are separate files.
  let muxer: String
  let muxerOptions: [(name: String, value: String)]
  /// Whether the first frame is at time 0, as players expect. Otherwise the index is the time.
  let startsAtZero: Bool
  let reading: Reading
  /// Whether colour properties of the stream can be read back.
  let keepsColor: Bool
  /// Whether the index, written after the last frame, contains the light level.
  var keepsLight: Bool { self.reading == .container("mov") }
  /// libavcodec's name of the sound encoder; nil: no sound.
  let sound: String?
  /// Whether frames are written directly, without a writer of libavformat.
  var isPlain: Bool { muxer == Self.bytes.muxer }
  /// Tolerance of frame times in seconds, for containers with a coarse clock.
  let timeError: Double

  enum Reading: Sendable, Equatable {
    /// Read by libavformat's reader with this name.
    case container(String)
    case pictures
    /// Animated WebP, which libavformat 59 does not read.
    case webp
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

  /// The index is at the start, and the clock of movie and edit list counts frames exactly: the default of milliseconds
  /// would round durations.
  private static let indexOptions = [
    (name: "movflags", value: "+faststart"), (name: "video_track_timescale", value: Muxer.timescaleValue),
    (name: "movie_timescale", value: Muxer.timescaleValue),
  ]

  static let mp4 = Container(
    "MP4", muxer: "mp4", options: indexOptions, reading: .container("mov"), keepsColor: true, sound: "aac")
  static let quickTime = quickTime(sound: "pcm_s16le")
  /// For players and browsers, with smaller sound than editors use.
  static let quickTimeForPlayers = quickTime(sound: "aac")
  private static func quickTime(sound: String) -> Container {
    Container(
      "QuickTime", muxer: "mov", options: indexOptions, reading: .container("mov"), keepsColor: true, sound: sound)
  }
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
  /// Pixels only. The reader must know size and rate.
  static let bytes = Container("plain bytes", muxer: "rawvideo", reading: .nothing)
  static let pictures = Container("numbered files", muxer: "", startsAtZero: false, reading: .pictures)
  static let checksums = Container("checksums", muxer: "framemd5", startsAtZero: false, reading: .lines)
  static let nothing = Container("nothing", muxer: "null", startsAtZero: false, reading: .nothing)
}
