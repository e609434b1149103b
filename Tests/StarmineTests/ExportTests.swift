import Foundation
import Starmine
import StarmineMedia
import Synchronization
import Testing

@Suite struct ExportTests {
  /// Writes a sample movie and returns the file's text.
  private func checksums(workers: Int, frames: Range<Int>? = nil) throws -> [String] {
    let path = temporaryPath("framemd5")
    defer { try? FileManager.default.removeItem(atPath: path) }
    var options = ExportOptions()
    options.workers = workers
    options.frames = frames
    _ = try SampleMovie.make(withEvents: true).export(to: path, options: options)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  @Test(arguments: [2, 7]) func framesAreTheSameForEveryNumberOfThreads(workers: Int) throws {
    let alone = try checksums(workers: 1)
    #expect(alone.count == 20)
    #expect(try checksums(workers: workers) == alone)
  }

  @Test func theHalvesOfAMovieAreTheWhole() throws {
    let whole = try checksums(workers: 2)
    let halves = try checksums(workers: 2, frames: 0..<11) + checksums(workers: 1, frames: 11..<20)
    #expect(halves == whole)
  }

  @Test func everyFrameIsReportedAndCounted() throws {
    let path = temporaryPath("mp4")
    defer { try? FileManager.default.removeItem(atPath: path) }
    var reports: [Int] = []
    let statistics = try SampleMovie.make().export(to: path) { reports.append($0.framesDone) }
    #expect(reports == Array(1...20))
    #expect(statistics.frames == 20)
    #expect(statistics.particlesMax >= 150 && statistics.particlesMax <= 200)
    #expect(statistics.particlesTotal > 20 * 100)
    #expect(statistics.outputBytes == (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int))
    #expect(statistics.peakMemoryBytes > 1 << 20)
  }

  @Test func aSingleFrameIsAMovieToo() throws {
    #expect(try checksums(workers: 7, frames: 3..<4).count == 1)
  }

  @Test func cancellingLeavesNoFile() throws {
    let path = temporaryPath("mp4")
    let asked = Counter()
    var options = ExportOptions()
    options.isCancelled = { asked.next() > 5 }
    var reported = 0
    #expect(throws: MovieError.cancelled) {
      _ = try SampleMovie.make().export(to: path, options: options) { reported = $0.framesDone }
    }
    // Five frames were handed out; what became free afterwards was not written.
    #expect(reported <= 5)
    #expect(try leftovers(of: path).isEmpty)
  }

  @Test func framesOutsideTheMovieAreRefused() {
    var options = ExportOptions()
    options.frames = 10..<30
    #expect(throws: MovieError.noSuchFrames(asked: 10..<30, frameCount: 20)) {
      _ = try SampleMovie.make().export(to: temporaryPath("mp4"), options: options)
    }
  }

  @Test func oddSizesAreRefusedBeforeTheFirstFrame() throws {
    let path = temporaryPath("mp4")
    var options = ExportOptions()
    options.pixelSize = PixelSize(width: 65, height: 48)
    options.oddSides = .error
    #expect(throws: MovieError.self) {
      _ = try SampleMovie.make().export(to: path, options: options) { _ in Issue.record("a frame was written") }
    }
    #expect(try leftovers(of: path).isEmpty)
  }

  @Test func tooManyParticlesEndTheExportWithoutAFile() throws {
    let path = temporaryPath("mp4")
    let movie = SampleMovie.make()
    movie.at(0.5) { $0.setValue(1e9, forKeyPath: "sublayers.sky.emitterCells.snow.birthRate") }
    let error = #expect(throws: MovieError.self) { _ = try movie.export(to: path) }
    if case .tooManyParticles(let frame, _)? = error { #expect(frame == 11) } else { Issue.record("\(error as Any)") }
    #expect(try leftovers(of: path).isEmpty)
  }

  private func temporaryPath(_ pathExtension: String) -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("starmine-\(UUID().uuidString).\(pathExtension)").path
  }

  /// Files of the export, finished or not.
  private func leftovers(of path: String) throws -> [String] {
    let url = URL(fileURLWithPath: path)
    let stem = url.deletingPathExtension().lastPathComponent
    return try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
      .filter { $0.contains(stem) }
  }
}

private final class Counter: Sendable {
  private let value = Mutex(0)
  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}
