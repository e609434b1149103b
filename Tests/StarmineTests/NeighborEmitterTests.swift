import Foundation
import Starmine
import StarmineRaster
import Testing

/// Emitters that lie beside one another in drawing order are drawn by one command, those with something between them
/// each by its own: which one may not be seen.
@Suite struct NeighborEmitterTests {
  /// Emitters of a few turned, stretched particles.
  ///
  /// - Parameter separated: whether a dark pixel in a dark corner lies between each two.
  private func movie(separated: Bool) -> Movie {
    MediaClock.time = Movie.startTime
    let image = CGImage(width: 6, height: 3, pixels: [UInt32](repeating: .max, count: 18))
    let root = CALayer()
    root.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    for index in 0..<60 {
      let (cell, emitter) = (CAEmitterCell(), CAEmitterLayer())
      (cell.birthRate, cell.lifetime, cell.velocity, cell.contents) = (4, 1.5, 20, image)
      (cell.emissionRange, cell.spin, cell.spinRange, cell.scaleRange) = (2 * .pi, 1.5, 1, 0.8)
      (cell.color, cell.alphaSpeed) = (CGColor(red: 1, green: 0.8, blue: 0.5, alpha: 0.9), -0.4)
      (emitter.emitterCells, emitter.seed) = ([cell], UInt32(index))
      emitter.emitterPosition = CGPoint(x: 40 + index % 10 * 16, y: 40 + index / 10 * 16)
      emitter.transform = CATransform3DMakeRotation(CGFloat(index) * 0.3, 0, 0, 1)
      root.addSublayer(emitter)
      guard separated else { continue }
      let pixel = CALayer()
      pixel.frame = CGRect(x: 0, y: 0, width: 1, height: 1)
      pixel.backgroundColor = root.backgroundColor
      root.addSublayer(pixel)
    }
    let movie = Movie(rootLayer: root, size: CGSize(width: 240, height: 160))
    (movie.duration, movie.framesPerSecond) = (3, 20)
    return movie
  }

  @Test func drawingTogetherChangesNothing() throws {
    let (together, apart) = (movie(separated: false), movie(separated: true))
    for frame in stride(from: 9, to: 60, by: 10) {
      let one = try pixels(together.still(at: together.time(ofFrame: frame), workers: 1))
      #expect(try pixels(apart.still(at: apart.time(ofFrame: frame), workers: 1)) == one, "frame \(frame)")
      #expect(one.count { $0 != 0xFF00_0000 } > 500)
    }
  }
}
