import Foundation
import StarmineFarm
import StarmineTestSupport
import Testing

/// Files that schedulers get, word for word: `UPDATE_GOLDEN=1` writes it anew, and the test fails once.
@Suite struct JobTests {
  private static func job(
    _ title: String = "Show 1", output: String = "/movies/it's a show.mp4", perTask: Int = 1, chosen: [Int]? = nil
  ) -> FarmJob {
    let tasks = FarmTasks(segments: 8, perTask: perTask)
    return FarmJob(
      plan: TestFarm.plan(output: "show.mp4", frames: 0..<1900, title: title), folder: "/farm/show", output: output,
      tasks: tasks, chosen: chosen ?? Array(0..<tasks.count), program: "starmine", processors: 2)
  }

  private static let texts: [String: [FarmJob.File]] = [
    "slurm": SlurmJob.files(job()), "parallel": ParallelJob.files(job(perTask: 3, chosen: [0, 2])),
    "openjd": OpenJobDescription.files(job(perTask: 2)),
    "kubernetes": KubernetesJob.files(job(), image: "registry.example/starmine:0.1.0", claim: "movies"),
  ]

  @Test(arguments: texts.keys.sorted()) func filesAreAsTheyWereApproved(name: String) throws {
    let found = (Self.texts[name] ?? []).map { "==== \($0.name)\($0.isExecutable ? " *" : "")\n\($0.text)" }.joined()
    let path = "Tests/FarmTests/Golden/\(name).txt"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try found.write(to: Checkout.root.appending(path: path), atomically: true, encoding: .utf8)
    }
    #expect(try Checkout.text(of: path) == found)
  }

  @Test func namesSuitEveryScheduler() {
    for (title, name) in [
      ("snow", "starmine-snow"), ("Schnee & Übermut!", "starmine-schnee-bermut"), ("雪", "starmine"),
    ] {
      let text = KubernetesJob.files(Self.job(title), image: "i", claim: "c")[0].text
      #expect(text.contains("metadata: { name: \(name) }\n"), "\(title)")
    }
    let long = KubernetesJob.files(Self.job(String(repeating: "ab-", count: 90)), image: "i", claim: "c")[0].text
    let names = long.matches(of: /metadata: \{ name: (\S+) \}/).map { $0.output.1 }
    #expect(
      names.count == 2 && names.allSatisfy { $0.count <= 63 && $0.hasPrefix("starmine-ab") && !$0.hasSuffix("-") })
  }

  /// The shell reads back what was put in.
  @Test(arguments: ["plain", "it's", "a b", "$HOME `x` \"y\" \\", "", "-o", "ü;&|"])
  func wordsOfAShellStayWhole(word: String) throws {
    let text = SlurmJob.files(Self.job(output: word))[1].text
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
    let job = FarmJob(
      plan: plan, folder: "/f", output: "/o", tasks: FarmTasks(segments: 3, perTask: 1), chosen: [1],
      program: "starmine",
      processors: 4)
    #expect(SlurmJob.files(job)[0].text.contains("#SBATCH --mem=5G\n"))
    #expect(SlurmJob.files(job)[0].text.contains("#SBATCH --array=1\n"))
  }

  @Test func tasksAreWorthTheirStartAndShared() {
    var plan = TestFarm.plan(frames: 0..<240 * 2400)
    plan.secondsPerFrame = 0.01
    // 30 s are 12.5 segments.
    #expect(FarmTasks(plan, seconds: 30).perTask == 13)
    plan.secondsPerFrame = 10
    #expect(FarmTasks(plan, seconds: 30).perTask == 3, "not more than 1000 tasks")
    plan.secondsPerFrame = 0
    #expect(FarmTasks(plan, seconds: 30).perTask == 100, "eight workers with three tasks each, and more")
  }
}
