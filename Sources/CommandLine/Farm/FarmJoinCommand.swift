import ArgumentParser
import Foundation
import StarmineFarm
import StarmineGraphics
import StarmineMedia
import StarminePresets

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
