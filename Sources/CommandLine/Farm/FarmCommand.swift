/// Movies in pieces, on many machines.
struct FarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "farm", abstract: "Render a movie in segments on one machine or a cluster.",
    discussion: """
      `plan` copies the document, its images and all options to a folder. `segment` renders one segment. `join` writes \
      the movie, with the same bytes as `starmine render`. Use any scheduler: a task runs `starmine farm segment \
      FOLDER NUMBER`. `slurm` writes job files for Slurm.

      EXAMPLES:
        starmine farm plan fireworks-show -o show
        starmine farm segment show 0-2
        starmine farm status show
        starmine farm slurm show --submit
        starmine farm join show show.mp4
      """,
    subcommands: [
      FarmPlanCommand.self, FarmSegmentCommand.self, FarmStatusCommand.self, FarmJoinCommand.self,
      FarmSlurmCommand.self,
    ])
}

struct FarmStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Print which segments are complete.",
    discussion: """
      Exits with 3 while segments are missing.

      EXAMPLES:
        starmine farm status show
        starmine farm status show --json
      """)

  @Argument(help: "Folder of the plan.", completion: .directory) var folder: String
  @Flag(help: "Print JSON (schema/farm-status.schema.json).") var json = false
  @OptionGroup var log: LogOptions

  func run() throws {
    let status = FarmStatus(try SegmentFolder(reading: folder))
    if json { try printJSON(status) } else { show(status) }
    if !status.isComplete { throw ExitCode(CommandError.Code.no.rawValue) }
  }

  private func show(_ status: FarmStatus) {
    print(status.summary)
    for host in status.hosts {
      print(String(format: "%@: %@, %.1f fps", host.host, host.segments.counted("segment"), host.framesPerSecond))
    }
    if let seconds = status.secondsLeft, !status.isComplete {
      let left = (status.frames - status.framesDone).counted("frame")
      print(String(format: "%@ left: %.0f s at this rate", left, seconds))
    }
  }
}

struct FarmJoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Join the segments into a movie.",
    discussion: """
      Checks first that all segments are complete, have the right checksums, and come from the same versions of \
      program and encoder. Writes the file only after all checks pass.

      EXAMPLES:
        starmine farm join show show.mp4
        starmine farm join show --wait
      """)

  @Argument(help: "Folder of the plan.", completion: .directory) var folder: String
  @Argument(help: "Output file. Default: the name in the plan, in its folder.", completion: .file()) var output: String?
  @Flag(help: "Wait until all segments are complete.") var wait = false
  @OptionGroup var log: LogOptions

  func run() throws {
    let folder = try SegmentFolder(reading: folder)
    var join = try FarmMovie.join(folder)
    if output == nil { join.options.scope = FileScope(folder: folder.path) }
    if wait { try waitForSegments(folder) }
    folder.removeStaleFiles(now: Int(time(nil)))
    let path = output ?? "\(folder.path)/\(folder.plan.output)"
    try OutputPath.makeFolder(of: path)
    let bytes = try join.run(to: path)
    let plan = folder.plan
    Log.result(
      String(
        format: "%@: %@ of %dx%d, %.2f s, %@, %.2f MB", path, plan.frameCount.counted("frame"), plan.width,
        plan.height, Double(plan.frameCount) / plan.framesPerSecond, plan.segmentCount.counted("segment"),
        Double(bytes) / 1e6), on: path)
  }

  private func waitForSegments(_ folder: SegmentFolder) throws {
    let interruption = Interruption()
    var said = ""
    while true {
      let status = FarmStatus(folder)
      if status.isComplete { return }
      if status.summary != said { Log.note(status.summary) }
      said = status.summary
      for _ in 0..<20 {
        if interruption.request.isMade { throw CommandError.interrupted("Interrupted while waiting.") }
        usleep(100_000)
      }
    }
  }
}
