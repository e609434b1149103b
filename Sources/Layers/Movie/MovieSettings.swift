public import Foundation
public import StarmineGraphics
public import StarmineScene

/// Canvas, timing and picture of a movie: the values that a document's `movie` object sets.
public struct MovieSettings: Sendable {
  /// Whether emitters look as if they had always run when the movie starts.
  public enum Start: String, Sendable, CaseIterable {
    /// As on Apple's system: a layer or cell with `beginTime` 0 has been emitting since media time 0 (measured), long
    /// before the movie's first frame.
    case steady
    /// Emitters without a begin time of their own begin with the movie's first frame.
    case clean
  }

  /// How the canvas and a frame of another shape come together.
  public enum Fit: String, Sendable, CaseIterable {
    /// The whole canvas is visible; the background fills the rest of the frame.
    case contain
    /// The canvas fills the frame; what extends beyond the frame is cut off.
    case cover
    /// The canvas fills the frame; shapes are stretched.
    case stretch
    /// The canvas takes the frame's shape and keeps its own area; what is laid out relative to the canvas follows.
    case reflow
  }

  /// Colours that a file holds and names in its metadata.
  public enum ColorSpace: String, Sendable, CaseIterable {
    /// The colours of sRGB.
    case sRGB = "srgb"
    /// The colours of Display P3. Frames are drawn as floats.
    case displayP3 = "display-p3"
  }

  /// Working precision of frames.
  public enum Depth: String, Sendable, CaseIterable {
    /// Floats for files with more than 8 bits per component, bytes for all others.
    case auto
    /// 8 bits per component, clipped at 1.
    case bytes = "8"
    /// 32-bit floats, not clipped.
    case float
  }

  /// Where an ordered pattern of 8 x 8 is added when components are quantized to 8 bits.
  public enum Dither: String, Sendable, CaseIterable {
    /// Frames of floats in lossless files.
    case auto
    /// Frames of floats in all files of 8 bits; gradients where frames are bytes.
    case on = "true"
    /// Nowhere.
    case off = "false"
  }

  /// Colour table that grades the finished picture; nil, the default: none. It maps sRGB to sRGB, after bloom and tone
  /// mapping. Alpha does not change.
  public var lut: ColorLUT?
  /// How light above 1 is shown where the file does not keep it.
  public enum ToneMapping: String, Sendable, CaseIterable {
    /// Clipped, as in Core Animation.
    case none
    /// Compressed toward white, as on film.
    case filmic
  }

  /// Points. Default 1920 x 1080.
  public var size = CGSize(width: 1920, height: 1080)
  /// Pixels per point where no pixel size is given, above 0. Default 1.
  public var scale = 1.0
  /// Frames per second of the movie, above 0 and up to 1000. Default 60.
  public var framesPerSecond = 60.0
  /// Seconds of the script, above 0. Default 10.
  public var duration = 10.0
  /// Colour behind the root layer. Default black.
  public var background = CGColor.black
  /// Layers that are drawn. Default automatic: without scenery (`CALayer.role`) over a transparent background or a
  /// clip.
  public var parts = Parts.automatic
  /// Seed of all random numbers: the same seed gives the same frames. Default 0; 1 in documents.
  public var seed: UInt32 = 0
  /// Where the lives of emitters begin. Default steady.
  public var start = Start.steady
  /// Rate of the script's time, above 0: at 0.5 everything, cues included, takes twice as long. Default 1.
  public var speed = 1.0
  /// How the canvas fills a frame of another shape. Default contain. `reflow` applies when a document is loaded, and is
  /// the same as `cover` afterwards.
  public var fit = Fit.contain
  /// How the movie repeats; nil, the default: it does not.
  public var loop: Loop?
  /// Glow of bright areas in the whole frame; nil, the default: none.
  public var bloom: Bloom?
  /// How light above 1 is shown where the file does not keep it. Default none.
  public var toneMapping = ToneMapping.none
  /// Transfer function of HDR video, which keeps light above 1. Formats without HDR are tone-mapped as by `toneMapping`
  /// filmic. Nil, the default: SDR.
  public var hdr: HDRTransfer?
  /// Luminance of white in HDR video, in nits, above 0 and up to 10,000. Default 203 (BT.2408).
  public var white = 203.0
  /// Luminance toward which brighter light is compressed in HDR video, in nits, `white` or more. Default 1000.
  public var peak = 1000.0
  /// Working precision of frames. Default auto. Rasterized layers have 8 bits in every case
  /// (`ExportStatistics.depthRemark`).
  public var depth = Depth.auto
  /// Colours of the file. Default sRGB. A movie over a clip has the clip's colours, and HDR video has those of BT.2020.
  public var colorSpace = ColorSpace.sRGB
  /// Where dither is added when components are quantized to 8 bits. Default auto.
  public var dither = Dither.auto
  /// Shutter of each frame; nil, the default: a frame is one moment.
  public var motionBlur: MotionBlur?

  /// The default of every value.
  public init() {}
}

extension MovieSettings {
  /// Number of frames of the whole movie.
  public var frameCount: Int { max(0, Int((duration / speed * framesPerSecond).rounded())) }
}
