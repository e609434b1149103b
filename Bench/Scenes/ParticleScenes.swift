import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene

extension BenchScene {
  static let particleScenes: [BenchScene] = [
    dots("particles-100k-8px", count: 100_000, size: 8), dots("particles-1m-2px", count: 1_000_000, size: 2),
    dots("particles-20k-16px-additive", count: 20_000, size: 16, isAdditive: true),
    tree(named: "particles-nested", .particles, "50000 sparks of bursts of rockets: cells three deep, additive") {
      nestedTree(rockets: 60)
    },
    tree(named: "particles-emitters-10k", .particles, "10000 emitters of two sparks each, side by side") {
      emittersTree(count: 10_000)
    },
  ]

  static let evaluationScenes: [BenchScene] = [
    evaluation("evaluate-sparks", "100000 sparks: colour, alpha, scale and spin over life; evaluated alone") {
      sparkTree(count: 100_000)
    },
    evaluation("evaluate-plain", "100000 of the same sparks as below, of the emitter itself, evaluated alone") {
      nestedTree(rockets: 120, levels: 1)
    },
    evaluation("evaluate-bursts", "100000 sparks of bursts, evaluated alone") { nestedTree(rockets: 120, levels: 2) },
    evaluation("evaluate-nested", "100000 sparks of bursts of rockets, evaluated alone") { nestedTree(rockets: 120) },
    evaluation("evaluate-emitters-10k", "10000 emitters of two sparks each, evaluated alone") {
      emittersTree(count: 10_000)
    },
  ]

  private static func evaluation(
    _ name: String, _ summary: String, _ makeTree: @escaping @Sendable () -> RenderTree
  ) -> BenchScene {
    BenchScene(name: name, group: .evaluation, summary: summary, cycle: 4) { _ in EvaluationPlayer(makeTree()) }
  }

  /// Soft round dots scaled from 32x32, tinted, at sub-pixel positions all over the frame.
  private static func dots(_ name: String, count: Int, size: CGFloat, isAdditive: Bool = false) -> BenchScene {
    let blend = isAdditive ? "additive" : "source-over"
    return tree(
      named: name, .particles, "\(count) soft dots of \(Int(size)) px, scaled, tinted, sub-pixel, \(blend)"
    ) {
      dotTree(count: count, size: size, isAdditive: isAdditive)
    }
  }

  /// - Parameter count: living particles.
  static func dotTree(count: Int, size: CGFloat, isAdditive: Bool) -> RenderTree {
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
    return emitter(of: cell, isAdditive: isAdditive).committedTree()
  }

  /// Everything about a particle changes while it lives.
  static func sparkTree(count: Int) -> RenderTree {
    let cell = CAEmitterCell()
    (cell.lifetime, cell.lifetimeRange) = (2, 0.5)
    cell.birthRate = Float(count) / 2
    cell.contents = softDot(side: 32)
    (cell.scale, cell.scaleRange, cell.scaleSpeed) = (0.4, 0.2, -0.1)
    cell.color = CGColor(red: 0.9, green: 0.6, blue: 0.3, alpha: 1)
    (cell.redRange, cell.greenRange, cell.blueRange) = (0.2, 0.2, 0.2)
    (cell.redSpeed, cell.greenSpeed, cell.blueSpeed, cell.alphaSpeed) = (-0.1, -0.2, -0.1, -0.4)
    (cell.velocity, cell.velocityRange, cell.emissionRange, cell.yAcceleration) = (40, 30, 2 * .pi, 20)
    (cell.spin, cell.spinRange) = (1, 6)
    return emitter(of: cell, isAdditive: true).committedTree()
  }

  /// Living sparks for each rocket that is born per second.
  static let sparksPerRocket: Float = 900

  /// Rockets that burst, bursts that throw sparks.
  ///
  /// - Parameter levels: 3; 2: the bursts are the emitter's own cells; 1: the sparks are, as many at a time.
  static func nestedTree(rockets: Float, levels: Int = 3) -> RenderTree {
    let spark = CAEmitterCell()
    (spark.lifetime, spark.lifetimeRange, spark.birthRate) = (1.5, 0.5, levels == 1 ? 600 * rockets : 4_000)
    spark.contents = softDot(side: 32)
    (spark.scale, spark.scaleSpeed) = (0.4, -0.15)
    spark.color = CGColor(red: 1, green: 0.7, blue: 0.4, alpha: 0.9)
    (spark.redRange, spark.greenRange, spark.alphaSpeed) = (0.3, 0.5, -0.5)
    (spark.velocity, spark.velocityRange, spark.emissionRange, spark.yAcceleration) = (120, 60, 2 * .pi, 60)
    let burst = CAEmitterCell()
    (burst.lifetime, burst.birthRate) = (0.15, rockets)
    burst.emitterCells = [spark]
    let rocket = CAEmitterCell()
    (rocket.lifetime, rocket.birthRate) = (1, rockets)
    (rocket.velocity, rocket.velocityRange, rocket.emissionRange) = (100, 60, 2 * .pi)
    rocket.emitterCells = [burst]
    if levels == 3 { (burst.birthRate, burst.beginTime, burst.duration) = (20, 0.9, 0.05) }
    return emitter(of: [spark, burst, rocket][levels - 1], isAdditive: true).committedTree()
  }

  /// Emitters of two living particles each, evenly over the frame.
  static func emittersTree(count: Int) -> RenderTree {
    let image = softDot(side: 32)
    let root = CALayer()
    let columns = Int((Double(count) * 16 / 9).squareRoot())
    let step = CGFloat(viewport.width) / CGFloat(columns)
    root.sublayers = (0..<count).map { index in
      let cell = CAEmitterCell()
      (cell.lifetime, cell.birthRate, cell.contents, cell.scale) = (1, 2, image, 0.25)
      cell.color = CGColor(red: 1, green: 0.6, blue: 0.3, alpha: 1)
      (cell.velocity, cell.velocityRange, cell.emissionRange) = (10, 4, 2 * .pi)
      let emitter = CAEmitterLayer()
      emitter.emitterPosition = CGPoint(
        x: (CGFloat(index % columns) + 0.5) * step, y: (CGFloat(index / columns) + 0.5) * step)
      emitter.seed = UInt32(index)
      emitter.emitterCells = [cell]
      return emitter
    }
    return root.committedTree()
  }

  /// Emits all over the frame.
  static func emitter(of cell: CAEmitterCell, isAdditive: Bool) -> CAEmitterLayer {
    let emitter = CAEmitterLayer()
    emitter.emitterShape = .rectangle
    emitter.emitterSize = CGSize(width: viewport.width - 80, height: viewport.height - 80)
    emitter.emitterPosition = CGPoint(x: viewport.width / 2, y: viewport.height / 2)
    emitter.renderMode = isAdditive ? .additive : .unordered
    emitter.emitterCells = [cell]
    return emitter
  }
}
