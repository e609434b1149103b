import Foundation
import Graphics
import Layers
import Scene

/// One scene of the throughput suite: a fixed seed, a fixed canvas, made anew for every run.
public struct BenchScene: Sendable {
  public let name: String
  /// One line: what is drawn.
  public let summary: String
  /// Live particles that the scene is made for.
  public let particles: Int
  let makeTree: @Sendable () -> RenderTree

  /// Full HD.
  static let viewport = Viewport(width: 1920, height: 1080, background: .black)

  /// Every scene of the suite, in the order of reports.
  public static let all: [BenchScene] =
    [
      particles(named: "particles-100k-8px", count: 100_000, size: 8),
      particles(named: "particles-1m-2px", count: 1_000_000, size: 2),
    ] + [4, 8, 16, 32, 64].flatMap(sprites) + layerScenes

  /// The plain, additive and rotated variants of one sprite size.
  private static func sprites(size: CGFloat) -> [BenchScene] {
    let count = size > 16 ? 5_000 : 20_000
    return [
      particles(named: "sprites-\(Int(size))px", count: count, size: size),
      particles(named: "sprites-\(Int(size))px-additive", count: count, size: size, isAdditive: true),
      particles(named: "sprites-\(Int(size))px-rotated", count: count, size: size, isRotated: true),
    ]
  }

  /// Soft round dots scaled from 32x32, tinted, at sub-pixel positions all over the frame.
  private static func particles(
    named name: String, count: Int, size: CGFloat, isAdditive: Bool = false, isRotated: Bool = false
  ) -> BenchScene {
    let manner = (isAdditive ? ", additive" : ", source-over") + (isRotated ? ", rotated" : "")
    return BenchScene(
      name: name, summary: "\(count) soft dots of \(Int(size)) px, scaled, tinted, sub-pixel\(manner)",
      particles: count
    ) {
      let cell = CAEmitterCell()
      cell.lifetime = 2
      cell.birthRate = Float(count) / 2
      cell.contents = softDot(side: 32)
      cell.scale = size / 32
      cell.color = CGColor(red: 0.7, green: 0.6, blue: 0.5, alpha: 0.9)
      (cell.redRange, cell.greenRange, cell.blueRange, cell.alphaRange) = (0.6, 0.6, 0.6, 0.2)
      cell.velocity = 20
      cell.velocityRange = 20
      cell.emissionRange = 2 * .pi
      cell.spinRange = isRotated ? 12 : 0
      let emitter = CAEmitterLayer()
      emitter.emitterShape = .rectangle
      emitter.emitterSize = CGSize(width: viewport.width - 80, height: viewport.height - 80)
      emitter.emitterPosition = CGPoint(x: viewport.width / 2, y: viewport.height / 2)
      emitter.renderMode = isAdditive ? .additive : .unordered
      emitter.emitterCells = [cell]
      return emitter.committedTree()
    }
  }

  /// A white dot whose alpha falls off smoothly to the rim.
  private static func softDot(side: Int) -> CGImage {
    let radius = Double(side) / 2
    let pixels = (0..<side * side).map { index -> UInt32 in
      let x = Double(index % side) + 0.5 - radius
      let y = Double(index / side) + 0.5 - radius
      let distance = (x * x + y * y).squareRoot() / radius
      let alpha = UInt32(max(0, 1 - distance * distance) * 255 + 0.5)
      return alpha * 0x0101_0101
    }
    return CGImage(width: side, height: side, pixels: pixels)
  }
}
