import CStarmineFFmpeg

/// One kind of file that `VideoWriter` makes. A format is a row of values: container, encoder, pixels, colour, alpha,
/// limits. Help, tables, errors and completion are made of the rows (`VideoFormat.all`).
package struct VideoFormat: Sendable {
  /// Name, as `--format` takes it.
  package let key: String
  package let name: String
  /// File name extensions, in lower case, without the dot. The first row of `all` with an extension is what it means
  /// for opaque frames, the first one with alpha what it means for transparent ones.
  package let extensions: [String]
  /// Purpose, in a few words.
  package let use: String
  var container: Container
  /// libavcodec's name of the encoder.
  package var encoder: String
  /// Where a missing encoder comes from.
  let package: String
  private(set) var pixelFormat: AVPixelFormat
  var color: FrameColor
  package private(set) var alpha: AlphaStorage
  /// Bits per component.
  package let depth: Int
  var coding: Coding
  /// Places where the movie of a segment's file may be cut. A segment may be longer than the way to the next restart.
  var movieCutting: Cutting?
  /// Light beyond white, where it has been asked for; nil: it ends there.
  package private(set) var hdr: HighDynamicRange?
  /// Largest difference of the means of a part of the picture between what was drawn and what was written, in 1/255;
  /// 0 where the file holds every bit.
  let tolerance: Double
  /// Most frames per second; nil: as many as there are.
  package let maximumRate: Double?
  /// The rate to take when a movie's own is not one that the format shows as it is.
  package let preferredRate: Double?

  package enum AlphaStorage: Sendable, Equatable {
    /// Not at all: colours over black.
    case none
    /// Straight by its specification.
    case straight
    /// Straight, as editors expect it; premultiplied for those that are told so.
    case either
    /// Premultiplied by its specification, or because the bytes are the renderer's.
    case premultiplied
  }

  /// An encoder's settings.
  struct Coding: Sendable {
    /// Set as they are, in this order.
    var settings: [(name: String, value: String)] = []
    /// In the place of these where frames are large and the speed is the standard one: less is held in memory.
    var largeSettings: [(name: String, value: String)]?
    /// Quality that the user chooses: option, range, what it is without a word.
    var quality: (option: String, range: ClosedRange<Double>, standard: Double)?
    var speed: (option: String, values: [String], standard: String)?
    /// The four characters that name the codec in the file, where libavformat would choose others.
    var tag: String?
    /// Whether the depth in a QuickTime file says if frames are transparent: editors go by it, and the encoder's own
    /// word is 24 whatever the frames are.
    var depthFollowsAlpha = false
    /// Whether the last alpha of each slice must be its neighbour's (`SliceAlpha`).
    var smoothsSlices = false
    /// Whether every frame stands for itself.
    var isIntra = false
    /// Whether alpha is a second layer of the stream, which Apple's players show and others leave out.
    var layersAlpha = false
    /// Decoder to look at the file with, where libavcodec's first choice does not see everything.
    var decoder: String?
    /// Whether the file cannot say that samples have the full range, so that they are always of the limited one.
    var isLimited = false
    /// Whether it can be of high dynamic range, in 10 bits, and what the encoder is told then.
    var keepsHDR = false
    /// Whether players expect the curves of HDR in it.
    var isUsualForHDR = false
    /// Fewest pixels of a row, and of a column.
    var leastWidth = 1
    var leastHeight = 1
    /// Whether a process may have one such encoder at a time: several at once may wait for each other for ever.
    var takesTurns = false
    /// Whether the encoder waits for ever when it is closed, or told the end, without both a frame and the end.
    var mustBeEnded = false
    /// Variable that the environment must have, unless it has another value, to keep a library from writing to standard
    /// error past libavcodec's log.
    var silence: (variable: String, value: String)?
  }

  /// Pixels from which a frame is large.
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

  /// The same file for opaque frames of other pixels and colours.
  func holding(_ pixels: AVPixelFormat, _ color: FrameColor) -> VideoFormat {
    var result = self
    (result.pixelFormat, result.color, result.alpha) = (pixels, color, .none)
    return result
  }

  /// The same file of what is drawn in floats: checksums are then of floats.
  package var ofFloats: VideoFormat {
    guard case .lines = container.reading else { return self }
    var result = self
    result.pixelFormat = AV_PIX_FMT_GBRAPF32LE
    return result
  }

  /// The same format in the container that the extension of a path asks for.
  func fitting(_ path: String) -> VideoFormat {
    guard hasAlphaLayer, PathParts(path).pathExtension == "mp4" else { return self }
    var result = self
    result.container = .mp4
    return result
  }

  /// Whether all sums of light are kept as they are.
  package var keepsSums: Bool { color.transfer == AVCOL_TRC_LINEAR }

  /// Whether light beyond white can be kept in it as video does.
  package var takesHDR: Bool { coding.keepsHDR && depth >= 10 }

  /// The same file with light beyond white.
  ///
  /// - Precondition: `takesHDR`.
  package func keeping(_ hdr: HighDynamicRange) -> VideoFormat {
    precondition(takesHDR, "VideoFormat: \(key) has no high dynamic range")
    var result = self
    let sharesRows = av_pix_fmt_desc_get(pixelFormat).map { $0.pointee.log2_chroma_h > 0 } ?? false
    (result.hdr, result.color) = (hdr, .bt2020Limited(hdr.curve, sharesRows: sharesRows))
    result.coding.settings = MasteringDisplay.settings(coding.settings, hdr)
    result.coding.largeSettings = coding.largeSettings.map { MasteringDisplay.settings($0, hdr) }
    return result
  }

  /// Whether its quality can be chosen, and its encoder's speed.
  package var takesQuality: Bool { coding.quality != nil }
  package var takesSpeed: Bool { coding.speed != nil }

  /// Whether transparency arrives.
  package var hasAlpha: Bool { alpha != .none }

  /// Whether frames are files of their own, whose names need a number.
  package var isSequence: Bool { container.reading == .pictures }

  /// Whether the container goes back to what it has written; a pipe then gets the file when it is complete.
  var needsSeeking: Bool {
    switch container.reading {
    case .container("nut"), .container("yuv4mpegpipe"), .pictures, .lines, .nothing: false
    case .container, .webp: true
    }
  }

  /// Whether there is something to look at afterwards.
  package var keepsFrames: Bool { key != "null" }

  /// Whether there is a place for sound.
  package var keepsSound: Bool { container.sound != nil }

  /// Whether frames are made of the colours of a palette.
  package var needsPalette: Bool { pixelFormat == AV_PIX_FMT_PAL8 }

  /// Whether width and height must be even, because colours are kept for blocks of pixels.
  package var takesEvenSides: Bool { halvings.width > 0 || halvings.height > 0 }

  /// How often width and height are halved for colours. The encoder of ProRes takes pairs of columns in any case.
  private var halvings: (width: Int32, height: Int32) {
    var (width, height): (Int32, Int32) = (0, 0)
    av_pix_fmt_get_chroma_sub_sample(pixelFormat, &width, &height)
    return (encoder == "prores_aw" ? 1 : width, height)
  }

  /// The smallest size of whole blocks of colour samples that holds a picture.
  func wholeSize(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
    // FFV1 keeps blocks of which the frame has a part.
    if encoder == "ffv1" { return (width, height) }
    let whole = { (length: Int, shift: Int32) in ((length - 1) >> Int(shift) + 1) << Int(shift) }
    return (whole(width, halvings.width), whole(height, halvings.height))
  }

  /// Checks what can be known before a file is touched.
  package func check(width: Int, height: Int) throws(VideoError) {
    let sides = 1...VideoWriter.maximumSide
    guard sides.contains(width) && sides.contains(height) else { throw .invalidSize(width: width, height: height) }
    guard width >= coding.leastWidth else { throw .tooNarrow(width: width, least: coding.leastWidth, format: name) }
    guard height >= coding.leastHeight else { throw .tooLow(height: height, least: coding.leastHeight, format: name) }
    guard wholeSize(width, height) == (width, height) else {
      throw .oddSize(width: width, height: height, format: name)
    }
  }

  /// Throws for a rate that nothing can write, and for one that readers of this format would not show.
  func check(_ rate: FrameRate) throws(VideoError) {
    guard rate.isUsable else { throw .invalidFrameRate(numerator: rate.numerator, denominator: rate.denominator) }
    if let maximumRate, rate.framesPerSecond > maximumRate {
      throw .rateTooHigh(format: name, rate: rate.framesPerSecond, maximum: maximumRate)
    }
  }

  /// Formats that need another encoder than this one and would work here.
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
  /// Bytes of one converted frame; nil for sizes that there are no frames of.
  package func frameBytes(width: Int, height: Int) -> Int? {
    let bytes = av_image_get_buffer_size(pixelFormat, Int32(clamping: width), Int32(clamping: height), 64)
    return bytes > 0 ? Int(bytes) : nil
  }

  /// Whether converters need frames as a whole.
  package var needsWholeFrames: Bool { kernelMatrix == nil }

  /// Bytes that the encoder takes for each pixel of a frame, which hold its frames ahead and those that it refers to.
  /// Measured at 640x360 and 1280x720 over 60 frames with the standard settings, a sixth more for other scenes: H.264
  /// 135, HEVC 184, AV1 220, VP9 107, others below 24.
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
