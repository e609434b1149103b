// Functions for movies that are drawn in segments, on one machine or many.

extension ExportStatistics {
  package static var none: ExportStatistics { ExportStatistics() }

  package func adding(_ other: ExportStatistics) -> ExportStatistics {
    var sum = self
    sum.isOpaque = isOpaque && other.isOpaque
    sum.depthRemark = depthRemark ?? other.depthRemark
    sum.light = light?.joined(other.light) ?? other.light
    sum.frames += other.frames
    sum.particlesTotal += other.particlesTotal
    sum.particlesMax = max(particlesMax, other.particlesMax)
    sum.wallSeconds += other.wallSeconds
    sum.cpuSeconds += other.cpuSeconds
    sum.evaluateSeconds += other.evaluateSeconds
    sum.rasterSeconds += other.rasterSeconds
    sum.convertSeconds += other.convertSeconds
    sum.encodeSeconds += other.encodeSeconds
    sum.peakMemoryBytes = max(peakMemoryBytes, other.peakMemoryBytes)
    sum.threads = max(threads, other.threads)
    return sum
  }
}

extension SoundMix {
  /// The sound of a part of a movie, or nil without tracks.
  package static func under(
    _ frames: Range<Int>, framesPerSecond: Double, _ tracks: [Soundtrack]
  ) throws(VideoError) -> SoundMix? {
    guard !tracks.isEmpty else { return nil }
    let seconds = { (count: Int) in Double(count) / framesPerSecond }
    return try SoundMix(mixing: tracks, from: seconds(frames.lowerBound), seconds: seconds(frames.count))
  }
}

extension Movie {
  /// MD5 of a frame's pixels. It detects machines that draw differently.
  /// - Parameter path: output file of the export.
  /// - Parameter options: options of the export.
  package func pictureDigest(
    ofFrame index: Int, to path: String, _ options: ExportOptions
  ) throws(MovieError) -> String {
    let (format, viewport) = try formatAndViewport(to: path, options)
    var sampling = try sampling(options)
    sampling.light = DynamicRangeTarget(format)
    let frame = MovieFrame(
      index: index, viewport: viewport, exposures: exposures(ofFrame: index, sampling), sampling: sampling,
      isDeep: isDeep(in: format), dithers: false, marksHighlights: false)
    var painter = FramePainter(workers: options.workers)
    do {
      guard frame.isDeep else {
        var picture = PixelBuffer(width: viewport.width, height: viewport.height)
        try painter.draw(frame, into: &picture)
        return try Digest.md5(picture)
      }
      var picture = DeepBuffer(width: viewport.width, height: viewport.height)
      try painter.draw(frame, into: &picture)
      return try Digest.md5(picture)
    } catch let error as MovieError {
      throw error
    } catch let error as VideoError {
      throw .video(error)
    } catch {
      throw .video(.failed(operation: "comparing frames", reason: "\(error)"))
    }
  }

  /// Size of the frames in an exported file. Errors: a size that the format does not accept.
  package func exportedSize(to path: String, _ options: ExportOptions) throws(MovieError) -> PixelSize {
    let (format, viewport) = try formatAndViewport(to: path, options)
    do throws(VideoError) { try format.check(width: viewport.width, height: viewport.height) } catch {
      throw .video(error)
    }
    return PixelSize(width: viewport.width, height: viewport.height)
  }
}
