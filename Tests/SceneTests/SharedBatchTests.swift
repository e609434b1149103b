import Foundation
import StarmineGraphics
import StarmineScene
import Testing

/// Small emitters between which nothing is drawn go to one batch, which draws what they draw alone.
@Suite struct SharedBatchTests {
  private static let viewport = Viewport(width: 300, height: 200)
  private static let images = (0..<3).map {
    CGImage(width: 2, height: 2, pixels: Array(repeating: UInt32($0), count: 4))
  }

  /// - Parameter index: says where it is and which of the images it shows.
  private static func emitter(
    _ index: Int, rate: Float = 5, _ change: (inout EmitterState) -> Void = { _ in }
  ) -> RenderNode {
    var state = LayerState()
    state.position = CGPoint(x: Double(index) * 12, y: 60)
    var stage = Stage(
      cell(rate: rate, lifetime: 2) {
        ($0.velocity, $0.emissionRange) = (40, 6)
        $0.contents = .image(images[index / 2 % images.count])
      })
    change(&stage.emitter)
    return RenderNode(state: state, emission: stage.emission)
  }

  private static func list(_ nodes: [RenderNode], in container: LayerState = LayerState()) -> DisplayList {
    evaluate(RenderTree(root: RenderNode(state: container, sublayers: nodes), seed: 3), at: 7, in: viewport)
  }

  /// Places, colours and images of all particles.
  private static func particles(_ list: DisplayList) -> [String] {
    list.batches.flatMap { batch in
      (0..<batch.count).map {
        let image = batch.sprites[Int(batch.sprite[$0])].image
        return "\(batch.x[$0]) \(batch.y[$0]) \(batch.widthX[$0]) \(batch.tint[$0]) \(ObjectIdentifier(image))"
      }
    }
  }

  @Test func oneBatchDrawsThemAll() {
    // The first and the last reach beyond the frame.
    let emitters = (0..<26).map { Self.emitter($0) }
    let (alone, together) = (emitters.map { Self.list([$0]) }, Self.list(emitters))
    #expect(Self.particles(together) == alone.flatMap(Self.particles))
    #expect(together.batches.count == 2 && together.liveParticles == 26 * 10)
    #expect(together.batches.map(\.sprites.count).reduce(0, +) == 14)
    let bounds = alone.flatMap(\.batches).reduce(DeviceRect.empty) { $0.union($1.bounds) }
    #expect(together.batches.reduce(DeviceRect.empty) { $0.union($1.bounds) } == bounds)
    #expect(!together.batches[0].boundsAreWhole && Self.list([emitters[9], emitters[10]]).batches[0].boundsAreWhole)
    #expect(together.isSound)
  }

  @Test func othersHaveBatchesOfTheirOwn() {
    var fill = LayerState()
    (fill.bounds, fill.backgroundColor) = (CGRect(x: 0, y: 0, width: 9, height: 9), .white)
    let between = Self.list([Self.emitter(5), RenderNode(state: fill), Self.emitter(6)])
    #expect(between.batches.count == 2)
    #expect(Self.list([Self.emitter(5), Self.emitter(6) { $0.renderMode = .additive }]).batches.count == 2)
    #expect(Self.list([Self.emitter(5), Self.emitter(6) { $0.renderMode = .oldestFirst }]).batches.count == 2)
    #expect(Self.list([Self.emitter(5), Self.emitter(6, rate: 500)]).batches.count == 2)
  }

  /// The colour of a copy is that of its own particles alone.
  @Test func colouredCopiesShareNothing() {
    var mirror = LayerState()
    (mirror.replicator.instanceCount, mirror.replicator.instanceRedOffset) = (3, -0.5)
    let copies = Self.list([Self.emitter(5), Self.emitter(6)], in: mirror)
    #expect(copies.batches.map(\.count) == [20, 20, 20])
    #expect(copies.batches.map { Set($0.tint) } == [[0xFFFF_FFFF], [0xFF80_FFFF], [0xFF00_FFFF]])
  }
}
