import Foundation
import StarmineRendering
import StarmineLayers
import StarminePresets
import StarmineTuning

/// Finds the largest value of a key at which this machine holds a frame rate, drawing without writing a file.
struct Fit {
  let scene: SceneOptions
  let sheet: SheetOptions
  /// Nil turns the birth rates of all top-level cells by one factor.
  let key: String?

  private static let frames = 60
  /// How often a value is tried before it counts as too slow.
  private static let attempts = 3
  /// How far from where it is a value is looked for, as a factor.
  private static let reach = 4096.0

  func run(rate text: String) throws {
    let rate = try framesPerSecond(text)
    let source = try scene.source()
    let loaded = try scene.load(size: sheet.size).scene
    let start = try startValue(in: loaded)
    let workers = sheet.threads > 0 ? sheet.threads : ProcessInfo.processInfo.activeProcessorCount
    let size = try Movie(loaded).viewport(for: pixels(loaded))
    print("\(loaded.name), \(size.width)x\(size.height), \(Self.frames) frames each, \(workers) threads, no file")
    print("    value    particles    p50 ms    p95 ms")
    let interruption = Interruption()
    let search = CapacitySearch(start: start, limits: start / Self.reach...start * Self.reach)
    var best: (value: Double, times: FrameTimes)?
    do {
      _ = try search.largest { value in
        var (times, holds) = (FrameTimes(), false)
        // A machine that was busy with something else gets another chance.
        for _ in 0..<Self.attempts where !holds {
          times = try FrameTimes(
            of: movie(value, source), pixelSize: pixels(loaded), frames: Self.frames, workers: workers,
            budget: 1 / rate, isCancelled: { interruption.request.isMade })
          holds = !times.isCut && times.percentile(0.95) <= 1 / rate
        }
        print(line(value, times, holds: holds))
        fflush(nil)
        if holds, value >= best?.value ?? 0 { best = (value, times) }
        return holds
      }
    } catch MovieError.cancelled {
      throw CommandError.interrupted("Interrupted.")
    }
    guard let best else {
      throw CommandError.failed(
        "\(spelled(start / Self.reach)) is too slow for \(ValueText.text(rate)) frames per second")
    }
    print(
      String(
        format: "%@ holds %@ fps: p95 %.2f ms of %.2f ms, up to %d particles", spelled(best.value),
        ValueText.text(rate),
        best.times.percentile(0.95) * 1000, 1000 / rate, best.times.liveParticles))
  }

  private func framesPerSecond(_ text: String) throws -> Double {
    guard let rate = try? NumberText.parse(text, unit: .framesPerSecond), rate >= 1, rate <= 1000 else {
      throw CommandError.usage("--hold \(text): expected 1 to 1000 frames per second, such as 60fps")
    }
    return rate
  }

  /// The present value of the key, or a factor of 1. Errors: a key without one number above 0.
  private func startValue(in loaded: PresetScene) throws -> Double {
    guard let key else { return 1 }
    do {
      let found = try LayerLookup(root: loaded.rootLayer).find(key)
      guard let value = (found.value as? NSNumber)?.doubleValue, found.info.kind == .number, value > 0 else {
        throw CommandError.usage("--key \(key): the start value must be above 0. Set it with --set")
      }
      return value
    } catch let error as ValueMismatchError {
      throw CommandError.usage("--key \(error.message)")
    }
  }

  private func spelled(_ value: Double) -> String {
    key.map { "\($0)=\(ValueText.text(value))" } ?? "emitterCells.*.birthRate*=\(ValueText.text(value))"
  }

  private func pixels(_ loaded: PresetScene) -> PixelSize? { sheet.size?.pixels(for: loaded.size) }

  private func movie(_ value: Double, _ source: PresetSource) throws -> Movie {
    var request = scene.request(source, size: sheet.size)
    try request.set([spelled(value)])
    return try request.scene().movie()
  }

  private func line(_ value: Double, _ times: FrameTimes, holds: Bool) -> String {
    String(
      format: "%9.4g  %11d  %8.2f  %8.2f  %@", value, times.liveParticles, times.percentile(0.5) * 1000,
      times.percentile(0.95) * 1000, holds ? "holds" : times.isCut ? "too slow (stopped early)" : "too slow")
  }
}
