package struct SegmentWork {
  private let folder: SegmentFolder
  private let movie: Movie
  private let options: ExportOptions
  private let host: String

  /// - Parameter movie: the movie of the plan.
  /// - Parameter options: options of its export; frames and format are those of the segment.
  /// - Parameter host: name of this machine.
  /// - Throws: `FarmError.unusable` if the movie differs from the plan.
  package init(_ folder: SegmentFolder, _ movie: Movie, _ options: ExportOptions, host: String) throws(FarmError) {
    (self.folder, self.movie, self.options, self.host) = (folder, movie, options, host)
    let plan = folder.plan
    let size: PixelSize
    do throws(MovieError) { size = try movie.exportedSize(to: plan.output, options) } catch { throw .movie(error) }
    guard size == PixelSize(width: plan.width, height: plan.height), movie.frameCount >= plan.frames.upperBound,
      movie.framesPerSecond == plan.framesPerSecond
    else { throw .unusable("\(folder.path): the movie differs from the plan") }
  }

  /// Draws a segment, then writes its file and its receipt.
  package func draw(
    _ index: Int, progress: (ExportProgress) -> Void
  ) throws(FarmError) -> (receipt: SegmentReceipt, statistics: ExportStatistics) {
    let (plan, path) = (folder.plan, folder.segmentPath(index))
    let frames = plan.frames(ofSegment: index)
    // From here on the segment does not exist.
    folder.free(index)
    let statistics = try export(frames, to: path, progress)
    let (bytes, sha256): (Int, String)
    do throws(VideoError) {
      let file = try InputFile.written(path)
      (bytes, sha256) = (file.content.size, try file.sha256())
    } catch {
      throw .media(error)
    }
    let receipt = SegmentReceipt(
      segment: index, first: frames.lowerBound, count: frames.count, bytes: bytes, sha256: sha256,
      isOpaque: statistics.isOpaque, light: statistics.light,
      firstFrame: try picture(frames.lowerBound),
      nextFrame: frames.upperBound < plan.frames.upperBound ? try picture(frames.upperBound) : nil,
      digest: plan.digest, program: plan.program, encoder: plan.encoder, host: host, seconds: statistics.wallSeconds)
    try folder.write(receipt)
    return (receipt, statistics)
  }

  private func export(
    _ frames: Range<Int>, to path: String, _ progress: (ExportProgress) -> Void
  ) throws(FarmError) -> ExportStatistics {
    var options = options
    (options.frames, options.segmentOf) = (frames, folder.plan.output)
    options.video.scope = FileScope(folder: folder.path)
    do throws(MovieError) { return try movie.export(to: path, options: options, progress: progress) } catch {
      throw .movie(error)
    }
  }

  private func picture(_ frame: Int) throws(FarmError) -> String {
    do throws(MovieError) {
      return try movie.pictureDigest(ofFrame: frame, to: folder.plan.output, options)
    } catch {
      throw .movie(error)
    }
  }

  /// Seconds per frame on one thread: the mean of `count` frames distributed over the movie.
  package static func secondsPerFrame(
    _ movie: Movie, _ frames: Range<Int>, to path: String, _ options: ExportOptions, count: Int = 8
  ) throws(FarmError) -> Double {
    var options = options
    options.workers = 1
    let clock = ContinuousClock()
    let start = clock.now
    do throws(MovieError) {
      for sample in 0..<count {
        let frame = frames.lowerBound + frames.count * (2 * sample + 1) / (2 * count)
        _ = try movie.pictureDigest(ofFrame: frame, to: path, options)
      }
    } catch {
      throw .movie(error)
    }
    return start.duration(to: clock.now) / .seconds(1) / Double(count)
  }
}
