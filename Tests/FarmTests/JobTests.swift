import Foundation
import StarmineFarm
import StarmineTestSupport
import Testing

/// Files of a Slurm job, word for word: `UPDATE_GOLDEN=1` writes them again.
@Suite struct JobTests {
  private static func job(_ title: String = "Show 1", output: String = "/movies/it's a show.mp4") -> SlurmJob {
    let tasks = FarmTasks(segments: 8, perTask: 1)
    return SlurmJob(
      plan: TestFarm.plan(output: "show.mp4", frames: 0..<1900, title: title), output: output, tasks: tasks,
      chosen: Array(0..<tasks.count), program: "starmine", processors: 2)
  }

  @Test func filesAreAsTheyWereApproved() throws {
    let found = Self.job().files.map { "==== \($0.name)\($0.isExecutable ? " *" : "")\n\($0.text)" }.joined()
    let path = "Tests/FarmTests/Golden/slurm.txt"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try found.write(to: Checkout.root.appending(path: path), atomically: true, encoding: .utf8)
    }
    #expect(try Checkout.text(of: path) == found)
  }

  @Test func namesAreShortAndPlain() {
    let long = "starmine" + String(repeating: "-ab", count: 13) + "-a"
    for (title, name) in [
      ("snow", "starmine-snow"), ("Schnee & Übermut!", "starmine-schnee-bermut"), ("雪", "starmine"),
      (String(repeating: "ab-", count: 90), long),
    ] {
      let texts = Self.job(title).files.map(\.text)
      #expect(texts[0].contains("--job-name=\(name)\n") && texts[1].contains("--job-name=\(name)-join\n"))
    }
  }

  /// The shell reads back what was put in.
  @Test(arguments: ["plain", "it's", "a b", "$HOME `x` \"y\" \\", "", "-o", "ü;&|"])
  func wordsOfAShellStayWhole(word: String) throws {
    let text = Self.job(output: word).files[1].text
    let line = try #require(text.split(separator: "\n").last)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "srun() { for last; do :; done; printf '%s' \"$last\"; }; \(line)"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    process.waitUntilExit()
    #expect(String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == word)
  }

  @Test func largeFramesGetMemory() {
    var plan = TestFarm.plan()
    (plan.width, plan.height) = (7680, 4320)
    let job = SlurmJob(
      plan: plan, output: "/o", tasks: FarmTasks(segments: 3, perTask: 1), chosen: [1], program: "starmine",
      processors: 4)
    #expect(job.files[0].text.contains("#SBATCH --mem=5G\n"))
    #expect(job.files[0].text.contains("#SBATCH --array=1\n"))
  }

  @Test func tasksAreWorthTheirStartAndShared() {
    var plan = TestFarm.plan(frames: 0..<240 * 2400)
    plan.secondsPerFrame = 0.01
    // 30 s are 12.5 segments.
    #expect(FarmTasks(plan).perTask == 13)
    plan.secondsPerFrame = 10
    #expect(FarmTasks(plan).perTask == 3, "not more than 1000 tasks")
    plan.secondsPerFrame = 0
    #expect(FarmTasks(plan).perTask == 100, "eight workers with three tasks each, and more")
  }
}
