import Foundation

/// Variables of the environment that the program itself reads; Documentation/tour.md lists all.
enum EnvironmentVariable: String {
  /// Threads that draw where no `--threads` is given.
  case threads = "STARMINE_THREADS"
  /// The folder of results where no `-o` is given, instead of `out`.
  case output = "STARMINE_OUTPUT"

  /// Its value; nil for nothing or an empty text.
  var value: String? { ProcessInfo.processInfo.environment[rawValue].flatMap { $0.isEmpty ? nil : $0 } }
}

/// Numbers of threads as options and the environment say them.
enum Threads {
  /// - Parameter given: an option's value; 0 where nothing was said.
  static func count(_ given: Int) -> Int {
    if given > 0 { return given }
    return EnvironmentVariable.threads.value.flatMap { Int($0) }.flatMap { (1...1024).contains($0) ? $0 : nil } ?? 0
  }
}
