import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import Testing

@Suite struct LayerTreeTests {
  private func layer(
    _ width: Double, _ height: Double, at x: Double = 0, _ y: Double = 0,
    _ change: (inout LayerState) -> Void = { _ in }
  ) -> LayerState {
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    state.anchorPoint = .zero
    state.position = CGPoint(x: x, y: y)
    state.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    change(&state)
    return state
  }

  private func list(_ root: RenderNode, scale: Double = 1) -> DisplayList {
    evaluate(RenderTree(root: root), at: 0, in: Viewport(width: 100, height: 100, scale: scale))
  }

  private func lines(_ root: RenderNode) -> [String] {
    list(root).text.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func drawsInTreeOrder() {
    let blue = layer(10, 10, at: 20, 20) { $0.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1) }
    let root = RenderNode(
      state: layer(50, 50) { $0.contents = .image(whitePixel) },
      sublayers: [RenderNode(state: blue, sublayers: [RenderNode(state: layer(5, 5))]), RenderNode(state: blue)])
    #expect(
      lines(root) == [
        "fill #ffff0000 0,0..50,50 in 0,0..50,50",
        "image 1x1 linear alpha 255 0,0..50,50 in 0,0..50,50",
        "fill #ff0000ff 0,0..10,10 by [1 0; 0 1; 20 20] in 20,20..30,30",
        "fill #ffff0000 0,0..5,5 by [1 0; 0 1; 20 20] in 20,20..25,25",
        "fill #ff0000ff 0,0..10,10 by [1 0; 0 1; 20 20] in 20,20..30,30",
      ])
  }

  @Test func hiddenAndTransparentLayersHideWhatTheyHold() {
    for change in [{ $0.isHidden = true }, { $0.opacity = 0 }, { $0.opacity = -1 }, { $0.opacity = .nan }]
      as [(inout LayerState) -> Void]
    {
      let root = RenderNode(state: layer(10, 10) { change(&$0) }, sublayers: [RenderNode(state: layer(10, 10))])
      #expect(lines(root).isEmpty)
    }
  }

  @Test func opacityFoldsIntoSinglePieces() {
    let half = RenderNode(state: layer(10, 10) { $0.opacity = 0.5 })
    #expect(lines(half) == ["fill #80800000 0,0..10,10 in 0,0..10,10"])
    let image = RenderNode(
      state: layer(10, 10) {
        $0.opacity = 0.5
        $0.backgroundColor = nil
        $0.contents = .image(whitePixel)
      })
    #expect(lines(image) == ["image 1x1 linear alpha 128 0,0..10,10 in 0,0..10,10"])
    #expect(lines(RenderNode(state: layer(10, 10) { $0.opacity = 9 })) == ["fill #ffff0000 0,0..10,10 in 0,0..10,10"])
  }

  @Test func opacityOfSeveralPiecesNeedsAGroup() {
    let root = RenderNode(
      state: layer(10, 10) { $0.opacity = 0.5 }, sublayers: [RenderNode(state: layer(20, 5, at: 5, 5))])
    #expect(
      lines(root) == [
        "group alpha 128 in 0,0..25,10", "  fill #ffff0000 0,0..10,10 in 0,0..10,10",
        "  fill #ffff0000 0,0..20,5 by [1 0; 0 1; 5 5] in 5,5..25,10",
      ])
  }

  @Test func clipsLimitTheGroup() {
    let root = RenderNode(
      state: layer(10, 10) {
        $0.masksToBounds = true
        $0.cornerRadius = 99
      }, sublayers: [RenderNode(state: layer(50, 50, at: 5, 5))])
    #expect(lines(root)[0] == "group alpha 255 clip 0,0..10,10 radius 5 in 0,0..10,10")
    // Nothing of the sublayer can be seen, so nothing is left.
    let outside = RenderNode(
      state: layer(10, 10) {
        $0.masksToBounds = true
        $0.backgroundColor = nil
      }, sublayers: [RenderNode(state: layer(50, 50, at: 20, 20))])
    #expect(lines(outside).isEmpty)
  }

  @Test func groupsNest() {
    var node = RenderNode(state: layer(10, 10))
    for _ in 0..<3 { node = RenderNode(state: layer(10, 10) { $0.opacity = 0.5 }, sublayers: [node]) }
    let list = list(node)
    #expect(list.commands.count == 3 * 3 + 1)
    #expect(list.text.contains("      fill"))
  }

  @Test func geometry() {
    let turned = RenderNode(
      state: layer(10, 20, at: 50, 50) {
        $0.anchorPoint = CGPoint(x: 0.5, y: 0.5)
        $0.bounds.origin = CGPoint(x: 3, y: 4)
        $0.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      })
    // The middle (8, 14) lies at the position; +x goes down, +y left.
    #expect(lines(turned) == ["fill #ffff0000 3,4..13,24 by [0 1; -1 0; 64 42] in 40,45..60,55"])
    let moved = RenderNode(
      state: layer(10, 10) { $0.bounds.origin = CGPoint(x: 2, y: 0) },
      sublayers: [RenderNode(state: layer(1, 1, at: 5, 5))])
    #expect(lines(moved)[1] == "fill #ffff0000 0,0..1,1 by [1 0; 0 1; 3 5] in 3,5..4,6")
  }

  @Test func theViewportScalesAndMoves() {
    let viewport = Viewport(width: 100, height: 100, scale: 2, offsetX: 10, offsetY: 20)
    let list = evaluate(RenderTree(root: RenderNode(state: layer(10, 10, at: 1, 1))), at: 0, in: viewport)
    #expect(list.commands[0].bounds == DeviceRect(minX: 12, minY: 22, maxX: 32, maxY: 42))
  }

  @Test func sublayerTransformsActAboutTheAnchor() {
    let root = RenderNode(
      state: layer(20, 20, at: 50, 50) {
        $0.anchorPoint = CGPoint(x: 0.5, y: 0.5)
        $0.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
        $0.backgroundColor = nil
      }, sublayers: [RenderNode(state: layer(4, 4, at: 10, 10))])
    #expect(list(root).commands[0].bounds == DeviceRect(minX: 50, minY: 50, maxX: 58, maxY: 58))
  }

  @Test func perspectiveActsPerSublayer() {
    let root = RenderNode(
      state: layer(100, 100) {
        $0.sublayerTransform.m34 = -1 / 100
        $0.backgroundColor = nil
      },
      sublayers: [
        RenderNode(state: layer(10, 10, at: 20, 20) { $0.zPosition = 50 }),
        RenderNode(state: layer(10, 10, at: 20, 20)),
        RenderNode(state: layer(10, 10, at: 20, 20) { $0.zPosition = -100 }),
      ])
    #expect(list(root).commands.map(\.bounds.minX) == [40, 20, 10])
    #expect(list(root).commands.map(\.bounds.width) == [20, 10, 5])
  }

  /// Each layer flattens its subtree into its plane (behavior.md 4.3): depth does not reach through two levels.
  @Test func layersFlattenTheirSublayers() {
    func root(childDepth: CGFloat) -> RenderNode {
      let child = RenderNode(state: layer(10, 10) { $0.zPosition = childDepth })
      let tilted = RenderNode(
        state: layer(40, 40, at: 20, 20) {
          $0.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
        }, sublayers: [child])
      return RenderNode(
        state: layer(100, 100) { $0.sublayerTransform.m34 = -1 / 200 }, sublayers: [tilted])
    }
    #expect(lines(root(childDepth: 0)) == lines(root(childDepth: 30)))
    #expect(lines(root(childDepth: 0))[2].contains("0,0..10,10 by ["))
  }

  @Test func layersOutsideTheFrameAreNotDrawn() {
    for (x, y) in [(-10, 0), (0, -10), (100, 0), (0, 100), (1e9, 1e9)] as [(Double, Double)] {
      #expect(lines(RenderNode(state: layer(10, 10, at: x, y))).isEmpty)
    }
    #expect(list(RenderNode(state: layer(10, 10, at: -9.5, 0))).commands[0].bounds.width == 1)
    #expect(lines(RenderNode(state: layer(0, 10))).isEmpty)
    let stage = Stage(cell(rate: 100, lifetime: 1))
    var far = stage
    far.emitter.emitterPosition = CGPoint(x: Double(Stage.reach) + 5.1, y: 0)
    #expect(far.list(at: 1).commands.isEmpty && far.live(at: 1) == 100)
    far.emitter.emitterPosition.x = Double(Stage.reach) + 4.9
    #expect(far.particles(at: 1).count == 100)
  }

  @Test func planesPartlyBehindTheEyeCoverTheFrame() {
    let root = RenderNode(
      state: layer(100, 100) {
        $0.sublayerTransform.m34 = -1 / 50
        $0.backgroundColor = nil
      },
      sublayers: [
        RenderNode(state: layer(400, 10) { $0.transform = CATransform3DMakeRotation(-.pi / 3, 0, 1, 0) })
      ])
    let list = list(root)
    #expect(list.commands.map(\.bounds) == [DeviceRect(minX: 0, minY: 0, maxX: 100, maxY: 100)])
    #expect(list.isSound)
  }

  @Test func timeRunsThroughTheTree() {
    let stage = Stage(cell(rate: 10, lifetime: 100))
    var outer = LayerState()
    outer.timing.speed = 2
    outer.timing.beginTime = 1
    var inner = LayerState()
    inner.timing.timeOffset = 3
    let root = RenderNode(state: outer, sublayers: [RenderNode(state: inner, emission: stage.emission)])
    #expect(evaluate(RenderTree(root: root), at: 2, in: Stage.viewport).liveParticles == 50)
  }

  @Test func emittersInGroups() {
    var stage = Stage(cell(rate: 10, lifetime: 100))
    stage.layer.opacity = 0.5
    let commands = stage.list(at: 1).commands
    guard commands.count == 3, case .pushGroup(let group) = commands[0], case .particles(let batch) = commands[1]
    else {
      Issue.record("no group around the particles")
      return
    }
    #expect(group.alpha == 128)
    #expect(group.bounds == batch.bounds)
  }

  @Test func boundsHoldAllParticles() {
    let stage = Stage(
      cell(rate: 2000, lifetime: 1) {
        $0.velocity = 300
        $0.emissionRange = 2 * .pi
        $0.rotationRange = 6
      })
    let list = stage.list(at: 1)
    var expected = DeviceRect.empty
    for particle in list.particles {
      let extent =
        SIMD2(
          abs(particle.width.x) + abs(particle.height.x), abs(particle.width.y) + abs(particle.height.y)) / 2
      let center = SIMD2(particle.x, particle.y) + Float(Stage.reach)
      let (low, high) = (center - extent, center + extent)
      expected = expected.union(
        DeviceRect(
          minX: Int(low.x.rounded(.down)), minY: Int(low.y.rounded(.down)), maxX: Int(high.x.rounded(.up)),
          maxY: Int(high.y.rounded(.up))))
    }
    let bounds = list.batches[0].bounds
    #expect(bounds.intersection(expected) == expected)
    // No more than a pixel to spare.
    #expect(bounds.width <= expected.width + 2 && bounds.height <= expected.height + 2)
  }
}
