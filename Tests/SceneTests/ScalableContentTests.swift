import Foundation
import StarmineGraphics
import StarmineScene
import Synchronization
import Testing

/// Pictures that layers make for their scale, as text does.
@Suite struct ScalableContentTests {
  private final class Content: ScalableContent {
    let made = Mutex(0)

    func picture(
      of state: LayerState, scale: Double, visible: CGRect?, take: (_ pixels: Double) -> Bool
    ) -> ScaledPicture? {
      guard take(min(Double(state.bounds.width * state.bounds.height) * scale * scale, 16e6)) else { return nil }
      made.withLock { $0 += 1 }
      return ScaledPicture(image: whitePixel, place: state.bounds)
    }
  }

  private func node(_ content: Content, x: Double, scale: Double) -> RenderNode {
    var state = LayerState()
    (state.bounds, state.anchorPoint) = (CGRect(x: 0, y: 0, width: 100, height: 100), .zero)
    state.position = CGPoint(x: x, y: 0)
    state.transform = CATransform3DMakeScale(scale, scale, 1)
    return RenderNode(state: state, content: content)
  }

  private func list(_ nodes: [RenderNode]) -> DisplayList {
    let tree = RenderTree(root: RenderNode(state: LayerState(), sublayers: nodes))
    return evaluate(tree, at: 0, in: Viewport(width: 200, height: 200))
  }

  @Test func invisibleContentIsNotDrawn() {
    let content = Content()
    let drawn = list([
      node(content, x: 300, scale: 1), node(content, x: -150, scale: 1), node(content, x: -50, scale: 1),
    ])
    #expect(drawn.commands.count == 1)
    #expect(content.made.withLock { $0 } == 1)
  }

  /// Each would have 100 million pixels; like those of texts, they draw no more than 16 million.
  @Test func hugePicturesHaveALimit() {
    let content = Content()
    let few = list((0..<3).map { _ in node(content, x: 0, scale: 100) })
    #expect(few.droppedEffects == 0 && few.commands.count == 3)
    let many = list((0..<100).map { _ in node(content, x: 0, scale: 100) })
    #expect(many.droppedEffects > 0 && many.commands.count == 100 - many.droppedEffects)
    let small = list((0..<5000).map { _ in node(content, x: 0, scale: 1) })
    #expect(small.droppedEffects == 0 && small.commands.count == 5000)
  }
}
