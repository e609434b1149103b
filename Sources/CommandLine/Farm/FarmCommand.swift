import ArgumentParser

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
