import Foundation
import StarmineGraphics
import StarmineScene
import Testing

@Suite struct ParticleOrderTests {
  /// Two cells whose births alternate; x is a hundred times the age, y tells the cell.
  private func stage(_ mode: EmitterRenderMode) -> Stage {
    func moving(_ y: CGFloat, begin: Double) -> EmitterCellTree {
      cell(rate: 2, lifetime: 10) {
        $0.velocity = 100
        $0.timing.beginTime = begin
        $0.scale = y
      }
    }
    var stage = Stage(moving(1, begin: 0), moving(2, begin: 0.25))
    stage.emitter.renderMode = mode
    return stage
  }

  private func ages(_ mode: EmitterRenderMode) -> [Float] {
    stage(mode).particles(at: 2.1).map { ($0.x).rounded() }
  }

  @Test func unorderedDrawsCellByCell() {
    #expect(ages(.unordered) == [160, 110, 60, 10, 135, 85, 35])
    #expect(ages(.additive) == ages(.unordered))
  }

  @Test func unorderedDrawsSubcellBySubcell() {
    // Whatever parents they come from: so that a sub-cell's particles lie side by side in memory.
    let children = (0..<2).map { number in cell(rate: 10, lifetime: 5) { $0.scale = CGFloat(number) + 1 } }
    let stage = Stage(cell(rate: 10, lifetime: 5, cells: children) { $0.contents = nil })
    let sizes = stage.particles(at: 1).map(\.size)
    #expect(sizes.count > 20 && sizes == sizes.sorted() && Set(sizes).count == 2)
  }

  @Test func oldestFirstAndLastMixCells() {
    #expect(ages(.oldestFirst) == [160, 135, 110, 85, 60, 35, 10])
    #expect(ages(.oldestLast) == ages(.oldestFirst).reversed())
    let particles = stage(.oldestFirst).particles(at: 2.1)
    #expect(particles.map(\.size) == [10, 20, 10, 20, 10, 20, 10])
    #expect(particles.map(\.sprite) == [0, 1, 0, 1, 0, 1, 0])
  }

  @Test func parentsAndChildrenSortTogether() {
    let child = cell(rate: 1, lifetime: 10) { $0.velocity = 100 }
    var stage = Stage(cell(rate: 1, lifetime: 10, cells: [child]) { $0.scale = 2 })
    stage.emitter.renderMode = .oldestFirst
    // At 3.5 s: parents born at 1, 2, 3; children at 2, 3 and 3.
    #expect(stage.particles(at: 3.5).map { $0.x.rounded() } == [0, 0, 150, 0, 50, 50])
  }

  @Test func cellsWithOtherClocksSortByLayerAge() {
    let fast = cell(rate: 1, lifetime: 100) {
      $0.timing.speed = 4
      $0.scale = 2
    }
    var stage = Stage(fast, cell(rate: 1, lifetime: 100))
    stage.emitter.renderMode = .oldestFirst
    #expect(stage.particles(at: 1).map(\.size) == [20, 20, 20, 20, 10])
    #expect(stage.particles(at: 2).map(\.size) == [20, 20, 20, 20, 10, 20, 20, 20, 20, 10])
  }

  @Test func childrenOfFastParentsSortByLayerAge() {
    // The child is born 0.5 s after the layer's start and ages by the parent's clock, twice as fast as the layer's.
    let child = cell(rate: 1, lifetime: 100) { $0.scale = 2 }
    let parent = cell(rate: 4, lifetime: 1.3, cells: [child]) {
      $0.contents = nil
      $0.timing.speed = 2
      $0.timing.duration = 0.3
    }
    let plain = cell(rate: 1, lifetime: 100) { $0.timing.beginTime = -0.6 }
    var stage = Stage(parent, plain)
    stage.emitter.renderMode = .oldestFirst
    // Births at 0.4 (plain), 0.625 (child) and 1.4 s (plain); the child's own clock says that it is 1.95 s old.
    #expect(stage.particles(at: 1.6).map(\.size) == [10, 20, 10])
  }

  @Test func backToFrontSortsByDepth() {
    var stage = Stage(
      cell(rate: 1000, lifetime: 1) {
        $0.velocity = 100
        $0.emissionRange = 2 * .pi
      })
    let depths = stage.positions(at: 1).map(\.z)
    let flat = stage.particles(at: 1)
    stage.emitter.renderMode = .backToFront
    let sorted = zip(depths, flat).sorted { $0.0 < $1.0 }.map(\.1)
    let drawn = stage.particles(at: 1)
    #expect(drawn.count == 1000)
    // Depths were read from a projection and may tie after rounding, so nearly all must agree.
    #expect(zip(sorted, drawn).count { $0 == $1 } > 900)
    #expect(drawn != flat)
  }

  @Test func blendsAsAsked() {
    let blends: [EmitterRenderMode: BlendMode] = [
      .additive: .additive, .screen: .screen, .maximum: .maximum, .cheapColorDodge: .colorDodge, .multiply: .multiply,
    ]
    for mode in EmitterRenderMode.allCases {
      #expect(stage(mode).list(at: 1).batches[0].blend == blends[mode] ?? .sourceOver)
    }
  }
}

@Suite struct ParticleDepthTests {
  /// One particle at (100, 0, -400), seen with an eye 400 points away.
  private func list(preservesDepth: Bool, tilt: Double = 0) -> DisplayList {
    var emission = Emission()
    var emitter = EmitterState()
    emitter.emitterPosition = CGPoint(x: 100, y: 0)
    emitter.emitterZPosition = -400
    emitter.preservesDepth = preservesDepth
    emission.record(emitter, cells: [cell(rate: 1, lifetime: 10)], at: 0)
    var layer = LayerState()
    layer.transform = CATransform3DMakeRotation(tilt, 0, 1, 0)
    var root = LayerState()
    root.sublayerTransform.m34 = -1 / 400
    let node = RenderNode(state: root, sublayers: [RenderNode(state: layer, emission: emission)])
    return evaluate(RenderTree(root: node), at: 1, in: Stage.viewport)
  }

  @Test func depthTakesPartInPerspective() throws {
    let particle = try #require(list(preservesDepth: true).particles.first)
    #expect(abs(particle.x - 50) < 0.01)
    #expect(abs(particle.width.x - 5) < 0.01 && abs(particle.height.y - 5) < 0.01)
  }

  @Test func withoutItParticlesLieInTheLayersPlane() throws {
    let particle = try #require(list(preservesDepth: false).particles.first)
    #expect(particle.x == 100)
    #expect(particle.width.x == 10)
  }

  @Test func theTurnedLayerIsSeenInPerspective() throws {
    // Turned by an eighth, (100, 0, 0) lies at (70.7, 0, -70.7).
    let particle = try #require(list(preservesDepth: false, tilt: .pi / 4).particles.first)
    let side = 100 * 0.5.squareRoot()
    #expect(abs(Double(particle.x) - side / (1 + side / 400)) < 0.01)
    #expect(abs(Double(particle.height.y) - 10 / (1 + side / 400)) < 0.01)
  }

  @Test func particlesBehindTheEyeAreNotDrawn() {
    let stage = Stage(
      cell(rate: 100, lifetime: 10) {
        $0.velocity = 100
        $0.emissionLatitude = .pi / 2
      })
    var layer = stage
    layer.emitter.preservesDepth = true
    var root = LayerState()
    root.sublayerTransform.m34 = -1 / 400
    let node = RenderNode(
      state: root, sublayers: [RenderNode(state: layer.layer, emission: layer.emission)])
    let list = evaluate(RenderTree(root: node), at: 8, in: Stage.viewport)
    // Born at 0.01...8 s, at 100 points/s toward the eye: those older than 4 s have passed it.
    #expect(list.liveParticles == 800)
    #expect(abs(list.particles.count - 400) <= 2)
    #expect(list.isSound)
  }
}
