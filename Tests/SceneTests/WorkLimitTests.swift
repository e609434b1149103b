import Foundation
import StarmineGraphics
import StarmineScene
import Testing

/// Documents that ask for more than a frame can have: they end soon, and what is left out is counted.
@Suite struct WorkLimitTests {
  /// Births that the limit leaves out, of more cells than a sum of 64 bits holds.
  @Test func countsOfDroppedBirthsEndAtTheLargestNumber() {
    let endless = cell(rate: 1e9, lifetime: 8.9e6) { $0.timing.beginTime = -8.9e6 + 1000 }
    var stage = Stage()
    stage.cells = Array(repeating: endless, count: 1200)
    let hidden = Viewport(width: 8, height: 8, offsetX: -1000)
    let emitter = RenderNode(state: LayerState(), emission: stage.emission)
    for count in [1, 3] {
      let root = RenderNode(state: LayerState(), sublayers: Array(repeating: emitter, count: count))
      #expect(evaluate(RenderTree(root: root), at: 1, in: hidden).droppedParticles == .max)
    }
  }

  /// Each bitmap counts once: its pixels while it is made, inside of others or not, and its result to the end.
  @Test func bitmapsOfEffectsAreCounted() {
    let square = DeviceRect(minX: 0, minY: 0, maxX: 100, maxY: 100)
    func bitmap(_ commands: [DrawCommand] = []) -> DrawCommand {
      .offscreen(OffscreenCommand(bounds: square, commands: commands, source: square))
    }
    func bytes(_ commands: DrawCommand...) -> Int {
      DisplayList(width: 100, height: 100, commands: commands).effectBytes()
    }
    let one = bitmap()
    #expect(bytes() == 0 && bytes(one) == 80_000 && bytes(one, one) == 80_000)
    #expect(bytes(one, bitmap()) == 120_000 && bytes(bitmap([one])) == 160_000 && bytes(one, bitmap([one])) == 120_000)
    let shadow = ShadowCommand(
      bounds: square, silhouette: [one], silhouetteBounds: square, color: 0xFF00_0000, sigmaX: 1, sigmaY: 1, offsetX: 0,
      offsetY: 0)
    #expect(bytes(.shadow(shadow)) == 10_000 + 40_000 + 40_000 + 40_000)
    // A blur spreads what is drawn, and needs two more bitmaps of that size.
    let blurred = OffscreenCommand(
      bounds: square, commands: [], source: square, filters: [.blur(sigmaX: 2, sigmaY: 2)])
    let spread = square.grown(by: blurred.reach)
    #expect(bytes(.offscreen(blurred)) == 40_000 + 40_000 + 8 * spread.area)
  }

  /// Twenty planes of 100,000 particles through one another: whole, they are two million, in pieces up to forty.
  @Test func planesOfManyParticlesAreNotCutWithoutEnd() {
    var stage = Stage(
      cell(rate: 100_000, lifetime: 1) {
        ($0.velocity, $0.emissionRange) = (20, 6)
      })
    stage.emitter.emitterPosition = CGPoint(x: 30, y: 15)
    let planes = (0..<40).map { index in
      var state = LayerState()
      (state.bounds, state.position) = (CGRect(x: 0, y: 0, width: 60, height: 30), CGPoint(x: 32, y: 18))
      state.backgroundColor = .white
      state.transform = CATransform3DRotate(
        CATransform3DMakeRotation(Double(index) * 0.37, 1, 0, 0), Double(index) * 0.91, 0, 1, 0)
      return RenderNode(state: state, sublayers: [RenderNode(state: LayerState(), emission: stage.emission)])
    }
    var space = LayerState()
    space.isTransformLayer = true
    let list = evaluate(
      RenderTree(root: RenderNode(state: space, sublayers: planes)), at: 10, in: Viewport(width: 64, height: 36))
    let drawn = list.batches.reduce(0) { $0 + $1.count }
    #expect(list.commands.contains { if case .cut = $0 { true } else { false } })
    #expect(drawn > 2_000_000 && drawn <= 8_000_000)
  }
}
