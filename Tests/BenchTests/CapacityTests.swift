import Foundation
import StarmineBench
import StarmineRaster
import StarmineScene
import Testing

struct CapacityTests {
  @Test(arguments: [
    CapacityCurve(a: 0.001, b: 2e-7, c: 0), CapacityCurve(a: 0.0005, b: 1e-7, c: 3e-12),
    CapacityCurve(a: 0, b: 5e-6, c: 0), CapacityCurve(a: 0, b: 1e-7, c: 1e-11),
  ])
  func curvesAreFound(truth: CapacityCurve) throws {
    let points = (1...20).map { step in
      let count = Double(step) * 5_000
      return CapacityCurve.Point(count: count, seconds: truth.seconds(for: count))
    }
    let curve = try #require(CapacityCurve(fitting: points))
    for count in [1e3, 5e4, 1e5] {
      #expect(abs(curve.seconds(for: count) / truth.seconds(for: count) - 1) < 1e-6)
      #expect(abs(curve.count(for: truth.seconds(for: count)) / count - 1) < 1e-6)
    }
    #expect(curve.count(for: 0) == 0)
  }

  /// Noise that would bend a curve down, or begin it below nothing, does not.
  @Test func curvesRise() throws {
    for seed in 0..<50 {
      var noise = Noise(seed: UInt64(seed))
      let points = (1...9).map { step in
        CapacityCurve.Point(
          count: Double(step) * 100, seconds: Double(step) * 0.002 * (1 + abs(noise.gaussian()) * 0.3))
      }
      let curve = try #require(CapacityCurve(fitting: points))
      #expect(curve.a >= 0 && curve.b >= 0 && curve.c >= 0 && curve.b + curve.c > 0)
    }
    #expect(CapacityCurve(fitting: [.init(count: 3, seconds: 1), .init(count: 3, seconds: 2)]) == nil)
    #expect(CapacityCurve(fitting: []) == nil)
  }

  /// A machine of known speed: 2 ms and 0.1 ms for each, so that 146.7 take a sixtieth of a second.
  private static func machine(seed: UInt64, jitter: Double = 0.03) -> (Int, Int) -> (count: Double, seconds: [Double]) {
    var noise = Noise(seed: seed)
    return { count, frames in
      let time = 0.002 + 1e-4 * Double(count)
      return (Double(count), (0..<frames).map { _ in time * (1 + jitter * noise.gaussian()) })
    }
  }

  @Test func rampsFindTheEdge() throws {
    var widths = 0.0
    for seed in 0..<10 {
      let steps = CapacityRamp(target: 1 / 60.0).run(Self.machine(seed: UInt64(seed)))
      #expect(steps.count == 54 && steps.allSatisfy { $0.seconds.count == 6 })
      // From much down to little, around the edge.
      #expect(
        steps[0].count > 146 && steps[8].count < 146
          && zip(steps, steps.dropFirst().prefix(8)).allSatisfy { $0.count > $1.count })
      let result = try #require(
        CapacityResult(scene: "a", unit: "layers", threads: 1, framesPerSecond: 60, steps: steps, resamples: 300))
      #expect(abs(result.p50.value / 146.67 - 1) < 0.03, "\(result.p50.value)")
      #expect(result.p50.low <= result.p50.value && result.p50.value <= result.p50.high)
      // 95 % of frames are at most 1.645 deviations slower.
      #expect(abs(result.p95.value / ((1 / 60.0 / 1.049 - 0.002) * 1e4) - 1) < 0.03, "\(result.p95.value)")
      widths += (result.p50.high - result.p50.low) / result.p50.value / 10
    }
    #expect(0.002...0.05 ~= widths, "\(widths)")
  }

  @Test func theSameStepsGiveTheSameResult() throws {
    let steps = CapacityRamp(target: 1 / 60.0).run(Self.machine(seed: 5))
    let results = try (0..<2).map { _ in
      try #require(
        CapacityResult(scene: "a", unit: "layers", threads: 1, framesPerSecond: 60, steps: steps, resamples: 100))
    }
    #expect(results[0].p50 == results[1].p50 && results[0].p95 == results[1].p95)
  }

  @Test func fastMachinesEndAtTheLimit() {
    var ramp = CapacityRamp(target: 1 / 60.0)
    ramp.limits = 30...1000
    let steps = ramp.run { count, frames in
      (Double(count), Array(repeating: 1e-3 + Double(count) * 1e-9, count: frames))
    }
    #expect(!steps.isEmpty && steps.allSatisfy { $0.count <= 1001 })
  }

  /// Where not even the first size holds the rate, there is a curve too, and it says so.
  @Test func slowMachinesAreMeasured() throws {
    let steps = CapacityRamp(target: 1 / 60.0).run { count, frames in
      (Double(count), Array(repeating: 0.04 + Double(count) * 1e-4, count: frames))
    }
    #expect(steps.count == 54)
    let result = try #require(
      CapacityResult(scene: "a", unit: "layers", threads: 1, framesPerSecond: 60, steps: steps, resamples: 100))
    #expect(result.p50.value == 0 && abs(result.curve.a / 0.04 - 1) < 1e-6)
  }

  @Test func scoresAreGeometricMeans() throws {
    let steps = CapacityRamp(target: 1 / 60.0).run(Self.machine(seed: 1))
    let one = try #require(
      CapacityResult(scene: "a", unit: "layers", threads: 1, framesPerSecond: 60, steps: steps, resamples: 100))
    var four = one
    four.p50 = Bootstrap.Estimate(value: one.p50.value * 4, low: 0, high: 0)
    four.drawn = one.drawn.map { $0.map { $0 * 4 } }
    let score = try #require(CapacityReport.score([one, four], \.p50, drawn: 0))
    #expect(abs(score.value / one.p50.value - 2) < 1e-9 && abs(score.low / one.p50.low - 2) < 1e-9)
  }

  /// Small frames and few ramps: what is measured is not looked at, only that it is there.
  @Test(arguments: CapacityScene.all)
  func scenesGrow(scene: CapacityScene) throws {
    let ladder = scene.makeLadder()
    var counts: [Int] = []
    for size in [200, 1000] {
      let tree = ladder.tree(count: size)
      let list = evaluate(tree, at: 1000, in: Viewport(width: 1920, height: 1080))
      counts.append(ladder.count(in: list, of: tree))
    }
    #expect(counts[1] > 3 * counts[0] && counts[0] > 50, "\(counts)")
    // About as many as asked for.
    #expect(700...1300 ~= counts[1], "\(counts)")
  }

  // MARK: What a machine holds

  /// A result that holds a number, give or take a tenth.
  private static func result(_ scene: String, _ count: Double, limit: CapacityLimit? = nil) throws -> CapacityResult {
    let steps = CapacityRamp(target: 1 / 60.0).run(machine(seed: 1))
    var result = try #require(
      CapacityResult(scene: scene, unit: "layers", threads: 2, framesPerSecond: 60, steps: steps, resamples: 50))
    result.p50 = Bootstrap.Estimate(value: count, low: count * 0.9, high: count * 1.1)
    result.p95 = result.p50 * 0.5
    result.limit = limit
    return result
  }

  private static func report(_ results: [CapacityResult], version: String = "1") -> CapacityReport {
    CapacityReport(
      build: BenchBuild(version: version, executable: URL(filePath: "/nowhere")), host: .current,
      date: Date(timeIntervalSince1970: 0), results: results)
  }

  private static func limit(_ seconds: [Double], evaluation: Double = 0.2) -> CapacityLimit? {
    CapacityLimit(
      zip([100, 200, 400, 800], seconds).map { CapacityCurve.Point(count: $0, seconds: $1) },
      evaluationShare: evaluation)
  }

  @Test func limitIsClassifiedByTheCostOfMoreElements() throws {
    // One more costs 1 ms, whatever there is besides.
    let even = try #require(Self.limit([0.11, 0.21, 0.41, 0.81]))
    #expect(even.resource == .arithmetic && abs(even.growth - 1) < 1e-9)
    // From 1 to 1.5 ms.
    let rising = try #require(Self.limit([0.1, 0.2, 0.4, 1]))
    #expect(rising.resource == .memory && abs(rising.growth - 1.5) < 1e-9)
    #expect(Self.limit([0.1, 0.1, 0.4, 1]) == nil && Self.limit([0.1, 0.2]) == nil)
  }

  @Test func reportContainsSentences() throws {
    let memory = try #require(Self.limit([0.1, 0.2, 0.4, 1]))
    var report = Self.report([
      try Self.result("particles-dots", 189_123, limit: memory),
      try Self.result("particles-sparks", 41_980, limit: Self.limit([1, 2, 4, 8], evaluation: 0.6)),
      try Self.result("layers-solid", 950), try Self.result("layers-animated", 28_777),
    ])
    report.export = ExportCapacity(framesPerSecond: 96.4, encoderShare: 0.81)
    let text = CapacityPage(report).text
    for part in [
      "This machine draws 189,000 dots, 42,000 sparks and 28,800 animated layers at 60 fps.",
      "on 2 threads; 95 % of them draw 94,600 dots, 21,000 sparks and 14,400 animated layers.",
      "It also draws 950 opaque layers.",
      "- dots: memory. 80 % of the time is drawing, and one more costs 1.5 times as much as with an eighth",
      "- sparks: arithmetic. 60 % of the time is evaluation, and the cost of one more is constant",
      "- movies: the encoder. MP4 in full HD is written at 96 frames per second, and the encoder takes 81 %",
    ] { #expect(text.contains(part), "\(part): \(text)") }
    #expect(CapacityPage(Self.report([])).text == "Nothing was measured.\n")
    // What is not known by name is called by its unit.
    #expect(CapacityPage(Self.report([try Self.result("new", 5)])).text.contains("draws 5 layers of new at 60 fps"))
  }

  /// Reports of older programs, without limits and exports, are read.
  @Test func reportsAreReadBack() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.json").path(percentEncoded: false)
    var report = Self.report([try Self.result("particles-dots", 1000, limit: Self.limit([1, 2, 4, 8]))])
    report.export = ExportCapacity(framesPerSecond: 60, encoderShare: 0.5)
    try report.write(to: path)
    let read = try CapacityReport(readingFrom: path)
    #expect(read.results[0].p50 == report.results[0].p50 && read.results[0].limit == report.results[0].limit)
    #expect(read.export == report.export && read.host == report.host)
    (report.results[0].limit, report.export) = (nil, nil)
    try report.write(to: path)
    #expect(try CapacityReport(readingFrom: path).results[0].limit == nil)
    #expect(throws: BenchReport.Unreadable.self) { try CapacityReport(readingFrom: path + "x") }
  }
}
