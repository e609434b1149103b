import Foundation
package import StarmineCore
import StarmineRaster
import StarmineScene

/// How long the frames of a movie take to evaluate and draw, with no file written. Wall clock.
package struct FrameTimes: Sendable {
  /// Seconds, ascending.
  package private(set) var seconds: [Double] = []
  /// Most living particles of one frame.
  package private(set) var liveParticles = 0
  /// Whether a limit of particles or copies was met, or the measurement ended because too many frames were too long.
  package private(set) var isCut = false

  /// Nothing measured yet.
  package init() {}

  /// The time that a share of the frames keeps to: 0.95 for the 95th percentile. Infinite where frames are missing.
  package func percentile(_ share: Double) -> Double {
    guard !seconds.isEmpty else { return .infinity }
    let rank = Int((share * Double(seconds.count)).rounded(.up)) - 1
    return seconds[min(seconds.count - 1, max(0, rank))]
  }

  /// Measures frames that are evenly spread over the movie.
  ///
  /// - Parameters:
  ///   - budget: seconds; the measurement ends early when more than a twentieth of the frames took longer.
  ///   - workers: threads that draw one frame together.
  package init(
    of movie: Movie, pixelSize: PixelSize?, frames: Int, workers: Int, budget: Double,
    isCancelled: () -> Bool = { false }
  ) throws(MovieError) {
    let viewport = try movie.viewport(for: pixelSize)
    let times = (0..<frames).map { movie.duration * (Double($0) + 0.5) / Double(frames) }
    // The script stage is not what is measured.
    let moments = times.map { movie.exposure(at: $0) }
    let renderer = Renderer(workers: workers)
    var buffer = PixelBuffer(width: viewport.width, height: viewport.height)
    var memory: DisplayList?
    let clock = ContinuousClock()
    var late = 0
    // The first frame also fetches memory: it is drawn twice and counted once.
    for (turn, index) in ([0] + Array(0..<frames)).enumerated() where !isCut {
      guard !isCancelled() else { throw .cancelled }
      let start = clock.now
      let list = moments[index].list(in: viewport, recycling: memory.take(), workers: renderer.workers)
      renderer.render(list, into: &buffer)
      let time = start.duration(to: clock.now) / .seconds(1)
      liveParticles = max(liveParticles, list.liveParticles)
      let isDropping = list.shortage(inFrame: index) != nil
      memory = list
      if turn > 0 {
        seconds.append(time)
        if time > budget { late += 1 }
      }
      isCut = isDropping || late > frames / 20
    }
    seconds.sort()
  }
}
