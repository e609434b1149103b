import ArgumentParser

/// Movies in pieces, on many machines.
struct FarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "farm", abstract: "Draw a movie in segments, on one machine or a cluster.",
    discussion: """
      A plan freezes the document, its images and all options in a folder; a task draws one segment of it; joined, the \
      segments are byte for byte the file that `starmine render` writes. Any scheduler will do, since a task is \
      `starmine farm segment FOLDER NUMBER`; `farm slurm` writes the files of a job.

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
