import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import Testing

/// The kernels against the plain Swift that says what they compute: the same bits. Ours.
@Suite struct ParticleKernelTests {
  private func randomCell(_ numbers: inout SplitMix64, depth: Int) -> EmitterCellTree {
    var state = EmitterCellState()
    // Sometimes enough children of one parent to fill vectors.
    let most: Float = depth == 0 ? 150 : depth == 1 && numbers.sometimes(0...1) > 0.7 ? 100 : 15
    state.birthRate = Float.random(in: 1...most, using: &numbers)
    if numbers.sometimes(0...1) > 0.6 { state.birthMultiplier = Float.random(in: 0...3, using: &numbers) }
    state.lifetime = Float.random(in: 0.2...2, using: &numbers)
    state.lifetimeRange = Float(numbers.sometimes(0...3))
    state.velocity = numbers.sometimes(-200...200)
    state.velocityRange = numbers.sometimes(0...100)
    (state.xAcceleration, state.yAcceleration) = (numbers.sometimes(-90...90), numbers.sometimes(-90...90))
    state.zAcceleration = numbers.sometimes(-90...90)
    (state.emissionLongitude, state.emissionLatitude) = (numbers.sometimes(-4...4), numbers.sometimes(-4...4))
    state.emissionRange = numbers.sometimes(0...7)
    state.emissionIsFlat = depth == 1
    (state.scale, state.scaleRange) = (numbers.sometimes(0...3), numbers.sometimes(0...2))
    state.scaleSpeed = numbers.sometimes(-1...1)
    (state.spin, state.spinRange) = (numbers.sometimes(-9...9), numbers.sometimes(0...9))
    (state.rotation, state.rotationRange) = (numbers.sometimes(-9...9), numbers.sometimes(0...9))
    state.color = CGColor(red: numbers.sometimes(0...1), green: 0.7, blue: 1, alpha: 0.9)
    (state.redRange, state.greenRange) = (Float(numbers.sometimes(0...1)), Float(numbers.sometimes(0...2)))
    (state.blueRange, state.alphaRange) = (Float(numbers.sometimes(0...1)), Float(numbers.sometimes(0...1)))
    (state.redSpeed, state.greenSpeed) = (Float(numbers.sometimes(-1...1)), Float(numbers.sometimes(-1...1)))
    (state.blueSpeed, state.alphaSpeed) = (Float(numbers.sometimes(-1...1)), Float(numbers.sometimes(-1...1)))
    state.contents = numbers.sometimes(0...1) < 0.8 ? .image(whiteSquare) : nil
    if Bool.random(using: &numbers) {
      state.particleType = .plane
      (state.orientationLatitude, state.orientationLongitude) = (numbers.sometimes(-4...4), numbers.sometimes(-4...4))
      (state.orientationRange, state.shine) = (numbers.sometimes(0...7), numbers.sometimes(0...1))
    }
    if numbers.sometimes(0...1) > 0.6 {
      (state.contentsFrameCount, state.contentsFramesPerSecond) = (7, 12)
      state.contentsFrameMode = [.random, .loop, .once, .overLife].randomElement(using: &numbers)!
    }
    state.timing.speed = Float.random(in: 0.5...2, using: &numbers)
    if numbers.sometimes(0...1) > 0.6 { state.birthRateOverLife = [0, 2, 1] }
    if numbers.sometimes(0...1) > 0.7 { state.emissionMoment = .death }
    let count = depth < 2 ? Int.random(in: 0...2, using: &numbers) : 0
    return EmitterCellTree(state, cells: (0..<count).map { _ in randomCell(&numbers, depth: depth + 1) })
  }

  private func randomEmitter(_ numbers: inout SplitMix64) -> EmitterState {
    var emitter = EmitterState()
    emitter.emitterShape = EmitterShape.allCases.randomElement(using: &numbers)!
    emitter.emitterPath = CGPath(ellipseIn: CGRect(x: -50, y: 0, width: 90, height: 40), transform: nil).geometry
    emitter.emitterRects = [CGRect(x: 0, y: 0, width: 30, height: 9), CGRect(x: 90, y: 50, width: 4, height: 80)]
    (emitter.emitterImage, emitter.takesImageColors) = (.image(whiteSquare), Bool.random(using: &numbers))
    emitter.emitterMode = EmitterMode.allCases.randomElement(using: &numbers)!
    emitter.renderMode = EmitterRenderMode.allCases.randomElement(using: &numbers)!
    emitter.emitterSize = CGSize(width: numbers.sometimes(0...300), height: numbers.sometimes(0...300))
    (emitter.emitterDepth, emitter.emitterZPosition) = (numbers.sometimes(0...300), numbers.sometimes(-50...50))
    emitter.preservesDepth = Bool.random(using: &numbers)
    return emitter
  }

  private func randomMatrix(_ numbers: inout SplitMix64) -> CATransform3D {
    var matrix = CATransform3DMakeTranslation(300, 200, 0)
    matrix = CATransform3DRotate(matrix, numbers.sometimes(-3...3), 1, 2, 3)
    if Bool.random(using: &numbers) { (matrix.m34, matrix.m14) = (-1.0 / 400, numbers.sometimes(-0.001...0.001)) }
    return matrix
  }

  @Test(arguments: 0..<120) func bothLevelsGiveTheSameBits(seed: Int) {
    var numbers = SplitMix64(seed: UInt64(seed))
    var emitter = randomEmitter(&numbers)
    let cells = (0..<Int.random(in: 1...2, using: &numbers)).map { _ in randomCell(&numbers, depth: 0) }
    let matrix = randomMatrix(&numbers)
    var emission = Emission()
    emission.record(emitter, cells: cells, at: 0)
    if Bool.random(using: &numbers) {
      // A change while particles live: what was born before goes on from there.
      var changed = cells
      (changed[0].state.yAcceleration, changed[0].state.alphaSpeed) = (numbers.sometimes(-90...90), -0.25)
      emitter.emitterPosition = CGPoint(x: 40, y: -20)
      emission.record(emitter, cells: changed, at: 2.5)
    }
    let clip = DeviceRect(minX: 0, minY: 0, maxX: 600, maxY: 400)
    let frames = [ParticleKernels.fast, .reference].map { kernels in
      var budget = EmissionBudget()
      return emission.evaluate(
        at: 3.25, seed: 5, matrix: matrix, clip: clip, budget: &budget, memory: ParticleBatch(), kernels: kernels)
    }
    #expect(frames[0].liveCount == frames[1].liveCount)
    #expect(frames[0].batch.hasSameBits(as: frames[1].batch), "\(frames[0].batch.count) particles")
  }

  /// Otherwise the test above would compare nothing.
  @Test func mostRandomScenesShowParticles() {
    let counts = (0..<60).map { seed in
      var numbers = SplitMix64(seed: UInt64(seed))
      var stage = Stage()
      stage.emitter = randomEmitter(&numbers)
      stage.cells = [randomCell(&numbers, depth: 0)]
      return stage.list(at: 3.25).batches.reduce(0) { $0 + $1.count }
    }
    #expect(counts.count { $0 > 16 } > 30)
  }
}

extension ParticleBatch {
  func hasSameBits(as other: ParticleBatch) -> Bool {
    return count == other.count && bounds == other.bounds && tint == other.tint && sprite == other.sprite
      && Self.numbers.allSatisfy { self[keyPath: $0].map(\.bitPattern) == other[keyPath: $0].map(\.bitPattern) }
  }
}

extension SplitMix64 {
  /// 0 as often as not, so that each part of a cell is also missing.
  fileprivate mutating func sometimes(_ range: ClosedRange<Double>) -> Double {
    Bool.random(using: &self) ? Double.random(in: range, using: &self) : 0
  }
}
