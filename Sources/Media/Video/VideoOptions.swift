package import StarmineGraphics

/// How hard and how well an encoder works. Formats without such choices ignore them.
public struct VideoOptions: Sendable, Equatable {
  /// Quality on the scale of the format's encoder. H.264 and HEVC: 0 (lossless, huge) to 51 (worst), 18 is visually
  /// lossless; AV1 and VP9: 0 to 63; WebP: 0 (worst) to 100; JPEG: 1 (best) to 31. Nil: what suits the format.
  public var crf: Double?
  /// Speed of the encoder, slower ones make smaller files. H.264 and HEVC: one of `encoderPresets`; AV1: 0 (slowest)
  /// to 13; VP9: 0 to 8. Nil: what suits the format, `veryfast` for H.264.
  public var encoderPreset: String?
  /// Threads of the encoder, on which the file's bytes depend; 0 lets it choose by the number of cores. Default 4, so
  /// that every machine writes the same file.
  public var threads: Int
  /// Metadata of the file, by the keys of its container, such as `title` and `comment`. Default empty.
  public var metadata: [String: String] = [:]
  /// Treatment of light over nothing. Nil: as drawn, with alpha raised to the light where colours are straight.
  public var additiveAlpha: AdditiveAlpha?
  /// The colours of frames, for formats of few colours, by their first frame. Empty: each frame has its own.
  package var palettes: [ScenePalette] = []
  /// Whether formats of few colours break up steps between them by a fixed pattern; default true. Without it files are
  /// smaller and gradients have bands.
  public var dithers = true
  /// Whether frames of floats are broken up by that pattern where a file has 8 bits. Default nil: where the file keeps
  /// every bit, as PNG, TIFF and raw frames do; encoders that lose something lose the pattern too.
  package var ditherDeep: Bool?
  /// Bytes that the file may have; nil: any number. Beyond, writing ends with `VideoError.tooLarge`.
  public var maximumBytes: Int?
  /// The movie's sound, from its first frame on.
  package var sound: SoundMix?
  /// Where the file must be when all links are followed. Default everywhere; the files of a sequence then stay in their
  /// folder.
  package var scope = FileScope.everywhere
  /// The number of a sequence's first file, for frame 0. Default 0.
  public var firstNumber = 0

  /// Options with everything else at its default.
  public init(crf: Double? = nil, encoderPreset: String? = nil, threads: Int = 4) {
    self.crf = crf
    self.encoderPreset = encoderPreset
    self.threads = threads
  }

  /// x264's and x265's presets, fastest first.
  public static let encoderPresets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]

  /// Throws `VideoError.invalidOption` for a value that the format does not take. `VideoWriter.init` calls this.
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

  /// Throws `VideoError.tooLarge` for more bytes than the file may have.
  ///
  /// - Parameter frames: how many they hold.
  func checkLength(_ bytes: Int, frames: Int, path: String) throws(VideoError) {
    if let maximumBytes, bytes > maximumBytes {
      throw .tooLarge(path: path, bytes: bytes, frames: frames, maximum: maximumBytes)
    }
  }
}

/// Treatment of light over nothing: whether additive particles cover what a reader of the file puts behind them.
public enum AdditiveAlpha: String, Sendable, CaseIterable {
  /// Light has the alpha of its particles, raised to its brightest component, so that straight colour holds all of it:
  /// it covers what is behind as far as it is bright. The usual choice.
  case luminance
  /// Opaque, over black: for an editor's Screen or Add mode, where black is nothing.
  case screen
  /// Additive light leaves alpha unchanged, so premultiplied colours can exceed it. Readers must expect this.
  case keep
}

/// The colours of an animation of at most 256 of them, of which one is transparent.
package struct ColorPalette: Sendable, Equatable {
  /// `0xFFRRGGBB`, at most `limit`.
  package let colors: [UInt32]
  /// Colours besides the transparent one.
  package static let limit = 255

  package init(colors: [UInt32]) {
    self.colors = Array(colors.prefix(ColorPalette.limit))
  }
}

/// The palette that a movie uses from a frame until the next palette.
package struct ScenePalette: Sendable, Equatable {
  package let firstFrame: Int
  package let palette: ColorPalette

  package init(firstFrame: Int, _ palette: ColorPalette) { (self.firstFrame, self.palette) = (firstFrame, palette) }
}

package struct VideoReport: Sendable, Equatable {
  /// Size of the file, or of all files.
  package let bytes: Int
  package let frames: Int
  /// Whether no frame was transparent; true for formats without alpha.
  package let isOpaque: Bool
  /// How bright the frames are; nil for files without high dynamic range.
  package var light: LightLevel?
  /// Files of an earlier sequence under the same pattern that are still there.
  package let otherFiles: [String]
  /// Wall-clock seconds in `append` and `finish` without conversion: encoder and file. The encoder's own threads work
  /// in between too; their processor time is part of `CPUClock.processSeconds` alone.
  package let encodeSeconds: Double
  /// CPU seconds in the writer's own converter; other converters count their own.
  package let convertSeconds: Double
  /// Frames with light beyond what the file holds, which was cut.
  package var cutFrames = 0

  /// A sentence about light that was cut; nil where all is as drawn.
  package var lightRemark: String? {
    if cutFrames == 0 { return nil }
    return "light above 65504, the largest half float, is cut in \(cutFrames) of \(frames) frames; write exr-float"
  }
}
