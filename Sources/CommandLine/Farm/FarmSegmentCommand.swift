import ArgumentParser
import Foundation
import StarmineRendering
import StarmineFarm
import StarminePresets

struct FarmSegmentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segment", abstract: "Draw segments of a planned movie.",
    discussion: """
      A segment that is there is not drawn again, and two workers on one segment write the same file: tasks may be \
      repeated at will. Without a number it comes from the scheduler: \(Self.variables.joined(separator: ", ")).

      EXAMPLES:
        starmine farm segment show 3
        starmine farm segment show 0-3 --threads 4
        starmine farm segment show --task 2 --per-task 5
      """)

  /// Where schedulers say which task of an array it is.
  private static let variables = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"]

  @Argument(help: "The folder of the plan.", completion: .directory) var folder: String
  @Argument(help: "A segment, or some: 3 or 3-5.") var segments: FrameRangeArgument?

  @Option(help: ArgumentHelp("The task, instead of segments; the first is 0.", valueName: "n")) var task: Int?
  @Option(help: ArgumentHelp("Segments of a task.", valueName: "n")) var perTask = 1
  @Flag(help: "Draw also what is there.") var again = false
  @Option(help: "Threads that draw; 0 is one per core.") var threads = 0
  @Option(help: "How to show progress: a bar on a terminal, lines, or json.") var progress = ProgressStyle.auto
  @OptionGroup var log: LogOptions

  func validate() throws {
    guard (0...1024).contains(threads) else { throw ValidationError("--threads \(threads): expected 0 to 1024") }
    guard (1...1_000_000).contains(perTask) else { throw ValidationError("--per-task \(perTask): expected 1 or more") }
    if segments != nil, task != nil { throw ValidationError("name segments or a task, not both") }
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
      throw CommandError.interrupted("Interrupted; segment \(index) is not finished.")
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
        "task \(number) of \(perTask) segments each: the plan has segments 0-\(all.upperBound - 1)")
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
    throw CommandError.usage("which segment? Name it (0, 3-5), or a --task; no scheduler has set \(Self.variables[0])")
  }
}
