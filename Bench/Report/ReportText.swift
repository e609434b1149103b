import Foundation

/// How a report is written for people and for tables.
package struct ReportText {
  private let report: BenchReport

  package init(_ report: BenchReport) { self.report = report }

  /// For a terminal: at most 100 columns.
  package var table: String { Self.join([hostLine, brief.aligned, split, scaling, notes]) }

  package var markdown: String {
    Self.join([
      "# starmine bench", hostLine, main.markdown, splitTable?.markdown ?? "", scalingTable?.markdown ?? "", notes,
    ])
  }

  /// One row for each scene with every figure, in plain numbers.
  package var csv: String {
    let stages = BenchStage.allCases
    var table = TextTable(
      heading: [
        "scene", "group", "threads", "particles", "layers", "frames", "fps", "p50_ms", "p95_ms", "p99_ms", "max_ms",
        "first_frame_ms", "cpu_ns_per_item", "megapixels_per_second", "peak_memory_mb", "allocations_per_frame",
        "instructions_per_frame", "hash",
      ] + stages.map { "\($0.rawValue)_cpu_ms" })
    for result in report.results {
      let figures = SceneFigures(result)
      let numbers: [Double?] = [
        figures.framesPerSecond, figures.p50, figures.p95, figures.p99, figures.longest,
        result.probe.map { $0.firstFrameSeconds * 1000 }, figures.nanosecondsPerItem, figures.megapixelsPerSecond,
        result.probe.map { Double($0.peakMemoryBytes) / 1e6 }, result.probe?.allocationsPerFrame,
        result.instructionsPerFrame,
      ]
      table.rows.append(
        [
          result.scene, result.group.rawValue, "\(result.threads)", Self.plain(result.contents.particles),
          Self.plain(result.contents.layers), "\(result.wall.count)",
        ] + numbers.map(Self.plain) + [result.hash] + stages.map { Self.plain(figures.split[$0]) })
    }
    return table.csv
  }

  private static func join(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static func plain(_ number: Double?) -> String { number.map { String(format: "%.6g", $0) } ?? "" }

  private var hostLine: String {
    let host = report.host
    var parts = [
      "starmine \(report.build.version)", report.build.revision.map { "revision \($0.prefix(10))" },
      host.processorText, "\(host.cores) cores", "vectors \(host.vectors)",
    ].compactMap { $0 }
    if let load = host.load { parts.append(String(format: "load %.2f", load)) }
    return parts.joined(separator: ", ")
  }

  // MARK: Tables

  /// With the number of threads only where there are several.
  private func name(_ result: SceneResult) -> String {
    Set(report.results.map(\.threads)).count > 1 ? "\(result.scene) x\(result.threads)" : result.scene
  }

  /// The columns that most questions are about.
  private var brief: TextTable {
    var table = TextTable(heading: ["scene", "items", "fps", "time of a frame", "per item", "memory", "picture"])
    for result in report.results {
      let figures = SceneFigures(result)
      let items = result.contents.particles > 0 ? result.contents.particles : result.contents.layers
      table.rows.append([
        name(result), Self.count(items), Self.short(figures.framesPerSecond),
        Self.spread(figures.p50, figures.spread),
        figures.nanosecondsPerItem.map { Self.short($0) + " ns" } ?? "-", Self.memory(result),
        String(result.hash.prefix(8)),
      ])
    }
    return table
  }

  private var main: TextTable {
    var table = TextTable(heading: [
      "scene", "particles", "layers", "fps", "time of a frame", "95 % below", "slowest", "first", "time per item",
      "million pixels/s", "memory", "allocations", "picture",
    ])
    for result in report.results {
      let figures = SceneFigures(result)
      table.rows.append([
        name(result), Self.count(result.contents.particles), Self.count(result.contents.layers),
        Self.short(figures.framesPerSecond), Self.spread(figures.p50, figures.spread),
        Self.milliseconds(figures.p95), Self.milliseconds(figures.longest),
        Self.milliseconds(result.probe.map { $0.firstFrameSeconds * 1000 }),
        figures.nanosecondsPerItem.map { Self.short($0) + " ns" } ?? "-", Self.short(figures.megapixelsPerSecond),
        Self.memory(result), Self.short(result.probe?.allocationsPerFrame), String(result.hash.prefix(8)),
      ])
    }
    return table
  }

  /// CPU time by stage, and instructions where they were counted.
  private var splitTable: TextTable? {
    let all = report.results.map { ($0, SceneFigures($0)) }
    let stages = BenchStage.allCases.filter { stage in all.contains { $0.1.split[stage] != nil } }
    let counts = report.results.contains { $0.instructionsPerFrame != nil }
    guard stages.count > 1 || counts else { return nil }
    var table = TextTable(
      heading: ["scene"] + stages.map { "\($0.rawValue) ms" } + (counts ? ["Minstr/frame"] : []))
    for (result, figures) in all {
      let instructions = result.instructionsPerFrame.map { $0 / 1e6 }
      table.rows.append(
        [name(result)] + stages.map { Self.short(figures.split[$0]) } + (counts ? [Self.short(instructions)] : []))
    }
    return table
  }

  private var split: String { splitTable.map { "CPU time per frame, by stage:\n" + $0.aligned } ?? "" }

  /// How much faster more threads are.
  private var scalingTable: TextTable? {
    let counts = Set(report.results.map(\.threads)).sorted()
    guard counts.count > 1, let least = counts.first else { return nil }
    var table = TextTable(
      heading: ["scene"] + counts.map { "x\($0) ms" } + counts.dropFirst().map { "efficiency x\($0)" })
    for base in report.results where base.threads == least {
      let runs = counts.map { count in report.results.first { $0.scene == base.scene && $0.threads == count } }
      let times = runs.map { $0.map { SceneFigures($0).p50 } }
      let gains = zip(counts, times).dropFirst().map { count, time in
        time.map { $0 > 0 ? (times[0] ?? 0) / $0 * Double(least) / Double(count) : 0 }
      }
      table.rows.append(
        [base.scene] + times.map(Self.short) + gains.map { $0.map { String(format: "%.0f %%", $0 * 100) } ?? "-" })
    }
    return table
  }

  private var scaling: String {
    scalingTable.map { "Threads; efficiency is the speed-up over the number of threads:\n" + $0.aligned } ?? ""
  }

  private var notes: String {
    var lines = report.skipped.sorted { $0.key < $1.key }.map { "Skipped: \($0.key): \($0.value)" }
    lines += report.warnings.map { "Warning: \($0)" }
    return lines.joined(separator: "\n")
  }

  // MARK: Numbers

  /// Three figures.
  static func short(_ number: Double?) -> String {
    guard let number, number.isFinite else { return "-" }
    if number >= 100 { return String(format: "%.0f", number) }
    return String(format: number >= 10 ? "%.1f" : "%.2f", number)
  }

  private static func milliseconds(_ number: Double?) -> String { number.map { short($0) + " ms" } ?? "-" }

  /// `13.7 ± 0.6 ms`: the spread with as many places as the value.
  static func spread(_ value: Double, _ spread: Double) -> String {
    let places = value >= 100 ? 0 : value >= 10 ? 1 : 2
    return String(format: "%.*f ± %.*f ms", places, value, places, spread)
  }

  private static func memory(_ result: SceneResult) -> String {
    result.probe.map { String(format: "%.0f MB", Double($0.peakMemoryBytes) / 1e6) } ?? "-"
  }

  private static func count(_ number: Double) -> String { number > 0 ? String(format: "%.0f", number) : "-" }
}

/// How a comparison is written.
package struct ComparisonText {
  private let comparison: BenchComparison

  package init(_ comparison: BenchComparison) { self.comparison = comparison }

  private var rows: TextTable {
    var table = TextTable(heading: ["scene", "new/old", interval, "verdict"], textColumns: [0, 3])
    let showsThreads = Set(comparison.scenes.map(\.threads)).count > 1
    for scene in comparison.scenes {
      table.rows.append([
        showsThreads ? "\(scene.scene) x\(scene.threads)" : scene.scene, String(format: "%.3f", scene.ratio),
        String(format: "%.3f to %.3f", scene.low, scene.high),
        scene.verdict.rawValue + (scene.reason.map { ": \($0)" } ?? "")
          + (scene.isOtherPicture ? ", ANOTHER PICTURE" : ""),
      ])
    }
    return table
  }

  private var interval: String { String(format: "%g %% interval", comparison.confidence * 100) }

  package var table: String { text(rows.aligned) }
  package var markdown: String { text(rows.markdown) }

  private func text(_ table: String) -> String {
    var lines = [table, ""]
    let metric = comparison.isCounted ? "instructions" : comparison.metric == .cpu ? "CPU time" : "wall clock"
    lines.append(
      String(
        format: "%d scenes, %@, geometric mean %.3f: %@ (threshold %.3g %%)", comparison.scenes.count, metric,
        comparison.overall, summary, comparison.threshold * 100))
    if !comparison.unmatched.isEmpty {
      let names = comparison.unmatched.prefix(5).joined(separator: ", ")
      let rest = comparison.unmatched.count - 5
      lines.append("Only in one of the reports: \(names)\(rest > 0 ? ", and \(rest) more" : "")")
    }
    return (lines + comparison.warnings.map { "Warning: \($0)" }).joined(separator: "\n") + "\n"
  }

  private var summary: String {
    let counts = [BenchVerdict.slower, .faster, .inconclusive].map { verdict in
      (verdict, comparison.scenes.count { $0.verdict == verdict })
    }
    let parts = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }
    return parts.isEmpty ? "no change" : parts.joined(separator: ", ")
  }
}
