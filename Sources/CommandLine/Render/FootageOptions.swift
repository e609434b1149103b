/// A clip to draw over.
struct FootageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Draw over this video. Its size, timing, sound, subtitles, chapters and metadata are kept.",
      valueName: "video"), completion: .file())
  var over: String?

  @Option(help: "With --over: time in the video at which the scene starts: 3, 3s or 500ms. Default: 0.")
  var at: SecondsArgument?

  @Option(help: "With --over: time in the video at which the scene ends. Default: the end, or after --duration.")
  var until: SecondsArgument?

  func validate() throws {
    guard over != nil else {
      if at != nil { throw ValidationError("--at requires --over. Add --over VIDEO") }
      if until != nil { throw ValidationError("--until requires --over. Add --over VIDEO") }
      return
    }
    if let until, until.seconds <= (at?.seconds ?? 0) {
      throw ValidationError("--until \(until.seconds): expected a time after --at \(at?.seconds ?? 0)")
    }
  }

  var clip: RenderRequest.Clip? {
    over.map { RenderRequest.Clip(path: $0, start: at?.seconds ?? 0, end: until?.seconds) }
  }

  /// Errors: options that conflict with a video.
  func check(
    _ edits: EditOptions, _ settings: RenderSettings, _ outputs: OutputOptions
  ) throws {
    guard let over else { return }
    guard over != OutputPath.standard else {
      throw ValidationError("--over -: a video is read several times, so standard input is not supported; name a file")
    }
    let given = [
      ("size", settings.size != nil), ("fps", edits.fps != nil), ("frames", settings.frames != nil),
      ("background", edits.background != nil), ("for", outputs.profile != nil),
      ("additive-alpha", outputs.additiveAlpha != nil), ("odd", settings.odd != .pad),
      ("max-size", outputs.maxSize != nil), ("first-number", outputs.firstNumber != 0),
      ("gif-palette", outputs.gifPalette != .movie), ("gif-dither", outputs.gifDither != .pattern),
      ("depth", outputs.depth != nil), ("dither", outputs.dither != nil), ("audio", !outputs.audio.isEmpty),
      ("audio-gain", outputs.audioGain != 0), ("audio-fade", outputs.audioFade != nil),
      ("audio-loop", outputs.audioLoop),
    ]
    do { try RenderRequest.checkOverClip(given.filter(\.1).map(\.0), prefix: "--") } catch {
      throw ValidationError(error.message)
    }
    if settings.resume { throw ValidationError("--over cannot be combined with --resume; leave out --resume") }
  }
}
