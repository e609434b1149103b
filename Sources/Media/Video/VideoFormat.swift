import CStarmineFFmpeg

/// A file format for `VideoWriter`: container, encoder, pixel format, colour, alpha and limits. Help, tables, errors
/// and completion are generated from `VideoFormat.all`.
package struct VideoFormat: Sendable {
  package let key: String
  package let name: String
  /// Lowercase file extensions without the dot. For opaque frames, the first format in `all` with an extension is used;
  /// for transparent frames, the first one with alpha.
  package let extensions: [String]
  package let use: String
  var container: Container
  package var encoder: String
  /// Package that provides the encoder.
  let package: String
  private(set) var pixelFormat: AVPixelFormat
  var color: FrameColor
  package private(set) var alpha: AlphaStorage
  package let depth: Int
  var coding: Coding
  /// Where the movie of a segment file can be split. A segment may contain several restarts.
  var movieCutting: Cutting?
  /// HDR settings; nil: SDR.
  package private(set) var hdr: HighDynamicRange?
  /// Maximum difference of the means of a block between drawing and file, in 1/255; 0 for lossless files.
  let tolerance: Double
  /// Maximum frames per second; nil: no limit.
  package let maximumRate: Double?
  /// The rate to use if the format cannot show a movie's rate exactly.
  package let preferredRate: Double?

  package enum AlphaStorage: Sendable, Equatable {
    /// No alpha: colours over black.
    case none
    case straight
    /// Straight by default; premultiplied on request.
    case either
    /// Premultiplied by specification, or because the bytes are the renderer's.
    case premultiplied
  }

  struct Coding: Sendable {
    /// Options in this order.
    var settings: [(name: String, value: String)] = []
    /// Options for large frames at the default speed, to use less memory.
    var largeSettings: [(name: String, value: String)]?
    /// Quality option, range and default.
    var quality: (option: String, range: ClosedRange<Double>, standard: Double)?
    var speed: (option: String, values: [String], standard: String)?
    /// The four-character code of the codec, if libavformat's default is not suitable.
    var tag: String?
    /// Whether the depth in a QuickTime file shows if frames are transparent: editors use it, and the encoder always
    /// writes 24.
    var depthFollowsAlpha = false
    /// Whether to apply `SliceAlpha`.
    var smoothsSlices = false
    var isIntra = false
    /// Whether alpha is a second layer of the stream. Apple's players show it; others ignore it.
    var layersAlpha = false
    /// Decoder for checking the file, if libavcodec's default is insufficient.
    var decoder: String?
    /// Whether the file cannot store the range, so that samples are always limited.
    var isLimited = false
    /// Whether HDR is supported, in 10 bits, and the options for it.
    var keepsHDR = false
    var isUsualForHDR = false
    var leastWidth = 1
    var leastHeight = 1
    /// Whether a process can use only one such encoder at a time, because several may deadlock.
    var takesTurns = false
    /// Whether the encoder must get a frame and the end before it is closed, because it waits forever otherwise.
    var mustBeEnded = false
    /// An environment variable that keeps a library from writing to standard error. Set unless it has another value.
    var silence: (variable: String, value: String)?
  }

  /// Pixels.
  static let largeFrame = 8_000_000

  init(
    key: String, name: String, extensions: [String], use: String, _ container: Container, encoder: String,
    package: String = "a complete libavcodec", pixels: AVPixelFormat, color: FrameColor, alpha: AlphaStorage = .none,
    depth: Int = 8, coding: Coding = Coding(), tolerance: Double = 0, maximumRate: Double? = nil,
    preferredRate: Double? = nil
  ) {
    (self.key, self.name, self.extensions, self.use) = (key, name, extensions, use)
    (self.container, self.encoder, self.package) = (container, encoder, package)
    (pixelFormat, self.color, self.alpha, self.depth) = (pixels, color, alpha, depth)
    (self.coding, self.tolerance) = (coding, tolerance)
    (self.maximumRate, self.preferredRate) = (maximumRate, preferredRate)
  }

  /// The format for opaque frames with another pixel format and colour.
  func holding(_ pixels: AVPixelFormat, _ color: FrameColor) -> VideoFormat {
    var result = self
    (result.pixelFormat, result.color, result.alpha) = (pixels, color, .none)
    return result
  }

  /// The format for float frames. Checksums are then of floats.
  package var ofFloats: VideoFormat {
    guard case .lines = container.reading else { return self }
    var result = self
    result.pixelFormat = AV_PIX_FMT_GBRAPF32LE
    return result
  }

  /// The same format in the container for the extension of a path.
  func fitting(_ path: String) -> VideoFormat {
    guard hasAlphaLayer, PathParts(path).pathExtension == "mp4" else { return self }
    var result = self
    result.container = .mp4
    return result
  }

  /// Whether sums of light are stored without a limit.
  package var keepsSums: Bool { color.transfer == AVCOL_TRC_LINEAR }

  /// Whether the format supports HDR video.
  package var takesHDR: Bool { coding.keepsHDR && depth >= 10 }

  /// The format with HDR.
  ///
  /// - Precondition: `takesHDR`.
  package func keeping(_ hdr: HighDynamicRange) -> VideoFormat {
    precondition(takesHDR, "VideoFormat: \(key) does not support HDR")
    var result = self
    let sharesRows = av_pix_fmt_desc_get(pixelFormat).map { $0.pointee.log2_chroma_h > 0 } ?? false
    (result.hdr, result.color) = (hdr, .bt2020Limited(hdr.curve, sharesRows: sharesRows))
    result.coding.settings = MasteringDisplay.settings(coding.settings, hdr)
    result.coding.largeSettings = coding.largeSettings.map { MasteringDisplay.settings($0, hdr) }
    return result
  }

  package var takesQuality: Bool { coding.quality != nil }
  package var takesSpeed: Bool { coding.speed != nil }

  package var hasAlpha: Bool { alpha != .none }

  /// Whether frames are separate files, whose names need a number.
  package var isSequence: Bool { container.reading == .pictures }

  /// Whether the container seeks in its output. A pipe then gets the complete file.
  var needsSeeking: Bool {
    switch container.reading {
    case .container("nut"), .container("yuv4mpegpipe"), .pictures, .lines, .nothing: false
    case .container, .webp: true
    }
  }

  package var keepsFrames: Bool { key != "null" }

  package var keepsSound: Bool { container.sound != nil }

  package var needsPalette: Bool { pixelFormat == AV_PIX_FMT_PAL8 }

  /// Whether width and height must be even, because of chroma subsampling.
  package var takesEvenSides: Bool { halvings.width > 0 || halvings.height > 0 }

  /// Powers of two of the chroma subsampling. The encoder of ProRes always uses pairs of columns.
  private var halvings: (width: Int32, height: Int32) {
    var (width, height): (Int32, Int32) = (0, 0)
    av_pix_fmt_get_chroma_sub_sample(pixelFormat, &width, &height)
    return (encoder == "prores_aw" ? 1 : width, height)
  }

  /// The size rounded up to whole blocks of colour samples.
  func wholeSize(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
    // FFV1 supports partial blocks.
    if encoder == "ffv1" { return (width, height) }
    let whole = { (length: Int, shift: Int32) in ((length - 1) >> Int(shift) + 1) << Int(shift) }
    return (whole(width, halvings.width), whole(height, halvings.height))
  }

  package func check(width: Int, height: Int) throws(VideoError) {
    let sides = 1...VideoWriter.maximumSide
    guard sides.contains(width) && sides.contains(height) else { throw .invalidSize(width: width, height: height) }
    guard width >= coding.leastWidth else { throw .tooNarrow(width: width, least: coding.leastWidth, format: name) }
    guard height >= coding.leastHeight else { throw .tooLow(height: height, least: coding.leastHeight, format: name) }
    guard wholeSize(width, height) == (width, height) else {
      throw .oddSize(width: width, height: height, format: name)
    }
  }

  /// Throws for an invalid rate, and for one that the format cannot show.
  func check(_ rate: FrameRate) throws(VideoError) {
    guard rate.isUsable else { throw .invalidFrameRate(numerator: rate.numerator, denominator: rate.denominator) }
    if let maximumRate, rate.framesPerSecond > maximumRate {
      throw .rateTooHigh(format: name, rate: rate.framesPerSecond, maximum: maximumRate)
    }
  }

  /// Available formats with other encoders.
  var alternatives: [String] {
    VideoFormat.all
      .filter {
        $0.encoder != encoder && $0.keepsFrames && $0.hasAlpha == hasAlpha && !$0.extensions.isEmpty
          && avcodec_find_encoder_by_name($0.encoder) != nil
      }
      .map { "\($0.name) (.\($0.extensions[0]))" }
  }
}

extension VideoFormat {
  /// Bytes of a converted frame; nil for an invalid size.
  package func frameBytes(width: Int, height: Int) -> Int? {
    let bytes = av_image_get_buffer_size(pixelFormat, Int32(clamping: width), Int32(clamping: height), 64)
    return bytes > 0 ? Int(bytes) : nil
  }

  package var needsWholeFrames: Bool { kernelMatrix == nil }

  /// Bytes of the encoder per pixel of a frame, including lookahead and reference frames. Measured at 640x360 and
  /// 1280x720 over 60 frames with the default settings, plus a sixth for other scenes: H.264 135, HEVC 184, AV1 220,
  /// VP9 107, others below 24.
  package var encoderBytesPerPixel: Int {
    switch encoder {
    case "libx264": 160
    case "libx265": hasAlphaLayer ? 440 : 220
    case "libsvtav1", "libaom-av1": 260
    case "libvpx-vp9": 130
    default: 24
    }
  }
}
