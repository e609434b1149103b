import Foundation
import StarmineBench
import Testing

struct ReportTests {
  private static let sample: BenchReport = {
    var first = result("layers-a", cost: 0.010, hash: "abcdef0123456789")
    first.probe = try? JSONDecoder().decode(
      SceneProbe.self,
      from: Data(#"{"firstFrameSeconds": 0.025, "peakMemoryBytes": 50000000, "allocationsPerFrame": 4}"#.utf8))
    var made = report([first, result("layers-a", threads: 2, cost: 0.00625), result("layers-b", cost: 0.001)])
    made.skipped = ["export-x": "no encoder"]
    made.warnings = ["busy"]
    return made
  }()

  @Test func figuresAreThoseOfTheFrames() {
    var round = BenchRound()
    round.wall = (1...100).map { Double($0) / 1000 }
    round.cpu = round.wall
    round.split = [.raster: round.cpu]
    var one = result("a", cost: 1)
    one.rounds = [round]
    let figures = SceneFigures(one)
    #expect((figures.p50, figures.p95, figures.p99, figures.longest) == (50, 95, 99, 100))
    #expect(figures.framesPerSecond == 20)
    // 50.5 ms for 100 layers; 5,000 pixels in 50 ms.
    #expect(abs((figures.nanosecondsPerItem ?? 0) - 505_000) < 1)
    #expect(abs((figures.megapixelsPerSecond ?? 0) - 0.1) < 1e-9)
    #expect(figures.split.keys.sorted { $0.rawValue < $1.rawValue } == [.raster])
  }

  @Test func tablesHoldEverything() {
    let markdown = ReportText(Self.sample).markdown
    for part in [
      "layers-a x1", "layers-a x2", "abcdef01", "100", "25.0", "efficiency x2", "80 %", "Skipped: export-x: no encoder",
      "Warning: busy",
    ] { #expect(markdown.contains(part), "\(part)") }
    #expect(markdown.contains("| scene | particles |") && markdown.contains("| --- | ---: |"))
  }

  /// Every scene that there is, with figures as long as they get.
  @Test func mainTableFits() {
    var results: [SceneResult] = []
    for scene in BenchScene.all {
      for threads in [1, 128] { results.append(result(scene.name, threads: threads, cost: 12.3456)) }
    }
    for index in results.indices {
      results[index].contents.particles = 1_000_000
      results[index].probe = try? JSONDecoder().decode(
        SceneProbe.self, from: Data(#"{"firstFrameSeconds": 25, "peakMemoryBytes": 16000000000}"#.utf8))
    }
    let lines = ReportText(report(results)).table.split(separator: "\n").dropFirst().prefix(results.count + 1)
    #expect(lines.count == results.count + 1)
    for line in lines { #expect(line.count <= 100, "\(line)") }
  }

  @Test func csvHasOneRowForEachResult() {
    let lines = ReportText(Self.sample).csv.split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.count == lines[0].count })
    let column = lines[0].firstIndex(of: "p50_ms") ?? 0
    #expect(lines[1][column] == "10" && lines[2][column] == "6.25")
  }

  @Test func cellsAreQuoted() {
    let table = TextTable(heading: ["a", "b"], rows: [["x,y", "say \"no\""], ["", "2"]])
    #expect(table.csv == "a,b\r\n\"x,y\",\"say \"\"no\"\"\"\r\n,2\r\n")
    #expect(table.aligned == "a           b\nx,y  say \"no\"\n            2")
  }

  @Test func filesReadBack() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.json").path
    try Self.sample.write(to: path)
    let back = try BenchReport(readingFrom: path)
    #expect(back.results.map(\.key) == Self.sample.results.map(\.key))
    #expect(back.results[0].rounds == Self.sample.results[0].rounds)
    #expect(back.host == Self.sample.host && back.build == Self.sample.build)
    #expect(ReportText(back).table == ReportText(Self.sample).table)

    var newer = Self.sample
    newer.format += 1
    try newer.write(to: path)
    #expect(throws: BenchReport.Unreadable.self) { try BenchReport(readingFrom: path) }
    try Data("{}".utf8).write(to: URL(filePath: path))
    #expect(throws: BenchReport.Unreadable.self) { try BenchReport(readingFrom: path) }
    #expect(throws: BenchReport.Unreadable.self) { try BenchReport(readingFrom: path + "x") }
  }
}
