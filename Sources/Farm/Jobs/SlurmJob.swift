/// An array of tasks and a dependent join for Slurm.
package enum SlurmJob {
  package static func files(_ job: FarmJob) -> [FarmJob.File] {
    [
      FarmJob.File(name: "render.sbatch", text: render(job)), FarmJob.File(name: "join.sbatch", text: join(job)),
      FarmJob.File(name: "submit", text: submit(job), isExecutable: true),
    ]
  }

  /// `srun` makes the program a step: then a signal reaches it, and not the shell alone.
  private static func render(_ job: FarmJob) -> String {
    """
    #!/bin/bash
    #SBATCH --job-name=\(job.name)
    #SBATCH --array=\(job.taskList)
    #SBATCH --ntasks=1
    #SBATCH --cpus-per-task=\(job.processors)
    #SBATCH --mem=\(job.gigabytes)G
    #SBATCH --time=01:00:00
    #SBATCH --requeue
    #SBATCH --open-mode=append
    #SBATCH --signal=TERM@60
    #SBATCH --output=log-%a.txt
    # A task has \(job.tasks.perTask) of \(job.tasks.segments) segments; its number comes from SLURM_ARRAY_TASK_ID.
    for attempt in 1 2 3; do
      srun --quiet \(FarmJob.quoted(job.program)) farm segment . --per-task \(job.tasks.perTask) --threads \(job.processors)
      code=$?
      case $code in 0 | 2 | 130 | 143) exit $code ;; esac   # done; will never work; told to stop
      sleep $((5 * attempt))
    done
    exit $code

    """
  }

  private static func join(_ job: FarmJob) -> String {
    """
    #!/bin/bash
    #SBATCH --job-name=\(job.name)-join
    #SBATCH --ntasks=1
    #SBATCH --mem=1G
    #SBATCH --time=01:00:00
    #SBATCH --output=log-join.txt
    srun --quiet \(FarmJob.quoted(job.program)) farm join . \(FarmJob.quoted(job.output))

    """
  }

  private static func submit(_ job: FarmJob) -> String {
    """
    #!/bin/bash
    # Submits the array, and the join that waits for it. The join is cancelled where a task fails.
    set -euo pipefail
    cd "$(dirname "${BASH_SOURCE[0]}")"
    render=$(sbatch --parsable render.sbatch)
    join=$(sbatch --parsable --dependency="afterok:$render" --kill-on-invalid-dep=yes join.sbatch)
    echo "render $render, join $join"

    """
  }
}
