import ArgumentParser
import Foundation
import StarmineFarm
import StarminePresets

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
