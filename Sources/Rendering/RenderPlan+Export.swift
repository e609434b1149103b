extension RenderPlan {
  package struct Result {
    package var statistics: ExportStatistics
    /// Final size in pixels. Smaller than requested if the file had to become smaller.
    package var size: PixelSize
    package var notes: [Note]

    package init(statistics: ExportStatistics, size: PixelSize, notes: [Note]) {
      (self.statistics, self.size, self.notes) = (statistics, size, notes)
    }

    /// Adds the costs of a companion, and its size as a note.
    fileprivate mutating func add(_ other: Result, _ plan: RenderPlan) {
      let (frames, particles) = (statistics.frames, statistics.particlesTotal)
      statistics = statistics.adding(other.statistics)
      (statistics.frames, statistics.particlesTotal) = (frames, particles)
      let megabytes = String(format: "%.2f MB", Double(other.statistics.outputBytes) / 1e6)
      notes.append(Note(text: "\(plan.path): \(plan.format.name), \(megabytes)"))
      notes += other.notes.filter { !notes.contains($0) }
    }
  }

  /// Maximum number of further attempts for a file that is too large.
  private static let attempts = 8
  /// Safety factor for the number of pixels: files shrink more slowly than images.
  private static let caution = 0.95
  private static let leastSide = 16

  /// Renders and writes the file, then each companion.
  /// - Parameter note: called when a file is rendered again.
  /// - Parameter progress: called on the calling thread after each written frame.
  package func export(
    note: (String) -> Void = { _ in }, progress: (ExportProgress) -> Void = { _ in }
  ) throws(MovieError) -> Result {
    let plans = [self] + companions
    var results: [Result] = []
    for (index, plan) in plans.enumerated() {
      let seconds = results.reduce(0) { $0 + $1.statistics.wallSeconds }
      let result = try plan.exportFile(note) { step in
        progress(
          ExportProgress(
            framesDone: index * step.frameCount + step.framesDone, frameCount: plans.count * step.frameCount,
            liveParticles: step.liveParticles, secondsElapsed: seconds + step.secondsElapsed))
      }
      results.append(result)
    }
    var result = results[0]
    for (other, plan) in zip(results.dropFirst(), companions) { result.add(other, plan) }
    if let html { result.notes.append(Note(text: "HTML for both files:\n\(html)")) }
    return result
  }

  /// Renders and writes one file. If the file exceeds its size limit, renders it again with fewer pixels.
  private func exportFile(
    _ note: (String) -> Void, _ progress: (ExportProgress) -> Void
  ) throws(MovieError) -> Result {
    var (options, size) = (options, size)
    for attempt in 1...Self.attempts {
      do throws(MovieError) {
        let statistics = try export(options, progress)
        return Result(statistics: statistics, size: size, notes: notes(on: statistics))
      } catch {
        guard attempt < Self.attempts, case .video(.tooLarge(_, let bytes, let frames, let most)) = error,
          min(size.width, size.height) > Self.leastSide
        else { throw error }
        let whole = Double(bytes) * Double(self.frames.count) / Double(max(1, frames))
        let share = min(0.9, (Double(most) / whole).squareRoot() * Self.caution)
        let side = { (length: Int) in max(Self.leastSide, Int(Double(length) * share)) }
        size = PixelSize(width: side(size.width), height: side(size.height))
        options.pixelSize = size
        note("\(path): larger than \(most) bytes; rendering again at \(size.width)x\(size.height)")
      }
    }
    throw .cancelled
  }

  private func export(
    _ options: ExportOptions, _ progress: (ExportProgress) -> Void
  ) throws(MovieError) -> ExportStatistics {
    guard let part else { return try movie.export(to: path, options: options, progress: progress) }
    return try movie.export(over: part, to: path, options: options, progress: progress)
  }

  /// Notes that depend on the frames.
  package func notes(on statistics: ExportStatistics) -> [Note] {
    var notes = (statistics.soundRemarks ?? []).map { Note(text: $0) }
    if let remark = statistics.depthRemark { notes.append(Note(text: "\(path): \(remark)")) }
    let isMeant = part == nil && format.hasAlpha && format.alpha != .premultiplied && movie.wantsAlpha(options)
    if isMeant, statistics.isOpaque {
      notes.append(
        Note(
          text: "\(path): no frame is transparent, although the background is; role: \"scenery\" marks layers to leave "
            + "out"))
    }
    guard let first = statistics.otherFiles.first else { return notes }
    let count = statistics.otherFiles.count
    notes.append(
      Note(
        isWarning: true,
        text: "\(path): \(count == 1 ? "a file" : "\(count) files") of an earlier sequence "
          + "\(count == 1 ? "is" : "are") still there (\(first)); an editor may import them with this one"))
    if let gap = NumberedPath(path)?.firstGap {
      notes.append(Note(isWarning: true, text: "\(gap): missing; an editor may take the sequence to end there"))
    }
    return notes
  }
}

// MARK: Listing

extension RenderPlan {
  package var lines: [String] {
    var rows = part.map { [("clip", $0.footage.path)] } ?? []
    rows += [
      ("format", "\(format.name) (\(format.key)), \(format.depth) bits; \(format.use)"),
      ("size", "\(size.width)x\(size.height)"),
    ]
    rows += part.map(rows(of:)) ?? [("frames", range), ("background", background)]
    if let hdr = format.hdr { rows.append(("hdr", hdr.text)) }
    if let quality = format.quality(options.video) { rows.append(("quality", quality)) }
    if let blur = movie.settings.motionBlur { rows.append(("motion blur", blur.text)) }
    for track in movie.soundtracks { rows.append(("sound", "\(track.path) at \(ValueText.text(track.at)) s")) }
    if options.supersampling > 1 {
      rows.append(("supersample", "\(options.supersampling)x\(options.supersampling) samples per pixel"))
    }
    return ["\(path)"] + rows.map { "  " + $0.0.padding(toLength: 12, withPad: " ", startingAt: 0) + $0.1 }
      + companions.flatMap(\.lines) + [html].compactMap { $0 }
  }

  /// HTML that shows the files. HEVC is first, because Safari plays WebM without its alpha channel.
  private var html: String? {
    guard !companions.isEmpty else { return nil }
    func source(_ plan: RenderPlan, _ type: String) -> String {
      let name = (plan.path as NSString).lastPathComponent
      return "  <source src=\"\(name.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? name)\" type=\(type)>"
    }
    let sources = [source(self, "'video/mp4; codecs=\"hvc1\"'")] + companions.map { source($0, "\"video/webm\"") }
    return "<video autoplay loop muted playsinline>\n\(sources.joined(separator: "\n"))\n</video>"
  }

  /// Characters that URLs and HTML do not need to escape.
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  private func rows(of part: FootagePart) -> [(String, String)] {
    let footage = part.footage
    let end = part.end.map { "\(ValueText.text($0)) s" } ?? "the end"
    return [
      (
        "frames",
        "\(footage.frameCount), \(ValueText.text(footage.framesPerSecond)) per second on average, "
          + "\(ValueText.text(footage.duration)) s"
      ), ("drawn", "from \(ValueText.text(part.start)) s to \(end)"),
    ]
  }

  private var range: String {
    let rate = movie.settings.framesPerSecond
    return "\(frames.lowerBound)-\(frames.upperBound - 1) at \(ValueText.text(rate)) per second, "
      + "\(ValueText.text(Double(frames.count) / rate)) s"
  }

  private var background: String {
    guard movie.settings.background.alpha < 1 else { return "opaque" }
    guard movie.wantsAlpha(options) else { return "black, for the Screen or Add mode of an editor" }
    switch format.alpha {
    case .none: return "black: \(format.name) has no alpha"
    case .premultiplied where options.video.additiveAlpha == .keep,
      .either where options.video.additiveAlpha == .keep:
      return "transparent, premultiplied; additive light has no alpha"
    case .premultiplied: return "transparent, premultiplied; alpha includes additive light"
    case .straight, .either: return "transparent, straight; alpha includes additive light"
    }
  }
}
