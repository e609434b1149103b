package import StarmineGraphics

/// Quality and speed of an encoder. Formats without these options ignore them.
public struct VideoOptions: Sendable, Equatable {
  /// Quality on the encoder's scale. H.264 and HEVC: 0 (lossless, very large) to 51 (worst), 18 is visually lossless.
  /// AV1 and VP9: 0 to 63. WebP: 0 (worst) to 100. JPEG: 1 (best) to 31. Nil: the default of the format.
  public var crf: Double?
  /// Speed of the encoder. Slower encoding makes smaller files. H.264 and HEVC: one of `encoderPresets`. AV1: 0
  /// (slowest) to 13. VP9: 0 to 8. Nil: the default of the format, `veryfast` for H.264.
  public var encoderPreset: String?
  /// Number of encoder threads. The bytes of the file depend on it. 0: as many as the encoder chooses for the cores.
  /// Default 4, so that every machine writes the same file.
  public var threads: Int
  /// Metadata of the file by container keys, such as `title` and `comment`. Default empty.
  public var metadata: [String: String] = [:]
  /// How additive light is stored in the alpha channel. Nil: unchanged, but formats with straight colours raise alpha
  /// to the light.
  public var additiveAlpha: AdditiveAlpha?
  /// Palettes by first frame, for formats with few colours. Empty: each frame has its own.
  package var palettes: [ScenePalette] = []
  /// Whether formats with few colours use a fixed dither pattern. Without it, files are smaller and gradients have
  /// bands. Default true.
  public var dithers = true
  /// Whether float frames are dithered in 8-bit files. Default nil: in lossless files (PNG, TIFF, raw frames). Lossy
  /// encoders do not preserve dither.
  package var ditherDeep: Bool?
  /// Maximum size of the file in bytes. Above it, writing throws `VideoError.tooLarge`. Nil: no limit.
  public var maximumBytes: Int?
  package var sound: SoundMix?
  /// Scope of the file after all links are followed. Default everywhere; the files of a sequence then stay in their
  /// folder.
  package var scope = FileScope.everywhere
  /// Number of a sequence's first file, for frame 0. Default 0.
  public var firstNumber = 0

  /// Creates options with default values for everything else.
  public init(crf: Double? = nil, encoderPreset: String? = nil, threads: Int = 4) {
    self.crf = crf
    self.encoderPreset = encoderPreset
    self.threads = threads
  }

  /// The presets of x264 and x265, fastest first.
  public static let encoderPresets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]

  /// Throws `VideoError.invalidOption` for an invalid value. `VideoWriter.init` calls this.
  package func check(for format: VideoFormat) throws(VideoError) {
    if let crf, let quality = format.coding.quality, !quality.range.contains(crf) {
      throw .invalidOption(
        name: "quality of \(format.name)", value: "\(crf)",
        allowed: "a number from \(Int(quality.range.lowerBound)) to \(Int(quality.range.upperBound))")
    }
    if let encoderPreset, let speed = format.coding.speed, !speed.values.contains(encoderPreset) {
      throw .invalidOption(
        name: "encoder preset of \(format.name)", value: encoderPreset, allowed: speed.values.joined(separator: ", "))
    }
    guard threads >= 0 && threads <= 128 else {
      throw .invalidOption(name: "encoder threads", value: "\(threads)", allowed: "a number from 0 (automatic) to 128")
    }
    if let maximumBytes, maximumBytes < 1 {
      throw .invalidOption(name: "largest file", value: "\(maximumBytes)", allowed: "1 byte or more")
    }
    guard firstNumber >= 0 && firstNumber <= 1_000_000_000 else {
      throw .invalidOption(name: "first number", value: "\(firstNumber)", allowed: "a number from 0 to 1000000000")
    }
  }

  /// Throws `VideoError.tooLarge` above the maximum size.
  /// - Parameter frames: number of frames in these bytes.
  func checkLength(_ bytes: Int, frames: Int, path: String) throws(VideoError) {
    if let maximumBytes, bytes > maximumBytes {
      throw .tooLarge(path: path, bytes: bytes, frames: frames, maximum: maximumBytes)
    }
  }
}

/// How additive light is stored in the alpha channel, and whether it covers what is behind the frame.
public enum AdditiveAlpha: String, Sendable, CaseIterable {
  /// Alpha is raised to the brightest component, so that straight colours can store the light. It covers what is behind
  /// in proportion to its brightness. The usual choice.
  case luminance
  /// Opaque over black, for the Screen or Add mode of an editor.
  case screen
  /// Additive light does not change alpha, so premultiplied colours can exceed it. Readers must support this.
  case keep
}

/// A palette of at most 256 colours, one of which is transparent.
package struct ColorPalette: Sendable, Equatable {
  package let colors: [UInt32]
  /// Maximum number of colours without the transparent one.
  package static let limit = 255

  package init(colors: [UInt32]) {
    self.colors = Array(colors.prefix(ColorPalette.limit))
  }
}

package struct ScenePalette: Sendable, Equatable {
  package let firstFrame: Int
  package let palette: ColorPalette

  package init(firstFrame: Int, _ palette: ColorPalette) { (self.firstFrame, self.palette) = (firstFrame, palette) }
}

package struct VideoReport: Sendable, Equatable {
  package let bytes: Int
  package let frames: Int
  package let isOpaque: Bool
  package var light: LightLevel?
  /// Existing files of an earlier sequence with the same pattern.
  package let otherFiles: [String]
  /// Wall-clock seconds in `append` and `finish` without conversion. The encoder's threads also work between these
  /// calls. Their CPU time is included only in `CPUClock.processSeconds`.
  package let encodeSeconds: Double
  package let convertSeconds: Double
  /// Number of frames with values above the range of the file, which were clipped.
  package var cutFrames = 0

  /// A note on clipped frames, or nil.
  package var lightRemark: String? {
    if cutFrames == 0 { return nil }
    return "light above 65504, the largest half float, is clipped in \(cutFrames) of \(frames) frames; write exr-float"
  }
}
