struct FarmSlurmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slurm", abstract: "Write an array job for Slurm.",
    discussion: """
      Documentation/cluster.md has job files for Kubernetes, Open Job Description and GNU parallel.

      EXAMPLES:
        starmine farm slurm show --submit
        starmine farm slurm show --missing --submit
      """)

  @Argument(help: "Folder of the plan.", completion: .directory) var folder: String

  @Option(name: .shortAndLong, help: "Path of the final movie. Default: the name in the plan, in its folder.")
  var output: String?

  @Option(help: ArgumentHelp("Number of segments per task. Default: from the estimate of the plan.", valueName: "n"))
  var perTask: Int?

  @Flag(help: "Run only tasks whose segments are missing.") var missing = false

  @Option(help: ArgumentHelp("Number of processors per task.", valueName: "n")) var cpus = 1

  @Option(help: ArgumentHelp("Path of the program on the workers.", valueName: "path"))
  var program = "starmine"

  @Flag(help: "Submit the job.") var submit = false

  @OptionGroup var log: LogOptions

  func validate() throws {
    if let perTask, !(1...1_000_000).contains(perTask) {
      throw ValidationError("--per-task \(perTask): expected 1 or more")
    }
    guard (1...1024).contains(cpus) else { throw ValidationError("--cpus \(cpus): expected 1 to 1024") }
  }

  func run() throws {
    guard let job = try job() else { return }
    for file in job.files {
      let path = "\(folder)/\(file.name)"
      try OutputFile.write(Array(file.text.utf8), to: path, in: FileScope(folder: folder))
      if file.isExecutable { chmod(path, 0o755) }
    }
    let script = "\(folder)/submit"
    Log.result("\(job.files.map { "\(folder)/\($0.name)" }.joined(separator: ", ")); next: \(script)")
    if submit { try start(script) }
  }

  /// The job; nil, after a message, if no segment is missing.
  private func job() throws -> SlurmJob? {
    let folder = try SegmentFolder(reading: folder)
    let segments = folder.plan.segmentCount
    let tasks = perTask.map { FarmTasks(segments: segments, perTask: $0) } ?? FarmTasks(folder.plan)
    let chosen = missing ? tasks.tasks(of: FarmStatus(folder).missing) : Array(0..<tasks.count)
    guard !chosen.isEmpty else {
      Log.result("all segments are complete; run starmine farm join \(self.folder)")
      return nil
    }
    guard chosen.count <= FarmTasks.most else {
      let enough = (segments + FarmTasks.most - 1) / FarmTasks.most
      throw CommandError.usage("\(chosen.count) tasks; Slurm accepts \(FarmTasks.most). Use --per-task \(enough)")
    }
    let path = output ?? "\(self.folder)/\(folder.plan.output)"
    return SlurmJob(
      plan: folder.plan, output: URL(fileURLWithPath: path).standardizedFileURL.path, tasks: tasks, chosen: chosen,
      program: program, processors: cpus)
  }

  private func start(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: script)
    do { try process.run() } catch {
      throw CommandError.failed("\(script) cannot start: \(error.localizedDescription)")
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CommandError.failed(
        "\(script) failed with exit code \(process.terminationStatus). Check that this machine can submit Slurm jobs")
    }
  }
}
