public import ArgumentParser
import Foundation
import Starmine
import StarmineGraphics
import StarmineLayers
public import StarmineMedia
import StarminePresets

extension AdditiveAlpha: ExpressibleByArgument {}

/// `ANGLE[:PHASE[:SAMPLES]]`.
struct MotionBlurArgument: ExpressibleByArgument, CustomStringConvertible {
  /// Nil for a text that says none: an option that may stand alone takes its default instead of an error, so that the
  /// error comes later.
  let blur: MotionBlur?
  let description: String

  init(_ blur: MotionBlur) { (self.blur, description) = (blur, blur.text) }

  init?(argument: String) { (blur, description) = (MotionBlur(parsing: argument), argument) }
}

/// `FILE` or `FILE@SECONDS`.
struct SoundtrackArgument: ExpressibleByArgument {
  let track: Soundtrack

  init?(argument: String) {
    guard let match = argument.wholeMatch(of: /(.+)@(-?[0-9.]+)s?/), let at = Double(match.2) else {
      track = Soundtrack(path: argument)
      return
    }
    var track = Soundtrack(path: String(match.1))
    track.at = at
    self.track = track
  }
}

/// `0.5` or `0.5:2`.
struct FadeArgument: ExpressibleByArgument {
  let fadeIn: Double
  let fadeOut: Double

  init?(argument: String) {
    let parts = argument.split(separator: ":").map { Double($0) }
    guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1],
      (0...3600).contains(first), (0...3600).contains(last)
    else { return nil }
    (fadeIn, fadeOut) = (first, last)
  }
}

extension PaletteScope: ExpressibleByArgument {}
extension HighDynamicRange.Curve: ExpressibleByArgument {}

/// `203nits` or `203`.
struct NitsArgument: ExpressibleByArgument {
  let nits: Double

  init?(argument: String) {
    guard let match = argument.wholeMatch(of: /([0-9]+(?:\.[0-9]+)?) ?(?:nits?)?/), let nits = Double(match.1),
      (1...10_000).contains(nits)
    else { return nil }
    self.nits = nits
  }
}

extension PresetScene.Depth: ExpressibleByArgument {}

/// How a format of few colours shows what lies between them.
enum GIFDither: String, ExpressibleByArgument, CaseIterable {
  case pattern, none
}

/// `5MB`, `800kB`, `1.5MiB` or bytes.
struct ByteCountArgument: ExpressibleByArgument {
  let bytes: Int

  private static let units = ["": 1.0, "k": 1e3, "m": 1e6, "g": 1e9, "ki": 1024, "mi": 1_048_576, "gi": 1_073_741_824]

  init?(argument: String) {
    guard let match = argument.lowercased().wholeMatch(of: /([0-9]+(?:\.[0-9]+)?) ?([kmg]?i?)b?/),
      let number = Double(match.1), let unit = Self.units[String(match.2)], number * unit >= 1, number * unit <= 1e15
    else { return nil }
    bytes = Int(number * unit)
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
    name: .customLong("motion-blur"), defaultAsFlag: MotionBlurArgument(MotionBlur()), parsing: .next,
    help: ArgumentHelp(
      "An open shutter: ANGLE[:PHASE[:SAMPLES]] in degrees of a frame; without a value 180:-90:16.",
      valueName: "angle"))
  var motionBlur: MotionBlurArgument? = nil

  @Option(
    help: ArgumentHelp(
      "What frames are drawn in. 8: bytes; float: light goes on above white; auto: floats for EXR and for files of 10 "
        + "bits and more.",
      valueName: "depth"))
  var depth: Movie.Depth?

  @Option(
    help: ArgumentHelp(
      "Keep light beyond white, in 10 bits of BT.2020: pq (HDR10) or hlg. Formats: "
        + VideoFormat.keysWithHDR.joined(separator: ", ") + ".",
      valueName: "curve"))
  var hdr: HighDynamicRange.Curve?

  @Option(help: ArgumentHelp("With --hdr: how bright white is. Default: 203nits.", valueName: "nits"))
  var white: NitsArgument?

  @Option(
    help: ArgumentHelp(
      "With --hdr: what the brightest light comes near to, not less than white. Default: 1000nits.",
      valueName: "nits"))
  var peak: NitsArgument?

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
    if let motionBlur, motionBlur.blur == nil {
      throw ValidationError(
        "--motion-blur \(motionBlur.description.prefix(40)): expected ANGLE[:PHASE[:SAMPLES]], such as 180:-90:16; "
          + "1 to 720 degrees, 2 to 256 samples")
    }
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

  /// Fills in what `--for` says and the command line leaves open.
  mutating func apply(to edits: inout EditOptions, _ settings: inout RenderSettings, output: String?) {
    guard let profile else { return }
    if profile.isOverlay, edits.background == nil { edits.background = ColorArgument(argument: "clear") }
    if edits.fps == nil { edits.fps = profile.framesPerSecond.map(FrameRateArgument.init) }
    if settings.size == nil { settings.size = profile.size }
    if hdr == nil { hdr = profile.curve }
    if format == nil { format = profile.format(isClear: edits.isClear, path: output) }
    // A place's quality is for its own formats; the one that is asked for may have none to choose.
    let row =
      output.flatMap { try? VideoFormat(forPath: $0, named: format) } ?? (try? format.map(VideoFormat.init)) ?? nil
    if settings.crf == nil, row?.takesQuality != false { settings.crf = profile.quality }
  }

  /// Adds to what a document says.
  func fill(_ movie: Movie) {
    if let blur = motionBlur?.blur { movie.motionBlur = blur }
    if let depth { movie.depth = depth }
    if let white { movie.white = white.nits }
    if let peak { movie.peak = peak.nits }
    if let dither { movie.dither = dither ? .on : .off }
    movie.soundtracks += soundtracks
  }

  /// Extension of a name that was not given.
  func defaultExtension(isClear: Bool) -> String {
    if let format, let row = try? VideoFormat(named: format) { return row.extensions[0] }
    return isClear ? "mov" : "mp4"
  }

  /// A sequence's name has a number.
  func numbered(_ path: String) -> String {
    guard let format, let row = try? VideoFormat(named: format), row.isSequence else { return path }
    let url = URL(fileURLWithPath: path)
    let stem = (path as NSString).deletingPathExtension
    return "\(stem)-%05d.\(url.pathExtension)"
  }

  func fill(_ options: inout ExportOptions) {
    (options.format, options.curve, options.supersampling) = (format, hdr, supersample)
    (options.paletteScope, options.video.dithers) = (gifPalette, gifDither == .pattern)
    options.video.maximumBytes = maxSize?.bytes
    (options.video.additiveAlpha, options.video.firstNumber) = (additiveAlpha, firstNumber)
  }
}

extension EditOptions {
  /// Whether what lies behind the scene is asked to be seen.
  var isClear: Bool { background.map { $0.color.alpha < 1 } ?? (only != nil || without != nil) }
}
