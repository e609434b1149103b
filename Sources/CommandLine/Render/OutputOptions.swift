extension AdditiveAlpha: ExpressibleByArgument {}

struct SoundtrackArgument: ExpressibleByArgument {
  let track: Soundtrack

  init(argument: String) { track = OptionText.soundtrack(argument) }
}

struct FadeArgument: ExpressibleByArgument {
  let fadeIn: Double
  let fadeOut: Double

  init?(argument: String) {
    guard let fade = OptionText.fade(argument) else { return nil }
    (fadeIn, fadeOut) = fade
  }
}

extension PaletteScope: ExpressibleByArgument {}
enum GIFDither: String, ExpressibleByArgument, CaseIterable {
  case pattern, none
}

struct ByteCountArgument: ExpressibleByArgument {
  let bytes: Int

  init?(argument: String) {
    guard let bytes = OptionText.bytes(argument) else { return nil }
    self.bytes = bytes
  }
}

struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Name of the format (see `starmine formats`). Needed if the extension fits several formats, and for -o -.",
      valueName: "name"), completion: .list(VideoFormat.keys))
  var format: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Delivery preset: format, size, frame rate and quality. Explicit options override it.",
      discussion: DeliveryProfile.lines.joined(separator: "\n"), valueName: "preset"),
    completion: .list(DeliveryProfile.allValueStrings))
  var profile: DeliveryProfile?

  @Option(
    help: ArgumentHelp(
      "How to store additive light in the alpha channel. luminance (default): alpha follows the brightness; screen: "
        + "opaque over black, for the Screen or Add mode of an editor; keep: premultiplied with unchanged alpha.",
      valueName: "mode"))
  var additiveAlpha: AdditiveAlpha?

  @Option(
    name: .customLong("motion-blur"), defaultAsFlag: "true", parsing: .next,
    help: ArgumentHelp(
      "Motion blur: shutter ANGLE[:PHASE[:SAMPLES]], in degrees of a frame. Without a value: 180:-90:16.",
      valueName: "angle"))
  var motionBlur: String? = nil

  @Option(
    help: ArgumentHelp(
      "Working precision. 8: 8-bit, clipped at 1.0; float: 32-bit, unclamped; auto: float for EXR and for formats with "
        + "10 bits or more.",
      valueName: "depth"))
  var depth: String?

  @Option(
    help: ArgumentHelp(
      "Write 10-bit HDR in BT.2020: pq (HDR10) or hlg. Formats: "
        + VideoFormat.keysWithHDR.joined(separator: ", ") + ".",
      valueName: "curve"))
  var hdr: String?

  @Option(help: ArgumentHelp("With --hdr: luminance of white. Default: 203nits.", valueName: "nits"))
  var white: String?

  @Option(
    help: ArgumentHelp(
      "With --hdr: luminance that the brightest highlights approach. Default: 1000nits.",
      valueName: "nits"))
  var peak: String?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Dither when quantizing to 8 bits. Default: only float renders in lossless formats."))
  var dither: Bool?

  @Option(help: ArgumentHelp("Render at n times the width and height, then scale down: 1 to 8.", valueName: "n"))
  var supersample = 1

  @Option(help: ArgumentHelp("File number of frame 0 in a sequence.", valueName: "n"))
  var firstNumber = 0

  @Option(
    help: ArgumentHelp(
      "Palettes of a GIF: one for the movie, one per scene between cuts, or one per frame.",
      valueName: "scope"))
  var gifPalette = PaletteScope.movie

  @Option(
    help: ArgumentHelp(
      "Dithering of a GIF: pattern, or none for smaller files with banding.", valueName: "mode"))
  var gifDither = GIFDither.pattern

  @Option(
    help: ArgumentHelp(
      "Largest size of the file, such as 5MB. A larger file is rendered again with fewer pixels.", valueName: "bytes"))
  var maxSize: ByteCountArgument?

  @Option(
    help: ArgumentHelp(
      "Add a sound file, cut to the length of the movie. FILE@SECONDS delays it. Repeatable.",
      valueName: "file"), completion: .file())
  var audio: [SoundtrackArgument] = []

  @Option(help: ArgumentHelp("Volume of the sound in decibels, -60 to 24.", valueName: "db"))
  var audioGain = 0.0

  @Option(help: ArgumentHelp("Fade in and out in seconds, as in 0.5 or 0.5:2. Default: none.", valueName: "s"))
  var audioFade: FadeArgument?

  @Flag(help: "Repeat the sound until the movie ends.")
  var audioLoop = false

  @Flag(help: "Print what would be written. Write nothing.")
  var dryRun = false

  func validate() throws {
    if let format {
      do {
        _ = try VideoFormat(named: format)
      } catch {
        let hint = format.nearest(in: VideoFormat.keys).map { "; did you mean \($0)?" } ?? ""
        throw ValidationError("--format \(error)\(hint)")
      }
    }
    guard (1...8).contains(supersample) else { throw ValidationError("--supersample \(supersample): expected 1 to 8") }
    guard (-60...24).contains(audioGain) else { throw ValidationError("--audio-gain \(audioGain): expected -60 to 24") }
    guard (0...1_000_000_000).contains(firstNumber) else {
      throw ValidationError("--first-number \(firstNumber): expected 0 to 1000000000")
    }
  }

  private var soundtracks: [Soundtrack] {
    audio.map { argument in
      var track = argument.track
      track.gain = Double.pow(10, audioGain / 20)
      (track.fadeIn, track.fadeOut) = audioFade.map { ($0.fadeIn, $0.fadeOut) } ?? (0, 0)
      track.loops = audioLoop
      return track
    }
  }

  func fill(_ request: inout RenderRequest) {
    let values = [
      ("motionBlur", "motion-blur", motionBlur), ("depth", "depth", depth), ("hdr", "hdr", hdr),
      ("white", "white", white), ("peak", "peak", peak), ("dither", "dither", dither.map { "\($0)" }),
    ]
    for (key, name, value) in values {
      if let value { request.setOption(key, value, named: "--\(name) \(value)") }
    }
    (request.profile, request.format, request.supersampling) = (profile, format, supersample)
    (request.sounds, request.paletteScope, request.video.dithers) = (soundtracks, gifPalette, gifDither == .pattern)
    request.video.maximumBytes = maxSize?.bytes
    (request.video.additiveAlpha, request.video.firstNumber) = (additiveAlpha, firstNumber)
  }

  /// The default format for a file without a name.
  private func defaultFormat(isClear: Bool) -> VideoFormat? {
    (format ?? profile?.format(isClear: isClear || profile?.isOverlay == true)).flatMap { try? VideoFormat(named: $0) }
  }

  func defaultExtension(isClear: Bool) -> String {
    defaultFormat(isClear: isClear)?.extensions[0] ?? (isClear ? "mov" : "mp4")
  }

  /// Adds a number to the name of a sequence.
  func numbered(_ path: String) -> String {
    guard defaultFormat(isClear: false)?.isSequence == true else { return path }
    let url = URL(fileURLWithPath: path)
    let stem = (path as NSString).deletingPathExtension
    return "\(stem)-%05d.\(url.pathExtension)"
  }
}

extension EditOptions {
  /// Whether a transparent background is requested.
  var isClear: Bool {
    background.map { ((try? ColorText.parse($0))?.alpha ?? 1) < 1 } ?? (only != nil || without != nil)
  }
}
