/// A script for GNU parallel, on this machine or over ssh.
package enum ParallelJob {
  package static func files(_ job: FarmJob) -> [FarmJob.File] {
    [FarmJob.File(name: "parallel.sh", text: script(job), isExecutable: true)]
  }

  /// parallel hands words to a shell, hence the second quoting.
  private static func script(_ job: FarmJob) -> String {
    let command = FarmJob.quoted(FarmJob.quoted(job.program))
    let tasks = job.chosen.map { task in
      let segments = job.tasks.segments(ofTask: task)
      return segments.count == 1 ? "\(segments.lowerBound)" : "\(segments.lowerBound)-\(segments.upperBound - 1)"
    }
    return """
      #!/bin/bash
      # parallel.sh [options of parallel]: without any, on this machine; -S 4/host1 -S 4/host2 with a shared folder.
      # After a failure: parallel.sh --resume-failed
      set -euo pipefail
      folder="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
      parallel --will-cite --joblog "$folder/parallel.log" --retries 3 "$@" \\
        \(command) farm segment "$(printf %q "$folder")" --threads \(job.processors) --quiet {} <<'SEGMENTS'
      \(tasks.joined(separator: "\n"))
      SEGMENTS
      \(FarmJob.quoted(job.program)) farm join "$folder" \(FarmJob.quoted(job.output))

      """
  }
}
