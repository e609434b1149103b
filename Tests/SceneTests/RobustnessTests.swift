import Foundation
import StarmineGraphics
import StarmineScene
import Testing

/// Whatever numbers a document holds, evaluation ends soon and the list is fit to draw.
@Suite struct RobustnessTests {
  private static let strange: [Double] = [
    .nan, .infinity, -.infinity, 1e300, -1e300, 1e30, -1e30, 1e-300, .leastNonzeroMagnitude, 0, -1,
  ]

  private static let cellFields: [@Sendable (inout EmitterCellState, Double) -> Void] = [
    { $0.birthRate = Float($1) }, { $0.lifetime = Float($1) }, { $0.lifetimeRange = Float($1) },
    { $0.emissionLatitude = $1 }, { $0.emissionLongitude = $1 }, { $0.emissionRange = $1 }, { $0.velocity = $1 },
    { $0.velocityRange = $1 }, { $0.xAcceleration = $1 }, { $0.yAcceleration = $1 }, { $0.zAcceleration = $1 },
    { $0.scale = $1 }, { $0.scaleRange = $1 }, { $0.scaleSpeed = $1 }, { $0.spin = $1 }, { $0.spinRange = $1 },
    { $0.color = CGColor(red: $1, green: $1, blue: $1, alpha: $1) },
    { $0.color = CGColor(red: $1, green: $1, blue: $1, alpha: 1) }, { $0.redRange = Float($1) },
    { $0.greenRange = Float($1) }, { $0.blueRange = Float($1) }, { $0.alphaRange = Float($1) },
    { $0.redSpeed = Float($1) }, { $0.greenSpeed = Float($1) }, { $0.blueSpeed = Float($1) },
    { $0.alphaSpeed = Float($1) }, { $0.contentsRect.origin.x = $1 }, { $0.contentsRect.origin.y = $1 },
    { $0.contentsRect.size.width = $1 }, { $0.contentsRect.size.height = $1 }, { $0.contentsScale = $1 },
    { $0.minificationFilterBias = Float($1) }, { $0.orientationLatitude = $1 }, { $0.orientationLongitude = $1 },
    { $0.orientationRange = $1 }, { $0.rotation = $1 }, { $0.rotationRange = $1 }, { $0.contentsFramesPerSecond = $1 },
    { $0.mass = $1 }, { $0.massRange = $1 }, { $0.timing.beginTime = $1 }, { $0.timing.timeOffset = $1 },
    { $0.timing.speed = Float($1) }, { $0.timing.duration = $1 }, { $0.timing.repeatCount = Float($1) },
    { $0.timing.repeatDuration = $1 },
  ]

  private static let emitterFields: [@Sendable (inout EmitterState, Double) -> Void] = [
    { $0.birthRate = Float($1) }, { $0.lifetime = Float($1) }, { $0.emitterPosition.x = $1 },
    { $0.emitterPosition.y = $1 }, { $0.emitterZPosition = $1 }, { $0.emitterSize.width = $1 },
    { $0.emitterSize.height = $1 }, { $0.emitterDepth = $1 }, { $0.velocity = Float($1) }, { $0.scale = Float($1) },
    { $0.spin = Float($1) }, { $0.spinBias = Float($1) },
  ]

  private static let layerFields: [@Sendable (inout LayerState, Double) -> Void] = [
    { $0.bounds.origin.x = $1 }, { $0.bounds.origin.y = $1 }, { $0.bounds.size.width = $1 },
    { $0.bounds.size.height = $1 }, { $0.position.x = $1 }, { $0.position.y = $1 }, { $0.zPosition = $1 },
    { $0.anchorPoint.x = $1 }, { $0.anchorPoint.y = $1 }, { $0.anchorPointZ = $1 }, { $0.transform.m11 = $1 },
    { $0.transform.m12 = $1 }, { $0.transform.m13 = $1 }, { $0.transform.m14 = $1 }, { $0.transform.m21 = $1 },
    { $0.transform.m31 = $1 }, { $0.transform.m34 = $1 }, { $0.transform.m41 = $1 }, { $0.transform.m44 = $1 },
    { $0.sublayerTransform.m11 = $1 }, { $0.sublayerTransform.m14 = $1 }, { $0.sublayerTransform.m34 = $1 },
    { $0.sublayerTransform.m44 = $1 }, { $0.opacity = Float($1) }, { $0.cornerRadius = $1 },
    { $0.backgroundColor = CGColor(red: $1, green: $1, blue: $1, alpha: $1) }, { $0.timing.beginTime = $1 },
    { $0.timing.timeOffset = $1 }, { $0.timing.speed = Float($1) },
  ]

  /// A busy parent with a child; births at a rate that a clock of any speed leaves countable.
  private func tree(_ change: (inout EmitterCellState) -> Void, child: (inout EmitterCellState) -> Void) -> Stage {
    func common(_ state: inout EmitterCellState) {
      state.velocity = 50
      state.velocityRange = 20
      state.emissionRange = 1
      state.spin = 1
      state.contentsFrameCount = 4
      state.contentsFrameMode = .loop
      state.contentsFramesPerSecond = 8
      state.particleType = .plane
      state.orientationRange = 1
      state.timing.duration = 4
    }
    let sub = cell(rate: 5, lifetime: 1) {
      common(&$0)
      child(&$0)
    }
    return Stage(
      cell(rate: 10, lifetime: 1, cells: [sub]) {
        common(&$0)
        change(&$0)
      })
  }

  private func expectSound(_ stage: Stage, _ note: Comment) {
    var node = stage.layer
    node.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
    let leaf = RenderNode(state: node)
    for time in [0, 1.5, 1000] {
      let root = RenderNode(state: stage.layer, emission: stage.emission, sublayers: [leaf])
      let list = evaluate(RenderTree(root: root, seed: 3), at: time, in: Viewport(width: 200, height: 200))
      #expect(list.isSound, note)
      #expect(list.liveParticles >= 0 && list.droppedParticles >= 0, note)
    }
  }

  @Test(arguments: cellFields.indices) func strangeCells(field: Int) {
    // Rates and counts of births that reach the limit are tested apart.
    for value in Self.strange where field != 0 || value < 1e10 {
      expectSound(tree({ Self.cellFields[field](&$0, value) }, child: { _ in }), "field \(field) of cell \(value)")
      expectSound(tree({ _ in }, child: { Self.cellFields[field](&$0, value) }), "field \(field) of sub-cell \(value)")
    }
  }

  @Test(arguments: emitterFields.indices) func strangeEmitters(field: Int) {
    for value in Self.strange where field != 0 || value < 1e10 {
      for shape in EmitterShape.allCases {
        var stage = tree({ _ in }, child: { _ in })
        stage.emitter.emitterShape = shape
        stage.emitter.emitterMode = .outline
        stage.emitter.renderMode = .backToFront
        Self.emitterFields[field](&stage.emitter, value)
        expectSound(stage, "field \(field) of \(shape) \(value)")
      }
    }
  }

  @Test(arguments: layerFields.indices) func strangeLayers(field: Int) {
    for value in Self.strange {
      var stage = tree({ _ in }, child: { _ in })
      stage.layer.backgroundColor = .white
      stage.layer.contents = .image(whiteSquare)
      stage.layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      for preservesDepth in [false, true] {
        stage.emitter.preservesDepth = preservesDepth
        Self.layerFields[field](&stage.layer, value)
        expectSound(stage, "field \(field) of layer \(value)")
      }
    }
  }

  @Test(arguments: [.nan, .infinity, -.infinity, 1e300, -1e300, 1e12, -5, -0.0]) func strangeTimes(time: Double) {
    let stage = tree({ $0.timing.duration = .infinity }, child: { _ in })
    #expect(stage.list(at: time).isSound)
    var emission = stage.emission
    emission.record(stage.emitter, cells: [stage.cells[0], stage.cells[0]], at: time)
    emission.record(stage.emitter, cells: stage.cells, at: time)
    #expect(stage.list(emission, at: 1).isSound)
  }

  @Test func strangeViewports() {
    let tree = RenderTree(root: RenderNode(state: LayerState(), emission: Stage(cell(rate: 9, lifetime: 1)).emission))
    for value in Self.strange {
      #expect(evaluate(tree, at: 1, in: Viewport(width: 10, height: 10, scale: value)).isSound)
      #expect(evaluate(tree, at: 1, in: Viewport(width: 10, height: 10, offsetX: value)).isSound)
    }
    #expect(evaluate(tree, at: 1, in: Viewport(width: 0, height: 0)).commands.isEmpty)
  }

  @Test func theParticleLimitHolds() {
    let hidden = Viewport(width: 8, height: 8, offsetX: -1000)
    for (rate, lifetime) in [(1e30, 1), (1e30, 1e30), (1e7, 1e30), (.infinity, .infinity)] as [(Float, Float)] {
      let stage = Stage(cell(rate: rate, lifetime: lifetime))
      let node = RenderNode(state: LayerState(), emission: stage.emission)
      let list = evaluate(RenderTree(root: node), at: 1000, in: hidden)
      #expect(list.liveParticles <= 8_000_000)
      #expect(list.liveParticles > 7_900_000)
      #expect(list.droppedParticles > 0)
    }
    #expect(Stage(cell(rate: 10, lifetime: 1)).list(at: 10).droppedParticles == 0)
  }

  @Test func theLimitHoldsForNestedCells() {
    let child = cell(rate: 1e6, lifetime: 1e6) { $0.contents = nil }
    let stage = Stage(cell(rate: 1000, lifetime: 100, cells: [child]))
    let list = stage.list(at: 100)
    #expect(list.liveParticles <= 8_000_000)
    #expect(list.droppedParticles > 0)
  }

  /// Births that are parents cost more than others, and a frame has fewer of them.
  @Test func theLimitHoldsForManyLevelsOfCells() {
    var nested = cell(rate: 2, lifetime: 1) { $0.contents = nil }
    for _ in 0..<44 {
      let child = nested
      nested = cell(rate: 2, lifetime: 1, cells: [child])
    }
    let list = Stage(nested).list(at: 100)
    #expect(list.liveParticles < 4_000_000)
    #expect(list.droppedParticles > 0)
  }

  @Test func deepTreesAreEvaluated() {
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    state.anchorPoint = .zero
    state.backgroundColor = .white
    var node = RenderNode(state: state)
    for _ in 0..<250 { node = RenderNode(state: state, sublayers: [node]) }
    #expect(evaluate(RenderTree(root: node), at: 0, in: Viewport(width: 10, height: 10)).commands.count == 251)
    var tree = cell(rate: 100, lifetime: 0.1)
    for _ in 0..<50 { tree = cell(rate: 1, lifetime: 1.5, cells: [tree]) }
    #expect(Stage(tree).live(at: 60) > 50)
  }
}
