import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene

/// One emitter layer, set up, evaluated and looked at in its own coordinates.
struct Stage {
  var emitter = EmitterState()
  var cells: [EmitterCellTree]
  var layer = LayerState()
  var seed: UInt32 = 1

  init(_ cells: EmitterCellTree...) { self.cells = cells }

  /// Half the side of the viewport; the layer's origin lies in its middle.
  static let reach = 4000
  static let viewport = Viewport(
    width: reach * 2, height: reach * 2, offsetX: Double(reach), offsetY: Double(reach))

  var emission: Emission {
    var emission = Emission()
    emission.record(emitter, cells: cells, at: 0)
    return emission
  }

  func list(at time: Double) -> DisplayList { list(emission, at: time) }

  func list(_ emission: Emission, at time: Double) -> DisplayList {
    let node = RenderNode(state: layer, emission: emission)
    return evaluate(RenderTree(root: node, seed: seed), at: time, in: Self.viewport)
  }

  func particles(at time: Double) -> [Particle] { list(at: time).particles }
  func particles(_ emission: Emission, at time: Double) -> [Particle] { list(emission, at: time).particles }
  func live(at time: Double) -> Int { list(at: time).liveParticles }

  /// Positions with depth: a second look from the side shows z in place of x.
  func positions(at time: Double) -> [SIMD3<Float>] {
    var side = self
    side.emitter.preservesDepth = true
    // x' = z, y' = y, z' = -x
    side.layer.transform.m11 = 0
    side.layer.transform.m13 = -1
    side.layer.transform.m31 = 1
    side.layer.transform.m33 = 0
    return zip(particles(at: time), side.particles(at: time)).map { SIMD3($0.x, $0.y, $1.x) }
  }
}

/// One drawn particle in layer coordinates.
struct Particle: Equatable {
  var x: Float
  var y: Float
  var width: SIMD2<Float>
  var height: SIMD2<Float>
  var tint: UInt32
  var sprite: UInt16

  /// Straight components 0...255.
  var alpha: Int { Int(tint >> 24) }
  var red: Int { Int(tint >> 16 & 255) }
  var green: Int { Int(tint >> 8 & 255) }
  var blue: Int { Int(tint & 255) }
  /// Angle of the sprite's own x axis.
  var angle: Float { Float(atan2(Double(width.y), Double(width.x))) }
  /// Length of the upper edge.
  var size: Float { (width * width).sum().squareRoot() }
}

extension DisplayList {
  var batches: [ParticleBatch] {
    commands.compactMap { if case .particles(let batch) = $0 { batch } else { nil } }
  }

  var particles: [Particle] {
    batches.flatMap { batch in
      (0..<batch.count).map { index in
        Particle(
          x: batch.x[index] - Float(Stage.reach), y: batch.y[index] - Float(Stage.reach),
          width: SIMD2(batch.widthX[index], batch.widthY[index]),
          height: SIMD2(batch.heightX[index], batch.heightY[index]), tint: batch.tint[index],
          sprite: batch.sprite[index])
      }
    }
  }

  /// Whether every number in it is finite and within what the frame allows.
  var isSound: Bool {
    batches.allSatisfy { batch in
      let columns = ParticleBatch.numbers.map { batch[keyPath: $0] }
      return columns.allSatisfy { $0.count == batch.count && $0.allSatisfy(\.isFinite) }
        && batch.tint.count == batch.count && batch.tint.allSatisfy(isPremultiplied)
        && batch.sprite.count == batch.count && batch.sprite.allSatisfy { Int($0) < batch.sprites.count }
    } && !text(particles: 0).contains("nan") && !text(particles: 0).contains("inf")
      && commands.allSatisfy { $0.bounds.intersection(frame) == $0.bounds }
  }

  private var frame: DeviceRect { DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height) }
}

private func isPremultiplied(_ tint: UInt32) -> Bool {
  let alpha = tint >> 24
  return tint >> 16 & 255 <= alpha && tint >> 8 & 255 <= alpha && tint & 255 <= alpha
}

let whitePixel = CGImage(width: 1, height: 1, pixels: [0xFFFF_FFFF])
let whiteSquare = CGImage(width: 10, height: 10, pixels: Array(repeating: 0xFFFF_FFFF, count: 100))

/// A cell that shows a white 10 x 10 square, with whatever `change` sets.
func cell(
  rate: Float, lifetime: Float, cells: [EmitterCellTree] = [], _ change: (inout EmitterCellState) -> Void = { _ in }
) -> EmitterCellTree {
  var state = EmitterCellState()
  state.birthRate = rate
  state.lifetime = lifetime
  state.contents = .image(whiteSquare)
  change(&state)
  return EmitterCellTree(state, cells: cells)
}

/// Mean and variance of numbers.
func moments(_ values: [Double]) -> (mean: Double, variance: Double) {
  let mean = values.reduce(0, +) / Double(values.count)
  return (mean, values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count))
}

/// Pearson's statistic of values in 0..<1 against an even spread over `bins`; about `bins`, rarely above `2 bins`.
func chiSquare(_ values: [Double], bins: Int) -> Double {
  var counts = [Double](repeating: 0, count: bins)
  for value in values { counts[min(max(Int(value * Double(bins)), 0), bins - 1)] += 1 }
  let expected = Double(values.count) / Double(bins)
  return counts.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
}

func correlation(_ a: [Double], _ b: [Double]) -> Double {
  let (meanA, varianceA) = moments(a)
  let (meanB, varianceB) = moments(b)
  let products = zip(a, b).map { ($0 - meanA) * ($1 - meanB) }
  return moments(products).mean / (varianceA * varianceB).squareRoot()
}
