import Synchronization

extension FrameComparison: FrameSink {}

extension Movie {
  /// Draws frames again and compares them with those of an exported file. Returns if all are equal. Errors:
  /// `VideoError.differs` for the first different frame, and errors of an export.
  ///
  /// Frames of a lossless file must be identical. Otherwise, means of parts of the frames are compared, as during an
  /// export.
  /// - Parameter orders: frames of the file, starting with 0, ascending; nil: all.
  /// - Parameter progress: called after each frame.
  package func compare(
    with path: String, frames orders: [Int]?, options: ExportOptions, progress: (ExportProgress) -> Void = { _ in }
  ) throws(MovieError) {
    let frames = try frameRange(options.frames)
    let (format, viewport) = try formatAndViewport(to: path, options)
    let orders = orders ?? Array(0..<frames.count)
    let comparison: FrameComparison
    do throws(VideoError) {
      let file = try FileFrames(
        path: path, format: format, count: frames.count, firstNumber: options.video.firstNumber + frames.lowerBound)
      comparison = FrameComparison(
        path: path, format: format, width: viewport.width, height: viewport.height, crf: options.video.crf,
        file: file, orders: orders)
    } catch {
      throw .video(error)
    }
    var options = options
    if format.needsPalette, options.video.palettes.isEmpty {
      let hasAlpha = options.video.additiveAlpha != .screen
      options.video.palettes = try palettes(of: frames, in: viewport, hasAlpha: hasAlpha, options.paletteScope)
    }
    let indices = orders.map { frames.lowerBound + $0 }
    try draw(indices, as: format, viewport, options, into: comparison, progress)
  }

  private func draw<Sink: FrameSink & ~Copyable>(
    _ indices: [Int], as format: VideoFormat, _ viewport: Viewport, _ options: ExportOptions,
    into sink: consuming Sink, _ progress: (ExportProgress) -> Void
  ) throws(MovieError) {
    var sampling = try sampling(options)
    sampling.light = DynamicRangeTarget(format)
    try checkSize(sampling, viewport)
    let isDeep = isDeep(in: format)
    let memory = try memory(for: format, viewport, sampling, options, isDeep: isDeep)
    let conversion: VideoConversion
    do throws(VideoError) {
      conversion = try VideoConversion(format, width: viewport.width, height: viewport.height, options.video)
    } catch {
      throw .video(error)
    }
    _ = try draw(indices, viewport, sampling, conversion, memory, isDeep: isDeep, into: sink, options, progress)
  }
}
