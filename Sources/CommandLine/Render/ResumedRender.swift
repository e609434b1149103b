/// A render with segments next to its output until it is complete, so that it can be resumed after a crash.
struct ResumedRender {
  private let job: RenderJob
  private let movie: Movie
  private let options: ExportOptions
  private let folder: SegmentFolder

  init(_ job: RenderJob, _ render: RenderPlan, _ source: PresetSource) throws {
    var status = stat()
    let isFile = stat(job.path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    guard isFile, !OutputFile.leadsToStandardOutput(job.path) else {
      throw CommandError.usage("--resume: \(job.path) is not a regular file. Leave out --resume")
    }
    try OutputFile.check(job.path, in: render.options.video.scope)
    (self.job, movie, options) = (job, render.movie, render.options)
    let plan = try FarmPlan(
      render, source, preset: job.preset, segmentFrames: VideoFormat.segmentFrames, isFrozen: false
    ).sealed()
    folder = try SegmentFolder(path: job.path + ".segments", plan: plan)
    guard FileScope(beside: job.path).contains(folder.path) else {
      throw FileError(path: folder.path, reason: FileError.isOutside)
    }
  }

  /// Draws missing segments, joins all, and removes them.
  func run(progress: (ExportProgress) -> Void) throws -> ExportStatistics {
    let start = ContinuousClock.now
    guard let lock = try FolderLock(folder.path) else {
      throw CommandError.failed(
        "\(job.path): another process renders this file with --resume. Wait for it, or name another file")
    }
    let kept = try prepare()
    let plan = folder.plan
    let work = try SegmentWork(folder, movie, options, host: ProgramIdentity.host)
    var statistics = ExportStatistics.none
    var done = kept.reduce(0) { $0 + plan.frames(ofSegment: $1).count }
    for index in 0..<plan.segmentCount where !kept.contains(index) {
      let before = done
      do throws(FarmError) {
        let result = try work.draw(index) { part in
          progress(
            ExportProgress(
              framesDone: before + part.framesDone, frameCount: plan.frameCount, liveParticles: part.liveParticles,
              secondsElapsed: (ContinuousClock.now - start) / .seconds(1)))
        }
        statistics = statistics.adding(result.statistics)
      } catch {
        guard error == .movie(.cancelled) else { throw error }
        throw CommandError.interrupted(
          "Interrupted. Finished segments are in \(folder.path). Run the same command to continue.")
      }
      done += plan.frames(ofSegment: index).count
    }
    statistics.outputBytes = try FarmJoin(folder, options: options.video).run(to: job.path)
    SegmentFolder.removeAll(in: folder.path)
    lock.release()
    statistics.frames = plan.frameCount
    statistics.wallSeconds = (ContinuousClock.now - start) / .seconds(1)
    return statistics
  }

  /// Creates or checks the folder, and prints what is resumed.
  /// - Returns: complete segments.
  private func prepare() throws -> Set<Int> {
    var reasons: [String] = []
    if FileManager.default.fileExists(atPath: folder.planPath) {
      do throws(FarmError) {
        reasons = folder.plan.differences(from: try SegmentFolder(reading: folder.path).plan)
      } catch {
        reasons = ["\(error)"]
      }
      if reasons.isEmpty { return keptSegments() }
      Log.note("\(job.path): rendering starts from the first frame: \(reasons.joined(separator: "; "))")
    }
    SegmentFolder.removeFiles(in: folder.path)
    try folder.create()
    return []
  }

  private func keptSegments() -> Set<Int> {
    folder.removeStaleFiles(now: Int(time(nil)))
    var kept = Set<Int>()
    for index in 0..<folder.plan.segmentCount {
      switch folder.state(index) {
      case .missing: break
      case .invalid(let reason): Log.note("segment \(index) is rendered again: \(reason)")
      case .done(let receipt):
        if let problem = folder.contentProblem(receipt) {
          Log.note("segment \(index) is rendered again: \(problem)")
        } else {
          kept.insert(index)
        }
      }
    }
    if !kept.isEmpty { Log.note("\(job.path): \(kept.count) of \(folder.plan.segmentCount) segments are complete") }
    return kept
  }
}
