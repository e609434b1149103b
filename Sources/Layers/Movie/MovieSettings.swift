/// Settings of a movie: canvas, timing and rendering. A document sets them in its `movie` object.
public struct MovieSettings: Sendable {
  /// State of emitters at the start of the movie.
  public enum Start: String, Sendable, CaseIterable {
    /// As on Apple's system: a layer or cell with `beginTime` 0 has emitted since media time 0 (measured), long before
    /// the first frame.
    case steady
    /// Emitters without a begin time start at the first frame.
    case clean
  }

  /// How the canvas is placed in a frame with another aspect ratio.
  public enum Fit: String, Sendable, CaseIterable {
    /// The whole canvas is visible. The background fills the rest of the frame.
    case contain
    /// The canvas fills the frame. Parts outside the frame are cut off.
    case cover
    /// The canvas is stretched to the frame.
    case stretch
    /// The canvas takes the aspect ratio of the frame and keeps its area. Layers with a layout relative to the canvas
    /// follow.
    case reflow
  }

  /// Colour space of a file, stored in its metadata.
  public enum ColorSpace: String, Sendable, CaseIterable {
    /// The colours of sRGB.
    case sRGB = "srgb"
    /// The colours of Display P3. Frames are rendered in float.
    case displayP3 = "display-p3"
  }

  /// Working precision of frames.
  public enum Depth: String, Sendable, CaseIterable {
    /// Float for files with more than 8 bits per component; 8 bits for all others.
    case auto
    /// 8 bits per component, clipped at 1.
    case bytes = "8"
    /// 32-bit floats, not clipped.
    case float
  }

  /// Where an ordered 8 x 8 dither pattern is added when components are quantized to 8 bits.
  public enum Dither: String, Sendable, CaseIterable {
    /// Float frames in lossless files.
    case auto
    /// Float frames in all 8-bit files. In 8-bit frames, gradients only.
    case on = "true"
    /// No dither.
    case off = "false"
  }

  /// Colour table that grades the finished picture; nil, the default: none. It maps sRGB to sRGB, after bloom and tone
  /// mapping. Alpha does not change.
  public var lut: ColorLUT?
  /// How HDR is converted for files without HDR.
  public enum ToneMapping: String, Sendable, CaseIterable {
    /// Clipped, as in Core Animation.
    case none
    /// Compressed toward white, like film.
    case filmic
  }

  /// Size of the canvas in points. Default 1920 x 1080.
  public var size = CGSize(width: 1920, height: 1080)
  /// Pixels per point if no pixel size is given, above 0. Default 1.
  public var scale = 1.0
  /// Frames per second of the movie, above 0 and up to 1000. Default 60.
  public var framesPerSecond = 60.0
  /// Duration of the script in seconds, above 0. Default 10.
  public var duration = 10.0
  /// Background colour behind the root layer. Default black.
  public var background = CGColor.black
  /// Layers that are drawn. Default automatic: without scenery (`CALayer.role`) over a transparent background or a
  /// video.
  public var parts = Parts.automatic
  /// Seed of all random numbers. The same seed gives the same frames. Default 0; 1 in documents.
  public var seed: UInt32 = 0
  /// State of emitters at the start of the movie. Default steady.
  public var start = Start.steady
  /// Speed of the script, above 0. At 0.5, everything including cues takes twice as long. Default 1.
  public var speed = 1.0
  /// How the canvas is placed in a frame with another aspect ratio. `reflow` applies when a document is loaded, and has
  /// the effect of `cover` afterwards. Default contain.
  public var fit = Fit.contain
  /// How the movie repeats. Nil: no loop. Default nil.
  public var loop: Loop?
  /// Glow of bright areas in the whole frame. Nil: no glow. Default nil.
  public var bloom: Bloom?
  /// How HDR is converted for files without HDR. Default none.
  public var toneMapping = ToneMapping.none
  /// Transfer function of HDR video. Formats without HDR are tone-mapped as by `filmic`. Nil: SDR. Default nil.
  public var hdr: HDRTransfer?
  /// Luminance of white in HDR video, in nits, above 0 and up to 10,000. Default 203 (BT.2408).
  public var white = 203.0
  /// Luminance in nits toward which HDR is compressed, `white` or more. Default 1000.
  public var peak = 1000.0
  /// Working precision of frames. Default auto.
  public var depth = Depth.auto
  /// Colour space of the file. A movie over a video uses that of the video, and HDR video uses BT.2020. Default sRGB.
  public var colorSpace = ColorSpace.sRGB
  /// Where dither is added when components are quantized to 8 bits. Default auto.
  public var dither = Dither.auto
  /// Motion blur of each frame. Nil: each frame shows one moment. Default nil.
  public var motionBlur: MotionBlur?

  /// Creates settings with default values.
  public init() {}
}

extension MovieSettings {
  /// Number of frames of the movie.
  public var frameCount: Int { max(0, Int((duration / speed * framesPerSecond).rounded())) }
}
