/// How hard and how well an encoder works. Formats without such choices ignore them.
public struct VideoOptions: Sendable, Equatable {
  /// H.264 constant rate factor, 0 (lossless, huge) to 51 (worst); 18 is visually lossless. Default 18.
  public var crf: Double
  /// x264 preset, one of `encoderPresets`: slower ones make smaller files. Default `veryfast`.
  public var encoderPreset: String
  /// Threads of the encoder, on which the file's bytes depend; 0 lets it choose by the number of cores. Default 4, so
  /// that every machine writes the same file.
  public var threads: Int
  /// What the file says about itself, by the keys of its container, such as `title` and `comment`. Default empty.
  public var metadata: [String: String] = [:]

  public init(crf: Double = 18, encoderPreset: String = "veryfast", threads: Int = 4) {
    self.crf = crf
    self.encoderPreset = encoderPreset
    self.threads = threads
  }

  /// x264's presets, fastest first.
  public static let encoderPresets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]

  /// Throws `VideoError.invalidOption` for a value outside the documented range. `VideoWriter.init` calls this.
  public func check() throws(VideoError) {
    guard crf >= 0 && crf <= 51 else {
      throw .invalidOption(name: "crf", value: "\(crf)", allowed: "a number from 0 to 51")
    }
    guard VideoOptions.encoderPresets.contains(encoderPreset) else {
      throw .invalidOption(
        name: "encoder preset", value: encoderPreset, allowed: VideoOptions.encoderPresets.joined(separator: ", "))
    }
    guard threads >= 0 && threads <= 128 else {
      throw .invalidOption(name: "encoder threads", value: "\(threads)", allowed: "a number from 0 (automatic) to 128")
    }
  }
}
