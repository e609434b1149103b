/// A resolved request for a file, with everything that is known before the first frame.
package struct RenderPlan {
  /// A note on an unexpected property of the file.
  package struct Note: Sendable, Equatable {
    package var isWarning = false
    package var text: String
  }

  package let path: String
  package let scene: PresetScene
  package let sceneNotes: [String]
  package let movie: Movie
  package let format: VideoFormat
  /// Requested size in pixels. The file may have even sides instead.
  package let size: PixelSize
  package let frames: Range<Int>
  package var options: ExportOptions
  let part: FootagePart?
  /// Notes on lost or changed properties, the most important first.
  package fileprivate(set) var notes: [Note]
  /// Further files with the same frames, which are drawn again for each file.
  package var companions: [RenderPlan] = []
}

extension RenderRequest {
  /// Resolves the request for a file. Errors: problems of the document, invalid or conflicting values, formats and
  /// options, an unreadable video.
  package func plan(to path: String) throws -> RenderPlan {
    try clip.map { try plan(to: path, over: $0) } ?? plan(scene(), to: path)
  }

  package func plan(_ loaded: RequestedScene, to path: String) throws -> RenderPlan {
    let movie = loaded.movie()
    movie.soundtracks += sounds
    var plan = try plan(movie, loaded, to: path)
    if let profile, let key = profile.companion {
      let other = try companion(of: plan, loaded, format: key, profile)
      plan.notes += other.notes.filter { !plan.notes.contains($0) }
      plan.companions = [other]
    }
    return plan
  }

  /// The second file of a delivery preset, beside the first one. A given quality applies to both; an encoder preset
  /// does not, because each encoder has its own.
  private func companion(
    of plan: RenderPlan, _ loaded: RequestedScene, format: String, _ profile: DeliveryProfile
  ) throws -> RenderPlan {
    let (path, first) = (plan.path as NSString, try VideoFormat(named: profile.format(isClear: true)))
    let ending = try VideoFormat(named: format).extensions[0]
    guard plan.format.key == first.key, first.extensions.contains(path.pathExtension.lowercased()) else {
      throw ValueMismatchError(
        "\(profile.name) writes NAME.\(first.extensions[0]) and NAME.\(ending). Name the first file as the output, "
          + "and leave out the format")
    }
    var request = self
    (request.format, request.video.encoderPreset) = (format, nil)
    return try request.plan(plan.movie, loaded, to: "\(path.deletingPathExtension).\(ending)")
  }

  private func plan(_ movie: Movie, _ loaded: RequestedScene, to path: String) throws -> RenderPlan {
    var options = exportOptions(movie, to: path)
    options.pixelSize = loaded.frameOptions.pixelSize
    let size = options.pixelSize ?? movie.naturalSize
    let format = try movie.format(to: path, options)
    try check(movie, format, options)
    _ = try movie.exportedSize(to: path, options)
    var notes: [RenderPlan.Note] = []
    if !(self.options + changes).contains(where: { $0.path == "movie.fps" }), let note = movie.slowDown(for: format) {
      notes.append(note)
    }
    notes += try movie.loopRemarks().map { RenderPlan.Note(isWarning: true, text: $0) }
    notes += [movie.emptinessNote].compactMap { $0 }.map { RenderPlan.Note(isWarning: true, text: $0) }
    notes += movie.notes(path, format, options)
    return RenderPlan(
      path: path, scene: loaded.scene, sceneNotes: loaded.notes, movie: movie, format: format, size: size,
      frames: options.frames ?? 0..<max(1, movie.frameCount), options: options, part: nil, notes: notes)
  }

  /// The options of an export, created only here.
  package func exportOptions(_ movie: Movie?, to path: String) -> ExportOptions {
    var options = ExportOptions()
    (options.frames, options.workers, options.supersampling) = (frames, workers, supersampling)
    (options.oddSides, options.paletteScope, options.isCancelled) = (oddSides, paletteScope, isCancelled)
    options.format = formatName(path, isClear: movie.map { $0.settings.background.alpha < 1 } ?? false)
    options.video = video
    let row =
      movie.map { try? $0.format(to: path, options) } ?? (try? VideoFormat(forPath: path, named: options.format))
    if video.crf == nil, row?.takesQuality != false { options.video.crf = profile?.quality }
    return options
  }

  /// The name of the requested format; nil if the extension selects it.
  package func formatName(_ path: String?, isClear: Bool) -> String? {
    format ?? profile?.format(isClear: isClear, path: path)
  }
}

// MARK: Errors

extension RenderRequest {
  /// Whether a key of the `movie` object is set outside the document.
  func asks(for key: String) -> Bool { (options + changes).contains { $0.path == "movie.\(key)" } }

  /// Errors: requested features that the format does not support.
  func check(_ movie: Movie, _ format: VideoFormat, _ options: ExportOptions) throws {
    try checkEncoder(options.video, format)
    try checkLight(movie, format)
    // A document's sound is omitted if the format does not support sound; a requested sound is an error.
    if !sounds.isEmpty, !format.keepsSound { throw ValueMismatchError("\(VideoError.noSound(format: format.name))") }
    guard clip == nil, movie.wantsAlpha(options), !format.hasAlpha, format.keepsFrames else { return }
    throw ValueMismatchError(
      "the background is transparent, and \(format.name) has no alpha; write .mov (ProRes 4444), .webm (VP9) or .png "
        + "files, use --format hevc-alpha for Apple's players, set an opaque background, or choose additive alpha "
        + "screen for light over black")
  }

  private func checkLight(_ movie: Movie, _ format: VideoFormat) throws {
    guard format.hdr == nil else { return }
    if movie.settings.hdr != nil, asks(for: "hdr") || profile?.hdr != nil {
      guard movie.settings.depth != .bytes else {
        throw VideoError.invalidOption(name: "depth", value: "8", allowed: "float or auto with HDR")
      }
      throw VideoError.noHDR(format: format.name, depth: format.depth, instead: VideoFormat.keysWithHDR)
    }
    for key in ["white", "peak"] where asks(for: key) && movie.settings.hdr == nil {
      throw ValueMismatchError("\(key) applies to HDR video; choose hdr pq or hlg too")
    }
  }

  private func checkEncoder(_ options: VideoOptions, _ format: VideoFormat) throws {
    if let crf = options.crf, !format.takesQuality {
      throw ValueMismatchError("crf \(ValueText.text(crf)): \(format.name) has one quality only")
    }
    if let preset = options.encoderPreset, !format.takesSpeed {
      throw ValueMismatchError("encoder preset \(preset): \(format.name) has one speed only")
    }
    do { try options.check(for: format) } catch {
      let nearest = options.encoderPreset.flatMap { given in
        given.nearest(in: VideoOptions.encoderPresets).flatMap { $0 == given ? nil : $0 }
      }
      throw ValueMismatchError("\(error)\(nearest.map { "; did you mean \($0)?" } ?? "")")
    }
  }
}

// MARK: Notes

extension Movie {
  /// Default size of a frame in pixels.
  package var naturalSize: PixelSize {
    PixelSize(
      width: Int((settings.size.width * settings.scale).rounded()),
      height: Int((settings.size.height * settings.scale).rounded()))
  }

  /// Reduces the frame rate if players would not show it.
  fileprivate func slowDown(for format: VideoFormat) -> RenderPlan.Note? {
    let (own, rate) = (settings.framesPerSecond, format.suitableRate(for: settings.framesPerSecond))
    guard rate != own else { return nil }
    settings.framesPerSecond = rate
    return RenderPlan.Note(
      text: "\(format.name) counts hundredths of a second: \(ValueText.text(rate)) frames per second instead of "
        + "\(ValueText.text(own)); fps sets another rate")
  }

  fileprivate func notes(_ path: String, _ format: VideoFormat, _ options: ExportOptions) -> [RenderPlan.Note] {
    var notes: [String] = []
    if !soundtracks.isEmpty, !format.keepsSound, format.keepsFrames { notes.append("\(format.name) keeps no sound") }
    if settings.hdr != nil, format.hdr == nil, format.keepsFrames, !format.keepsSums {
      notes.append(
        settings.depth == .bytes
          ? "depth 8 leaves HDR out" : "\(format.name) has no HDR: light above white is tone-mapped")
    }
    if format.hdr != nil, settings.colorSpace == .displayP3 {
      notes.append("the file is in BT.2020, which contains Display P3; without hdr it is in Display P3")
    }
    if format.keepsSums, settings.toneMapping == .filmic {
      notes.append("\(format.name) keeps linear light: toneMapping filmic is left out")
    }
    if settings.background.alpha < 1, wantsAlpha(options), case .either = format.alpha,
      options.video.additiveAlpha == .keep
    {
      notes.append("alpha is premultiplied; select this in the editor (matte black)")
    }
    return notes.map { RenderPlan.Note(text: "\(path): \($0)") }
  }
}
