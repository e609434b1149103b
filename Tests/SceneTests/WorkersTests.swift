import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import Testing

/// Emitters that are evaluated side by side give the list that a walk one after the other gives.
@Suite struct WorkersTests {
  private static let viewport = Viewport(width: 200, height: 200, offsetX: 100, offsetY: 100)

  private static func emitter(_ rate: Float, _ layer: (inout LayerState) -> Void = { _ in }) -> RenderNode {
    var state = LayerState()
    (state.bounds, state.anchorPoint) = (CGRect(x: 0, y: 0, width: 60, height: 60), .zero)
    layer(&state)
    return RenderNode(
      state: state,
      emission: Stage(
        cell(rate: rate, lifetime: 2) {
          $0.velocity = 30
          $0.emissionRange = 6
        }
      ).emission)
  }

  /// Emitters by themselves, below what fades each piece, in a group, in tinted copies, under a mask, with a shadow,
  /// below a backdrop, and some without particles.
  private static var tree: RenderTree {
    var faded = LayerState()
    (faded.opacity, faded.allowsGroupOpacity) = (0.5, false)
    var group = LayerState()
    group.opacity = 0.4
    var glass = LayerState()
    (glass.bounds, glass.anchorPoint) = (CGRect(x: 0, y: 0, width: 50, height: 50), .zero)
    var blur = FilterState(type: "gaussianBlur")
    blur.radius = 3
    glass.effects.backgroundFilters = [blur]
    var mirror = LayerState()
    (mirror.replicator.instanceCount, mirror.replicator.instanceRedOffset) = (3, -0.3)
    mirror.replicator.instanceTransform = CATransform3DMakeTranslation(-20, 5, 0)
    let root = RenderNode(
      state: LayerState(),
      sublayers: [
        emitter(40), emitter(0), RenderNode(state: faded, sublayers: [emitter(25), emitter(0), emitter(300)]),
        RenderNode(state: group, sublayers: [emitter(90), emitter(10)]),
        RenderNode(state: mirror, sublayers: [emitter(60)]),
        emitter(50) { ($0.shadow.shadowOpacity, $0.shadow.shadowRadius) = (1, 4) },
        RenderNode(state: glass), emitter(33), emitter(0),
        RenderNode(state: LayerState(), sublayers: [emitter(8)], mask: emitter(70)), emitter(2000),
      ])
    return RenderTree(root: root, seed: 5)
  }

  @Test func theListIsTheSame() {
    var memory: DisplayList?
    for time in [0, 0.3, 1.7, 5] {
      let alone = evaluate(Self.tree, at: time, in: Self.viewport)
      let together = evaluate(
        Self.tree, at: time, in: Self.viewport, recycling: memory.take(), workers: Workers(count: 3))
      #expect(alone.text(particles: 1000) == together.text(particles: 1000), "at \(time)")
      #expect(alone.liveParticles == together.liveParticles)
      memory = together
    }
    #expect(memory?.batches.isEmpty == false)
  }

  /// The limit is the whole frame's: the third emitter has what the first two leave.
  @Test func theLimitIsShared() {
    let emitters = (0..<3).map { _ in
      RenderNode(state: LayerState(), emission: Stage(cell(rate: 3_000_000, lifetime: 1)).emission)
    }
    let tree = RenderTree(root: RenderNode(state: LayerState(), sublayers: emitters))
    // All are born beyond the frame, so that none has to be drawn.
    let hidden = Viewport(width: 8, height: 8, offsetX: -1000)
    let alone = evaluate(tree, at: 10, in: hidden)
    let together = evaluate(tree, at: 10, in: hidden, workers: Workers(count: 2))
    #expect(alone.droppedParticles > 0)
    #expect(alone.droppedParticles == together.droppedParticles)
    #expect(alone.liveParticles == together.liveParticles)
  }

  /// An emitter that needs more than the limit, and hundreds behind it that have nothing left: none of them is
  /// evaluated as if it were alone, which would take gigabytes.
  @Test func theLimitHoldsForManyEmitters() {
    let emitter = RenderNode(state: LayerState(), emission: Stage(cell(rate: 100_000_000, lifetime: 1)).emission)
    let tree = RenderTree(root: RenderNode(state: LayerState(), sublayers: Array(repeating: emitter, count: 300)))
    let hidden = Viewport(width: 8, height: 8, offsetX: -1000)
    let lists = [1, 3].map { evaluate(tree, at: 10, in: hidden, workers: Workers(count: $0)) }
    let few = RenderTree(root: RenderNode(state: LayerState(), sublayers: [emitter]))
    #expect(lists[0].liveParticles == evaluate(few, at: 10, in: hidden).liveParticles)
    #expect(lists[0].liveParticles == lists[1].liveParticles)
    #expect(lists[0].droppedParticles == lists[1].droppedParticles)
  }
}
