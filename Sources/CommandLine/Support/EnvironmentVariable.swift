import Foundation

/// Variables of the environment that the program reads.
struct EnvironmentVariable {
  let name: String
  let meaning: String

  static let threads = EnvironmentVariable(
    name: "STARMINE_THREADS", meaning: "threads that draw where no --threads is given; 0 or nothing: one per core")
  static let output = EnvironmentVariable(
    name: "STARMINE_OUTPUT", meaning: "the folder of results where no -o is given, instead of out")

  /// Those that the program looks at itself, and those that its libraries do.
  static let all = [
    threads, output,
    EnvironmentVariable(name: "NO_COLOR", meaning: "no colours: bars without, previews as characters"),
    EnvironmentVariable(name: "TERM", meaning: "dumb: progress as lines"),
    EnvironmentVariable(
      name: "FONTCONFIG_FILE, FONTCONFIG_PATH",
      meaning: "where fontconfig looks for its configuration, and with it fonts"),
    EnvironmentVariable(name: "GITHUB_STEP_SUMMARY", meaning: "where `bench compare --format github` adds its table"),
  ]

  /// Its value; nil for nothing or an empty text.
  var value: String? { ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 } }
}

/// Numbers of threads as options and the environment say them.
enum Threads {
  /// - Parameter given: an option's value; 0 where nothing was said.
  static func count(_ given: Int) -> Int {
    if given > 0 { return given }
    return EnvironmentVariable.threads.value.flatMap { Int($0) }.flatMap { (1...1024).contains($0) ? $0 : nil } ?? 0
  }
}
