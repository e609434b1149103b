public import ArgumentParser
import Foundation
import StarmineRendering
import StarmineGraphics
import StarmineLayers
public import StarmineMedia
import StarminePresets

extension AdditiveAlpha: ExpressibleByArgument {}

/// `FILE` or `FILE@SECONDS`.
struct SoundtrackArgument: ExpressibleByArgument {
  let track: Soundtrack

  init(argument: String) { track = OptionText.soundtrack(argument) }
}

/// `0.5` or `0.5:2`.
struct FadeArgument: ExpressibleByArgument {
  let fadeIn: Double
  let fadeOut: Double

  init?(argument: String) {
    guard let fade = OptionText.fade(argument) else { return nil }
    (fadeIn, fadeOut) = fade
  }
}

extension PaletteScope: ExpressibleByArgument {}
/// How a format of few colours shows what lies between them.
enum GIFDither: String, ExpressibleByArgument, CaseIterable {
  case pattern, none
}

/// `5MB`, `800kB`, `1.5MiB` or bytes.
struct ByteCountArgument: ExpressibleByArgument {
  let bytes: Int

  init?(argument: String) {
    guard let bytes = OptionText.bytes(argument) else { return nil }
    self.bytes = bytes
  }
}

/// Kind of file that is written, and how frames are made for it.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format's name (see `starmine formats`), where the extension leaves a choice, and for -o -.",
      valueName: "name"), completion: .list(VideoFormat.keys))
  var format: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Format, size, rate and quality together, for a place. What is said beside it counts more.",
      discussion: DeliveryProfile.lines.joined(separator: "\n"), valueName: "place"),
    completion: .list(DeliveryProfile.allValueStrings))
  var profile: DeliveryProfile?

  @Option(
    help: ArgumentHelp(
      "Light over nothing. luminance (default): alpha follows the light; screen: opaque over black, for an editor's "
        + "Screen or Add mode; keep: premultiplied, light without alpha, which adds exactly.", valueName: "way"))
  var additiveAlpha: AdditiveAlpha?

  @Option(
    name: .customLong("motion-blur"), defaultAsFlag: "true", parsing: .next,
    help: ArgumentHelp(
      "An open shutter: ANGLE[:PHASE[:SAMPLES]] in degrees of a frame; without a value 180:-90:16.",
      valueName: "angle"))
  var motionBlur: String? = nil

  @Option(
    help: ArgumentHelp(
      "What frames are drawn in. 8: bytes; float: light goes on above white; auto: floats for EXR and for files of 10 "
        + "bits and more.",
      valueName: "depth"))
  var depth: String?

  @Option(
    help: ArgumentHelp(
      "Keep light beyond white, in 10 bits of BT.2020: pq (HDR10) or hlg. Formats: "
        + VideoFormat.keysWithHDR.joined(separator: ", ") + ".",
      valueName: "curve"))
  var hdr: String?

  @Option(help: ArgumentHelp("With --hdr: how bright white is. Default: 203nits.", valueName: "nits"))
  var white: String?

  @Option(
    help: ArgumentHelp(
      "With --hdr: what the brightest light comes near to, not less than white. Default: 1000nits.",
      valueName: "nits"))
  var peak: String?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Break up steps between colours in 8 bits: of frames of floats, and of gradients in frames of bytes. Default: of "
        + "frames of floats where a file loses nothing."))
  var dither: Bool?

  @Option(help: ArgumentHelp("Draw n x n pixels for one: 1 to 8.", valueName: "n"))
  var supersample = 1

  @Option(help: ArgumentHelp("The number of a sequence's file for frame 0.", valueName: "n"))
  var firstNumber = 0

  @Option(
    help: ArgumentHelp(
      "Colours of a GIF: one palette for the movie, for each scene between two cuts, or for each frame.",
      valueName: "scope"))
  var gifPalette = PaletteScope.movie

  @Option(
    help: ArgumentHelp(
      "Between the colours of a GIF: a fixed pattern, or none for smaller files with bands.", valueName: "way"))
  var gifDither = GIFDither.pattern

  @Option(
    help: ArgumentHelp(
      "Most bytes of the file, such as 5MB: a larger one is drawn again with fewer pixels.", valueName: "bytes"))
  var maxSize: ByteCountArgument?

  @Option(
    help: ArgumentHelp(
      "A sound file under the movie, cut to its length, or FILE@SECONDS to begin later. Repeatable.",
      valueName: "file"), completion: .file())
  var audio: [SoundtrackArgument] = []

  @Option(help: ArgumentHelp("Loudness of the sound, in decibels.", valueName: "db"))
  var audioGain = 0.0

  @Option(help: ArgumentHelp("How long the sound comes in and goes out, as in 0.5 or 0.5:2.", valueName: "s"))
  var audioFade: FadeArgument?

  @Flag(help: "The sound begins again when it ends.")
  var audioLoop = false

  @Flag(help: "Say what would be written, and write nothing.")
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

  /// Adds what is asked for to a request.
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

  /// The format of a name that is not given.
  private func defaultFormat(isClear: Bool) -> VideoFormat? {
    (format ?? profile?.format(isClear: isClear || profile?.isOverlay == true)).flatMap { try? VideoFormat(named: $0) }
  }

  /// Extension of a name that is not given.
  func defaultExtension(isClear: Bool) -> String {
    defaultFormat(isClear: isClear)?.extensions[0] ?? (isClear ? "mov" : "mp4")
  }

  /// A sequence's name has a number.
  func numbered(_ path: String) -> String {
    guard defaultFormat(isClear: false)?.isSequence == true else { return path }
    let url = URL(fileURLWithPath: path)
    let stem = (path as NSString).deletingPathExtension
    return "\(stem)-%05d.\(url.pathExtension)"
  }
}

extension EditOptions {
  /// Whether what lies behind the scene is asked to be seen.
  var isClear: Bool {
    background.map { ((try? ColorText.parse($0))?.alpha ?? 1) < 1 } ?? (only != nil || without != nil)
  }
}
