/// The scripts of a Slurm job: a task array, a dependent join, and a script that submits both.
package struct SlurmJob: Sendable {
  package struct File: Equatable, Sendable {
    package var name: String
    package var text: String
    package var isExecutable = false
  }

  private let plan: FarmPlan
  private let output: String
  private let tasks: FarmTasks
  private let chosen: [Int]
  private let program: String
  private let processors: Int

  package init(
    plan: FarmPlan, output: String, tasks: FarmTasks, chosen: [Int], program: String, processors: Int
  ) {
    (self.plan, self.output, self.tasks, self.chosen) = (plan, output, tasks, chosen)
    (self.program, self.processors) = (Self.quoted(program), processors)
  }

  package var files: [File] {
    [
      File(name: "render.sbatch", text: render), File(name: "join.sbatch", text: join),
      File(name: "submit", text: Self.submit, isExecutable: true),
    ]
  }

  /// `starmine-TITLE` in valid characters for a job name.
  private var name: String {
    let plain = plan.title.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return (["starmine"] + String(String(plain).prefix(40)).split(separator: "-").map(String.init)).joined(
      separator: "-")
  }

  /// GiB of memory: the process, and frames in progress at sixteen bytes per pixel.
  private var gigabytes: Int {
    let frames = Double(processors + 4) * Double(plan.width * plan.height) * 16
    return max(1, Int(((0.2e9 + frames) / 1e9).rounded(.up)))
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_=./,:+@%".contains($0)) }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// `srun` makes the program a step, so that signals reach it and not only the shell.
  private var render: String {
    """
    #!/bin/bash
    #SBATCH --job-name=\(name)
    #SBATCH --array=\(SegmentRanges.text(chosen))
    #SBATCH --ntasks=1
    #SBATCH --cpus-per-task=\(processors)
    #SBATCH --mem=\(gigabytes)G
    #SBATCH --time=01:00:00
    #SBATCH --requeue
    #SBATCH --open-mode=append
    #SBATCH --signal=TERM@60
    #SBATCH --output=log-%a.txt
    # A task has \(tasks.perTask) of \(tasks.segments) segments; SLURM_ARRAY_TASK_ID selects them.
    for attempt in 1 2 3; do
      srun --quiet \(program) farm segment . --per-task \(tasks.perTask) --threads \(processors)
      code=$?
      case $code in 0 | 2 | 130 | 143) exit $code ;; esac   # complete, invalid input, or stopped
      sleep $((5 * attempt))
    done
    exit $code

    """
  }

  private var join: String {
    """
    #!/bin/bash
    #SBATCH --job-name=\(name)-join
    #SBATCH --ntasks=1
    #SBATCH --mem=1G
    #SBATCH --time=01:00:00
    #SBATCH --output=log-join.txt
    srun --quiet \(program) farm join . \(Self.quoted(output))

    """
  }

  private static let submit = """
    #!/bin/bash
    # Submits the array and the join, which waits for all tasks. The join is cancelled if a task fails.
    set -euo pipefail
    cd "$(dirname "${BASH_SOURCE[0]}")"
    render=$(sbatch --parsable render.sbatch)
    join=$(sbatch --parsable --dependency="afterok:$render" --kill-on-invalid-dep=yes join.sbatch)
    echo "render $render, join $join"

    """
}
