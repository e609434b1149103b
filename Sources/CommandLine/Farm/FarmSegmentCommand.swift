struct FarmSegmentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segment", abstract: "Render segments of a plan.",
    discussion: """
      Skips complete segments. A task can be repeated, and two workers can render the same segment. Without a number, \
      reads the task from the scheduler: \(Self.variables.joined(separator: ", ")).

      EXAMPLES:
        starmine farm segment show 3
        starmine farm segment show 0-3 --threads 4
        starmine farm segment show --task 2 --per-task 5
      """)

  private static let variables = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"]

  @Argument(help: "Folder of the plan.", completion: .directory) var folder: String
  @Argument(help: "One segment or a range: 3 or 3-5.") var segments: FrameRangeArgument?

  @Option(help: ArgumentHelp("Task number instead of segments. The first task is 0.", valueName: "n")) var task: Int?
  @Option(help: ArgumentHelp("Number of segments per task.", valueName: "n")) var perTask = 1
  @Flag(help: "Render complete segments again.") var again = false
  @Option(help: "Number of render threads, 0 to 1024. 0: one per core.") var threads = 0
  @Option(help: "Progress on standard error: a bar, lines for logs, or json.") var progress = ProgressStyle.auto
  @OptionGroup var log: LogOptions

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    guard (1...1_000_000).contains(perTask) else { throw ValidationError("--per-task \(perTask): expected 1 or more") }
    if segments != nil, task != nil { throw ValidationError("segments and --task cannot be combined") }
  }

  func run() throws {
    if progress == .json { Log.change { $0.format = .json } }
    let folder = try SegmentFolder(reading: folder)
    let chosen = try chosenSegments(folder.plan)
    let missing = chosen.filter { again || folder.state($0).receipt == nil }
    for index in chosen where !missing.contains(index) { Log.result("segment \(index) is there") }
    guard !missing.isEmpty else { return }
    let interruption = Interruption()
    let request = interruption.request
    let movie = try FarmMovie(folder, threads: Threads.count(threads)) { request.isMade }
    let work = try SegmentWork(folder, movie.movie, movie.options, host: ProgramIdentity.host)
    for index in missing { try draw(index, work) }
  }

  private func draw(_ index: Int, _ work: SegmentWork) throws {
    var reporter = ProgressReporter(style: progress, output: "segment \(index)")
    defer { reporter.finish() }
    do throws(FarmError) {
      let (receipt, _) = try work.draw(index) { reporter.update($0) }
      reporter.finish()
      Log.result(
        String(
          format: "segment %d: %@ in %.1f s (%.1f fps), %.2f MB", index, receipt.count.counted("frame"),
          receipt.seconds,
          Double(receipt.count) / max(receipt.seconds, 1e-9), Double(receipt.bytes) / 1e6))
    } catch {
      reporter.finish()
      guard error == .movie(.cancelled) else { throw error }
      throw CommandError.interrupted("Interrupted. Segment \(index) is not complete.")
    }
  }

  private func chosenSegments(_ plan: FarmPlan) throws -> [Int] {
    let all = 0..<plan.segmentCount
    if let segments {
      guard all.contains(segments.frames.lowerBound), all.contains(segments.frames.upperBound - 1) else {
        throw CommandError.usage(
          "segments \(SegmentRanges.text(Array(segments.frames.prefix(2)))): the plan has 0-\(all.upperBound - 1)")
      }
      return Array(segments.frames)
    }
    let number = try task ?? taskOfScheduler()
    let chosen = FarmTasks(segments: all.count, perTask: perTask).segments(ofTask: number)
    guard !chosen.isEmpty else {
      throw CommandError.usage(
        "task \(number) of \(perTask) segments per task: the plan has segments 0-\(all.upperBound - 1)")
    }
    return Array(chosen)
  }

  private func taskOfScheduler() throws -> Int {
    let environment = ProcessInfo.processInfo.environment
    for name in Self.variables {
      guard let value = environment[name], !value.isEmpty else { continue }
      guard let number = Int(value) else { throw CommandError.usage("\(name)=\(value): expected a number") }
      return number
    }
    throw CommandError.usage("name a segment (0 or 3-5), use --task, or set \(Self.variables[0])")
  }
}
