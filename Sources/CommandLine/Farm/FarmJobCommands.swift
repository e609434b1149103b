import ArgumentParser
import Foundation
import StarmineFarm
import StarmineGraphics
import StarmineMedia

/// Parts that the files of all schedulers are made of.
struct FarmJobOptions: ParsableArguments {
  @Argument(help: "The folder of the plan.", completion: .directory) var folder: String

  @Option(name: .shortAndLong, help: "The file that is made in the end. Default: the plan's, in its folder.")
  var output: String?

  @Option(help: ArgumentHelp("Segments of a task. Default: from the plan's estimate.", valueName: "n"))
  var perTask: Int?

  @Flag(help: "Only tasks whose segments are missing.") var missing = false

  @Option(help: ArgumentHelp("Processors of a task.", valueName: "n")) var cpus = 1

  @Option(help: ArgumentHelp("What the program is called on the workers.", valueName: "path"))
  var program = "starmine"

  @OptionGroup var log: LogOptions

  func validate() throws {
    if let perTask, !(1...1_000_000).contains(perTask) {
      throw ValidationError("--per-task \(perTask): expected 1 or more")
    }
    guard (1...1024).contains(cpus) else { throw ValidationError("--cpus \(cpus): expected 1 to 1024") }
  }

  /// The job; nil where nothing is missing, which is said.
  ///
  /// - Parameter seconds: of work that makes a task worth its start.
  func job(seconds: Double) throws -> FarmJob? {
    let folder = try SegmentFolder(reading: folder)
    let tasks =
      perTask.map { FarmTasks(segments: folder.plan.segmentCount, perTask: $0) }
      ?? FarmTasks(folder.plan, seconds: seconds)
    let chosen = missing ? tasks.tasks(of: FarmStatus(folder).missing) : Array(0..<tasks.count)
    guard !chosen.isEmpty else {
      Log.result("nothing is missing: starmine farm join \(self.folder)")
      return nil
    }
    let absolute = URL(fileURLWithPath: self.folder).standardizedFileURL.path
    let path = output.map { URL(fileURLWithPath: $0).standardizedFileURL.path } ?? "\(absolute)/\(folder.plan.output)"
    return FarmJob(
      plan: folder.plan, folder: absolute, output: path, tasks: tasks, chosen: chosen, program: program,
      processors: cpus)
  }

  func write(_ files: [FarmJob.File], next: String) throws {
    for file in files {
      let path = "\(folder)/\(file.name)"
      try OutputFile.write(Array(file.text.utf8), to: path, in: FileScope(folder: folder))
      if file.isExecutable { chmod(path, 0o755) }
    }
    Log.result("\(files.map { "\(folder)/\($0.name)" }.joined(separator: ", ")); next: \(next)")
  }
}

struct FarmSlurmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slurm", abstract: "Write an array job for Slurm.",
    discussion: """
      EXAMPLES:
        starmine farm slurm show --submit
        starmine farm slurm show --missing --submit
      """)

  @OptionGroup var options: FarmJobOptions
  @Flag(help: "Submit it.") var submit = false

  func run() throws {
    guard let job = try options.job(seconds: 30) else { return }
    guard job.chosen.count <= FarmTasks.most else {
      let enough = (job.tasks.segments + FarmTasks.most - 1) / FarmTasks.most
      throw CommandError.usage(
        "\(job.chosen.count) tasks: Slurm takes \(FarmTasks.most) in an array; --per-task \(enough)")
    }
    let script = "\(options.folder)/submit"
    try options.write(SlurmJob.files(job), next: script)
    guard submit else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: script)
    do { try process.run() } catch {
      throw CommandError.failed("\(script) cannot be started: \(error.localizedDescription)")
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CommandError.failed(
        "\(script) has failed (\(process.terminationStatus)); is this a machine that submits to Slurm?")
    }
  }
}

struct FarmOpenJobCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openjd", abstract: "Write a template of Open Job Description (Deadline Cloud).",
    discussion: """
      EXAMPLES:
        starmine farm openjd show
      """)

  @OptionGroup var options: FarmJobOptions

  func run() throws {
    guard let job = try options.job(seconds: 30) else { return }
    try options.write(
      OpenJobDescription.files(job),
      next: "openjd run \(options.folder)/openjd.yaml --step Join --run-dependencies -p Folder=\(options.folder)")
  }
}

struct FarmKubernetesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kubernetes", abstract: "Write an indexed job for Kubernetes.",
    discussion: """
      The folder lies on a volume that all pods mount at /movie. Segments that are there end at once.

      EXAMPLES:
        starmine farm kubernetes show --image example.org/starmine:0.1 --claim movies
      """)

  @OptionGroup var options: FarmJobOptions

  @Option(help: ArgumentHelp("The container that has the program.", valueName: "image"))
  var image = "starmine:\(StarmineCommand.configuration.version.split(separator: " ").last ?? "latest")"

  @Option(help: ArgumentHelp("The claim of the volume, ReadWriteMany.", valueName: "name"))
  var claim = "starmine-movie"

  func run() throws {
    guard let job = try options.job(seconds: 120) else { return }
    try options.write(
      KubernetesJob.files(job, image: image, claim: claim), next: "kubectl apply -f \(options.folder)/kubernetes.yaml")
  }
}

struct FarmParallelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parallel", abstract: "Write a script for GNU parallel.",
    discussion: """
      EXAMPLES:
        starmine farm parallel show
        starmine farm parallel show --missing
      """)

  @OptionGroup var options: FarmJobOptions

  func run() throws {
    guard let job = try options.job(seconds: 30) else { return }
    try options.write(ParallelJob.files(job), next: "\(options.folder)/parallel.sh")
  }
}
