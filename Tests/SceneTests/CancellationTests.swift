import StarmineGraphics
import StarmineReference
import StarmineScene
import Testing

/// Work that is not wanted any more.
struct CancellationTests {
  /// Nothing of a frame that was given up stays in the memory that the next one uses.
  @Test(arguments: [1, 2]) func nextFramesAreWhole(workers: Int) {
    let stage = Stage(cell(rate: 5000, lifetime: 1))
    let tree = RenderTree(root: RenderNode(state: LayerState(), emission: stage.emission), seed: 3)
    let cancellation = Cancellation()
    let cancellable = Workers(count: workers, cancellation: cancellation)
    let whole = evaluate(tree, at: 1, in: Stage.viewport, workers: cancellable)
    #expect(whole.liveParticles > 1000)
    cancellation.request()
    #expect(cancellable.isCancelled)
    let cut = evaluate(tree, at: 1, in: Stage.viewport, workers: cancellable)
    #expect(cut.commands.isEmpty && cut.liveParticles == 0)
    let next = evaluate(tree, at: 1, in: Stage.viewport, recycling: cut, workers: Workers(count: workers))
    #expect(next.text == whole.text)
  }
}
