extension RenderRequest {
  /// Resolves the request for a scene over a video. The file has the size, rate and sound of the video.
  func plan(to path: String, over clip: Clip) throws -> RenderPlan {
    let footage = try open(clip, path)
    guard clip.start < footage.duration else {
      throw ValueMismatchError(
        "the scene begins at \(ValueText.text(clip.start)) s, and the clip ends at "
          + "\(ValueText.text(footage.duration)) s")
    }
    var request = self
    request.size = RequestedSize(width: footage.width, height: footage.height)
    // Durations are those of the video.
    request.duration = nil
    let loaded = try request.scene()
    let movie = loaded.movie()
    let hasSound = !(movie.soundtracks + sounds).isEmpty
    movie.fit(to: footage, keepsHDR: asks(for: "hdr"))
    let end = clip.end ?? duration.map { clip.start + $0 }
    var options = exportOptions(movie, to: path)
    // Title and comment of the video are kept.
    (options.video.metadata, options.frames) = ([:], nil)
    options.pixelSize = PixelSize(width: footage.pixelSize.width, height: footage.pixelSize.height)
    let format = try movie.footageFormat(path, footage, options)
    try FootageWriter.check(format)
    try check(movie, format, options)
    var notes = try movie.loopRemarks().map { RenderPlan.Note(isWarning: true, text: $0) }
    notes += try movie.remarks(over: footage, to: path, format, options).map {
      RenderPlan.Note(isWarning: true, text: $0)
    }
    if hasSound { notes.append(RenderPlan.Note(text: "\(path): the scene's sound is left out; the clip's is kept")) }
    if let reason = choice(path, format, footage) { notes.append(RenderPlan.Note(text: reason)) }
    return RenderPlan(
      path: path, scene: loaded.scene, sceneNotes: loaded.notes, movie: movie, format: format,
      size: PixelSize(width: footage.pixelSize.width, height: footage.pixelSize.height),
      frames: 0..<footage.frameCount, options: options, part: FootagePart(footage, from: clip.start, until: end),
      notes: notes)
  }

  /// Errors: the video is the output file, or it cannot be read.
  private func open(_ clip: Clip, _ path: String) throws -> Footage {
    let places = [clip.path, path].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardizedFileURL.path }
    guard places[0] != places[1] else {
      throw ValueMismatchError("\(path): this is the clip itself; name another file")
    }
    let threads = workers > 0 ? workers : ProcessInfo.processInfo.activeProcessorCount
    return try Footage(path: clip.path, threads: min(16, threads))
  }

  /// Why another format than the default of the extension is used.
  private func choice(_ path: String, _ format: VideoFormat, _ footage: Footage) -> String? {
    guard formatName(path, isClear: true) == nil, let usual = try? VideoFormat(forPath: path),
      usual.key != format.key
    else { return nil }
    let reason =
      footage.traits.hasAlpha
      ? "the clip has alpha; format \(usual.key) writes it over black"
      : format.hdr != nil
        ? "hdr requires it"
        : footage.traits.isHDR ? "the clip is HDR, and keeps its transfer function" : "the clip has more than 8 bits"
    return "\(path): \(format.name), since \(reason)"
  }
}

extension Movie {
  /// Uses rate and duration of a video, and removes settings that the video determines.
  fileprivate func fit(to footage: Footage, keepsHDR: Bool) {
    soundtracks = []
    if settings.loop != nil, settings.loop?.length == nil { settings.loop?.length = settings.duration }
    settings.framesPerSecond = footage.framesPerSecond
    settings.duration = footage.duration * settings.speed
    if settings.hdr != nil, !keepsHDR {
      // The video determines HDR. In SDR formats, HDR is tone-mapped.
      (settings.hdr, settings.toneMapping) = (nil, .filmic)
    }
    settings.parts = settings.parts.resolved(isSeenThrough: true)
  }
}
