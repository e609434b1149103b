import CStarmineFFmpeg

/// One kind of file that `VideoWriter` makes. A format is a row of values: container, encoder, pixels, colour.
package struct VideoFormat: Sendable {
  /// Name in messages.
  package let name: String
  /// File name extensions, in lower case, without the dot.
  package let extensions: [String]
  /// libavformat's name of the container.
  var muxer: String
  /// libavcodec's name of the encoder.
  package var encoder: String
  /// Where a missing encoder comes from.
  let package: String
  let pixelFormat: AVPixelFormat
  let color: FrameColor
  let encoderOptions: EncoderOptions
  var muxerOptions: [(name: String, value: String)]
  /// Whether the first frame lies at time zero whatever its index, as players expect. Otherwise an index is a time.
  var startsAtZero: Bool
  /// Where a movie may be cut, so that its segments join to what the whole is.
  private(set) var cutting = Cutting.nowhere

  /// The options of `VideoOptions` that an encoder understands.
  enum EncoderOptions {
    case none
    case x264
  }

  /// How a complete file is read again.
  var reading: Reading

  enum Reading {
    /// By libavformat's reader of this name.
    case container(String)
    /// A line of text for each frame, besides comments.
    case lines
    /// There is no file.
    case nothing
  }

  /// Whether the container goes back to what it has written; a pipe then gets the file when it is complete.
  var needsSeeking: Bool { if case .container = reading { true } else { false } }

  /// Every known format.
  package static let all: [VideoFormat] = [
    h264(name: "H.264 in MP4", extensions: ["mp4", "m4v"], muxer: "mp4"),
    h264(name: "H.264 in QuickTime", extensions: ["mov"], muxer: "mov"),
    VideoFormat(
      name: "frame checksums", extensions: ["framemd5"], muxer: "framemd5", encoder: "rawvideo",
      package: "a complete libavcodec", pixelFormat: AV_PIX_FMT_BGRA, color: .untouched, encoderOptions: .none,
      muxerOptions: [], startsAtZero: false, reading: .lines
    ).cut(.anywhere),
    // Frames are drawn and converted as for H.264: what is left of an export's time when nobody encodes.
    VideoFormat(
      name: "nothing, to measure drawing", extensions: ["null"], muxer: "null", encoder: "wrapped_avframe",
      package: "a complete libavcodec", pixelFormat: AV_PIX_FMT_YUV420P, color: .bt709Limited, encoderOptions: .none,
      muxerOptions: [], startsAtZero: false, reading: .nothing),
  ]

  private static func h264(name: String, extensions: [String], muxer: String) -> VideoFormat {
    VideoFormat(
      name: name, extensions: extensions, muxer: muxer, encoder: "libx264",
      package: "a libavcodec built with x264 (Debian: libavcodec59 or libavcodec-extra)",
      pixelFormat: AV_PIX_FMT_YUV420P, color: .bt709Limited, encoderOptions: .x264,
      muxerOptions: [
        ("movflags", "+faststart"), ("video_track_timescale", Muxer.timescaleValue),
        // Durations of the movie and its edit list are rounded to this; the default is milliseconds.
        ("movie_timescale", Muxer.timescaleValue),
      ], startsAtZero: true, reading: .container("mov")
    ).cut(.atRestarts)
  }

  /// The same row for movies that may be cut.
  private func cut(_ cutting: Cutting) -> VideoFormat {
    var row = self
    row.cutting = cutting
    return row
  }

  /// Every known extension.
  package static var extensions: [String] { all.flatMap(\.extensions) }

  /// The format that the extension of a file name asks for.
  package init(forPath path: String) throws(VideoError) {
    let wanted = PathParts(path).pathExtension
    guard let format = VideoFormat.all.first(where: { $0.extensions.contains(wanted) }) else {
      throw .unknownExtension(path: path, known: VideoFormat.extensions.map { ".\($0)" })
    }
    self = format
  }

  private init(
    name: String, extensions: [String], muxer: String, encoder: String, package: String, pixelFormat: AVPixelFormat,
    color: FrameColor, encoderOptions: EncoderOptions, muxerOptions: [(name: String, value: String)],
    startsAtZero: Bool, reading: Reading
  ) {
    self.name = name
    self.extensions = extensions
    self.muxer = muxer
    self.encoder = encoder
    self.package = package
    self.pixelFormat = pixelFormat
    self.color = color
    self.encoderOptions = encoderOptions
    self.muxerOptions = muxerOptions
    self.startsAtZero = startsAtZero
    self.reading = reading
  }

  /// Checks what can be known before a file is touched.
  func check(width: Int, height: Int) throws(VideoError) {
    let sides = 1...VideoWriter.maximumSide
    guard sides.contains(width) && sides.contains(height) else { throw .invalidSize(width: width, height: height) }
    var log2Width: Int32 = 0
    var log2Height: Int32 = 0
    av_pix_fmt_get_chroma_sub_sample(pixelFormat, &log2Width, &log2Height)
    let isWhole = width % (1 << Int(log2Width)) == 0 && height % (1 << Int(log2Height)) == 0
    guard isWhole else { throw .oddSize(width: width, height: height, format: name) }
  }

  /// Whether there is something to look at afterwards.
  var keepsFrames: Bool { if case .nothing = reading { false } else { true } }

  /// Formats that need another encoder than this one and would work here.
  var alternatives: [String] {
    VideoFormat.all
      .filter { $0.encoder != encoder && $0.keepsFrames && avcodec_find_encoder_by_name($0.encoder) != nil }
      .map { "\($0.name) (.\($0.extensions[0]))" }
  }
}

/// How the colours of a file are stored and labelled.
struct FrameColor: Sendable {
  let primaries: AVColorPrimaries
  let transfer: AVColorTransferCharacteristic
  let space: AVColorSpace
  let range: AVColorRange
  /// Where a colour sample of a 2x2 block lies.
  let chromaLocation: AVChromaLocation
  /// libswscale's number of the matrix; nil keeps RGB.
  let matrix: Int32?

  /// BT.709 matrix, limited range. The label of the transfer curve is 709 too although the pixels are sRGB: this is
  /// what editors and browsers expect of screen graphics, and they then show the colours unchanged.
  static let bt709Limited = FrameColor(
    primaries: AVCOL_PRI_BT709, transfer: AVCOL_TRC_BT709, space: AVCOL_SPC_BT709, range: AVCOL_RANGE_MPEG,
    // The conversion averages the four pixels of a block.
    chromaLocation: AVCHROMA_LOC_CENTER, matrix: SWS_CS_ITU709)

  /// The renderer's pixels as they are.
  static let untouched = FrameColor(
    primaries: AVCOL_PRI_UNSPECIFIED, transfer: AVCOL_TRC_UNSPECIFIED, space: AVCOL_SPC_UNSPECIFIED,
    range: AVCOL_RANGE_UNSPECIFIED, chromaLocation: AVCHROMA_LOC_UNSPECIFIED, matrix: nil)
}
