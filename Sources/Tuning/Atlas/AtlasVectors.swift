import Foundation
package import StarmineCore
import StarmineGraphics
import StarmineMedia
import StarmineRaster
import StarmineScene

/// Motion of particles as colours: red says how far one goes to the right from a frame to the next, green how far down,
/// each from 0 at the middle to `reach` pixels at 255. All but particles is left out.
package struct AtlasVectors {
  /// Seconds between the two moments whose difference is the velocity.
  private static let moment = 1.0 / 960
  /// Particles that are looked at around the one that should be the same, where some were born, died or left.
  private static let window = 12

  /// Whole frames, in the order of the times.
  package let frames: [AtlasFrame]
  /// Pixels in a frame that the ends of the scale stand for.
  package let reach: Double

  /// - Parameters:
  ///   - times: in seconds of what is written.
  ///   - interval: seconds from a frame of the sheet to the next.
  package init(
    _ movie: Movie, at times: [Double], interval: Double, size: PixelSize, workers: Int
  ) throws(MovieError) {
    let viewport = try movie.viewport(for: size)
    var fastest = 0.0
    for time in times {
      for batch in Self.batches(movie, at: time, in: viewport) { fastest = max(fastest, batch.speed) }
    }
    // At least a pixel, so that what rests is told from what moves.
    reach = max(1, (fastest * interval).rounded(.up))
    let threads = workers > 0 ? workers : ProcessInfo.processInfo.activeProcessorCount
    let (renderer, scale) = (Renderer(workers: threads), interval / reach)
    var white = WhiteImages()
    frames = times.map { time in
      let commands = Self.batches(movie, at: time, in: viewport).map { $0.drawn(scale: scale, &white) }
      let list = DisplayList(width: viewport.width, height: viewport.height, commands: commands)
      var buffer = PixelBuffer(width: viewport.width, height: viewport.height)
      renderer.render(list, into: &buffer)
      return AtlasFrame(time: time, size: size, pixels: buffer.packedPixels)
    }
  }

  /// Particles with what they are a moment later.
  private struct Moving {
    let batch: ParticleBatch
    /// Pixels a second.
    var velocities: [(x: Double, y: Double)]

    var speed: Double { velocities.map { max(abs($0.x), abs($0.y)) }.max() ?? 0 }

    /// - Parameter scale: of velocities, to 1 at most.
    func drawn(scale: Double, _ white: inout WhiteImages) -> DrawCommand {
      var batch = batch
      batch.blend = .sourceOver
      for index in batch.sprites.indices { batch.sprites[index].image = white.image(of: batch.sprites[index].image) }
      for index in 0..<batch.count {
        let alpha = batch.tint[index].light
        let (x, y) = (velocities[index].x * scale, velocities[index].y * scale)
        batch.tint[index] = alpha << 24 | Self.part(x, alpha) << 16 | Self.part(y, alpha) << 8
      }
      return .particles(batch)
    }

    private static func part(_ value: Double, _ alpha: UInt32) -> UInt32 {
      UInt32(((0.5 + 0.5 * max(-1, min(1, value))) * Double(alpha)).rounded())
    }
  }

  private static func batches(_ movie: Movie, at time: Double, in viewport: Viewport) -> [Moving] {
    let time = time * movie.speed
    let lists = [time, time + moment * movie.speed].map { moment in
      movie.exposure(at: moment).list(in: viewport).commands.compactMap { command in
        if case .particles(let batch) = command { batch } else { nil }
      }
    }
    let (now, later) = (lists[0], lists[1])
    return now.enumerated().map { index, batch in
      Moving(batch: batch, velocities: velocities(of: batch, later.indices.contains(index) ? later[index] : nil))
    }
  }

  /// Of particles that are found again; 0 of others.
  private static func velocities(of batch: ParticleBatch, _ later: ParticleBatch?) -> [(x: Double, y: Double)] {
    let still = [(x: Double, y: Double)](repeating: (0, 0), count: batch.count)
    guard let later, later.count > 0 else { return still }
    var (result, shift) = (still, 0)
    for index in 0..<batch.count {
      let middle = index + shift
      let first = max(0, min(middle - window, later.count))
      let near = first..<max(first, min(later.count, middle + window + 1))
      let same = near.filter { later.sprite[$0] == batch.sprite[index] }
      func distance(_ other: Int) -> Float {
        abs(later.x[other] - batch.x[index]) + abs(later.y[other] - batch.y[index])
      }
      guard let other = same.min(by: { distance($0) < distance($1) }) else { continue }
      shift = other - index
      let step = (Double(later.x[other] - batch.x[index]), Double(later.y[other] - batch.y[index]))
      // Farther than a frame's width in a second is another particle.
      guard max(abs(step.0), abs(step.1)) < 16 else { continue }
      result[index] = (step.0 / moment, step.1 / moment)
    }
    return result
  }

  /// Pictures as white as they are opaque.
  private struct WhiteImages {
    private var made: [ObjectIdentifier: (source: CGImage, white: CGImage)] = [:]

    mutating func image(of source: CGImage) -> CGImage {
      if let known = made[ObjectIdentifier(source)] { return known.white }
      let pixels = (0..<source.height).flatMap { y in
        (0..<source.width).map { x in source[x, y].light * 0x0101_0101 }
      }
      let white = CGImage(width: source.width, height: source.height, pixels: pixels)
      made[ObjectIdentifier(source)] = (source, white)
      return white
    }
  }
}
