import Foundation
import Glibc

/// Limits of a child process.
struct Bounds: Sendable {
  /// Time of all its threads together, as long as it computes: a busy machine does not change it.
  var processorSeconds = 15.0
  /// From start to end, for what waits and does not compute.
  var seconds = 300.0
  /// Largest memory in use at any time.
  var megabytes = 1024
}

/// How a run of the program ended.
struct ChildOutcome {
  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
    /// Still running after `Bounds.seconds`.
    case hung
  }

  var end: End
  var processorSeconds: Double
  var megabytes: Int
  var output: String
  var errors: String
}

/// Runs the program under limits of the system: it cannot take the machine with it.
///
/// `ulimit` sets them in a shell that the program then replaces.
struct Child {
  /// The folder that runs work in.
  let folder: URL

  static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "starmine")
  }

  /// Address space in kilobytes: a runaway allocation fails, whatever the bound that is checked.
  private static let addressSpace = 8 << 20

  /// - Parameters:
  ///   - environment: what the program alone sees, beside what this process does.
  ///   - input: name of the file that is standard input; nil: there is none.
  func run(
    _ arguments: [String], _ bounds: Bounds, environment: [String: String] = [:], input: String? = nil
  ) throws -> ChildOutcome {
    let seconds = Int(bounds.processorSeconds.rounded(.up))
    let limits = "ulimit -c 0; ulimit -t \(seconds); ulimit -v \(Self.addressSpace); "
    // `Tests/Hostile/run --confined` names a command that confines the program.
    let command = "exec ${STARMINE_CONFINE:-} env \"$@\" >stdout 2>stderr <'\(input ?? "/dev/null")'"
    let script = "cd \"$0\" && \(limits) \(command)"
    let settings = environment.map { "\($0)=\($1)" }
    let program = Self.executable.path(percentEncoded: false)
    let process = try spawn(
      ["/bin/sh", "-c", script, folder.path(percentEncoded: false)] + settings + [program] + arguments)
    let (end, usage, megabytes) = wait(for: process, seconds: bounds.seconds)
    return ChildOutcome(
      end: end, processorSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds, megabytes: megabytes,
      output: text("stdout"), errors: text("stderr"))
  }

  func file(_ name: String) -> URL { folder.appending(path: name) }

  /// Not all of a child's text is valid UTF-8.
  private func text(_ name: String) -> String {
    (try? Data(contentsOf: file(name))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func spawn(_ words: [String]) throws -> pid_t {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, words[0], nil, nil, &arguments, &environment)
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EINVAL) }
    return process
  }

  /// The largest memory is read while the child runs: what `wait4` tells includes the memory of this process, which
  /// the child shared until it became the program.
  private func wait(for process: pid_t, seconds: Double) -> (ChildOutcome.End, rusage, megabytes: Int) {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var (status, usage, megabytes) = (Int32(0), rusage(), 0)
    while wait4(process, &status, WNOHANG, &usage) == 0 {
      megabytes = max(megabytes, peakMegabytes(of: process))
      if ContinuousClock.now > deadline {
        kill(process, SIGKILL)
        wait4(process, &status, 0, &usage)
        return (.hung, usage, megabytes)
      }
      usleep(2000)
    }
    let signal = status & 0x7F
    return (signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal), usage, megabytes)
  }

  /// The most memory that the program has held so far; 0 before it runs.
  private func peakMegabytes(of process: pid_t) -> Int {
    guard
      let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe"),
      program.hasSuffix("/starmine"),
      let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = line.split(separator: " ").compactMap({ Int($0) }).first
    else { return 0 }
    return kilobytes >> 10
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
