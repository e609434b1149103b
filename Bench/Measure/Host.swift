package import Foundation

/// The machine that a report is of, as far as it says so; what it keeps to itself is nil.
package struct BenchHost: Codable, Sendable, Equatable {
  package var processor: String?
  /// Megahertz at which it runs at most, or ran when that is not known.
  package var megahertz: Double?
  /// Cores that this process may use.
  package var cores: Int
  package var memoryBytes: Int
  /// The widest vectors that the kernels use on this processor.
  package var vectors: String
  /// Who decides on the clock rate.
  package var governor: String?
  package var system: String
  /// Runnable threads of the machine, averaged over a minute, before the run.
  package var load: Double?

  /// This machine, now.
  package static var current: BenchHost {
    let information = ProcessInfo.processInfo
    let lines = (text(at: "/proc/cpuinfo") ?? "").split(separator: "\n")
    func value(of key: String) -> String? {
      lines.first { $0.hasPrefix(key) }.flatMap { $0.split(separator: ":", maxSplits: 1).last }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return BenchHost(
      processor: value(of: "model name").flatMap { $0 == "unknown" ? nil : $0 } ?? model(value),
      megahertz: frequency ?? value(of: "cpu MHz").flatMap { Double($0) }, cores: information.activeProcessorCount,
      memoryBytes: Int(information.physicalMemory), vectors: vectors(flags: value(of: "flags")),
      governor: text(at: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")?
        .trimmingCharacters(in: .whitespacesAndNewlines),
      system: information.operatingSystemVersionString, load: loadAverage)
  }

  /// Processor with model and frequency, as far as they are known.
  package var processorText: String {
    let name = processor ?? "unknown processor"
    guard let megahertz, !name.contains("Hz") else { return name }
    return String(format: "%@ at %.2f GHz", name, megahertz / 1000)
  }

  /// Where the name is kept from us, as on some virtual machines: vendor, family and model.
  private static func model(_ value: (String) -> String?) -> String? {
    guard let vendor = value("vendor_id"), let family = value("cpu family"), let model = value("model") else {
      return nil
    }
    return "\(vendor) family \(family) model \(model)"
  }

  /// The highest clock rate.
  private static var frequency: Double? {
    text(at: "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq")
      .flatMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }.map { $0 / 1000 }
  }

  /// Averaged over the last minute.
  static var loadAverage: Double? {
    text(at: "/proc/loadavg").flatMap { $0.split(separator: " ").first }.flatMap { Double($0) }
  }

  /// As the C library chooses among the kernels' clones (x86-64-v4, v3, baseline).
  private static func vectors(flags: String?) -> String {
    guard let flags else { return "baseline" }
    let all = Set(flags.split(separator: " "))
    if all.isSuperset(of: ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"]) { return "x86-64-v4" }
    return all.isSuperset(of: ["avx2", "bmi1", "bmi2", "fma", "movbe"]) ? "x86-64-v3" : "baseline"
  }

  private static func text(at path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }
}

/// How busy the machine has been since it started, in CPU seconds of all cores.
struct MachineTimes {
  private var busy: Double
  private var stolen: Double
  private let own = Stopwatch()

  /// Nil on systems that do not say.
  init?() {
    guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
      let line = text.split(separator: "\n").first, line.hasPrefix("cpu ")
    else { return nil }
    let ticks = line.split(separator: " ").dropFirst().compactMap { Double($0) }
    guard ticks.count >= 8 else { return nil }
    let perSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
    // user, nice, system, idle, waiting, interrupts, soft interrupts, stolen
    busy = (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]) / perSecond
    stolen = ticks[7] / perSecond
  }

  /// The share of the machine that others have had since then: other programs, and other guests of the same hardware.
  func othersShare(cores: Int, childSeconds: Double) -> Double? {
    guard let now = MachineTimes() else { return nil }
    let (wall, cpu) = (own.stop().wall, own.stop().cpu)
    let others = now.busy - busy + now.stolen - stolen - cpu - childSeconds
    return max(0, min(1, others / max(wall * Double(cores), 1e-9)))
  }

  /// CPU seconds of children that have ended.
  static var childSeconds: Double {
    var usage = rusage()
    getrusage(Int32(RUSAGE_CHILDREN.rawValue), &usage)
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    return Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) * 1e-6
  }
}

/// Which program a report is of.
package struct BenchBuild: Codable, Sendable, Equatable {
  package var version: String
  /// The commit of the checkout that the program lies in; nil where there is none.
  package var revision: String?
  /// Hash of the executable's bytes: tells builds of one commit apart.
  package var fingerprint: String

  /// - Parameter executable: the program that measures.
  package init(version: String, executable: URL) {
    self.version = version
    revision = GitRevision.find(above: executable)
    fingerprint = Self.fingerprint(of: executable)
  }

  private static func fingerprint(of executable: URL) -> String {
    guard let data = try? Data(contentsOf: executable, options: .alwaysMapped) else { return "unknown" }
    var hash = FrameHash()
    data.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count - 3, by: 4) {
        hash.add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
    }
    return String(hash.value, radix: 16)
  }
}

/// Reads a checkout's own files: no git is needed.
enum GitRevision {
  /// The commit that is checked out in the nearest folder above a file that is a checkout.
  static func find(above file: URL) -> String? {
    var folder = file.resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.path(percentEncoded: false) != "/", folder.pathComponents.count > 1 {
      if let revision = revision(in: folder.appending(path: ".git")) { return revision }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  private static func revision(in git: URL) -> String? {
    guard let head = text(git.appending(path: "HEAD")) else { return nil }
    guard head.hasPrefix("ref: ") else { return head }
    let name = String(head.dropFirst(5))
    if let direct = text(git.appending(path: name)) { return direct }
    let packed = text(git.appending(path: "packed-refs"))?.split(separator: "\n") ?? []
    return packed.first { $0.hasSuffix(" \(name)") }.map { String($0.prefix { $0 != " " }) }
  }

  private static func text(_ url: URL) -> String? {
    (try? String(contentsOf: url, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
