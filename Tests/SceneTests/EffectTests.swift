import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import Testing

@Suite struct EffectTests {
  private func layer(
    _ width: CGFloat, _ height: CGFloat, at x: CGFloat = 0, _ y: CGFloat = 0,
    _ change: (inout LayerState) -> Void = { _ in }
  ) -> LayerState {
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    (state.anchorPoint, state.position) = (.zero, CGPoint(x: x, y: y))
    state.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    change(&state)
    return state
  }

  private func lines(_ root: RenderNode) -> [String] {
    evaluate(RenderTree(root: root), at: 0, in: Viewport(width: 60, height: 40)).text.split(separator: "\n")
      .dropFirst().map(String.init)
  }

  @Test func masksLimitTheirGroup() {
    let mask = RenderNode(state: layer(10, 10, at: 5, 5))
    #expect(
      lines(RenderNode(state: layer(20, 20, at: 10, 0), mask: mask)) == [
        "fill #ffff0000 0,0..10,10 by [1 0; 0 1; 15 5] in 15,5..25,15"
      ])
    let faint = RenderNode(state: layer(10, 10, at: 5, 5) { $0.opacity = 0.5 })
    #expect(
      lines(RenderNode(state: layer(20, 20, at: 10, 0), mask: faint)) == [
        "group alpha 255 in 15,5..25,15", "  fill #ffff0000 0,0..20,20 by [1 0; 0 1; 10 0] in 10,0..30,20",
        "  group alpha 255 destIn in 0,0..60,40", "    fill #80800000 0,0..10,10 by [1 0; 0 1; 15 5] in 15,5..25,15",
      ])
    #expect(lines(RenderNode(state: layer(20, 20), mask: RenderNode(state: layer(5, 5, at: 30, 0)))).isEmpty)
    let hidden = RenderNode(state: layer(20, 20) { $0.isHidden = true })
    #expect(lines(RenderNode(state: layer(20, 20), mask: hidden)).isEmpty)
  }

  @Test func shadowsLieBelowAndSeeWhatIsOutsideTheFrame() {
    let drawn = lines(
      RenderNode(
        state: layer(10, 10, at: -12, 5) {
          $0.shadow.shadowOpacity = 0.5
          $0.shadow.shadowRadius = 0
          $0.shadow.shadowOffset = CGSize(width: 15, height: 2)
        }))
    #expect(drawn.first == "shadow #80000000 sigma 0 0 offset 15 2 from -12,5..-2,15 in 0,4..16,20")
    #expect(drawn.count == 3)
    let far = layer(10, 10, at: -100, 5) { $0.shadow.shadowOpacity = 1 }
    #expect(!lines(RenderNode(state: far)).contains { $0.hasPrefix("shadow") })
  }

  @Test func shadowsOfClippingLayersStayInside() {
    let inside = RenderNode(state: layer(50, 50, at: 5, 5))
    let drawn = lines(
      RenderNode(
        state: layer(20, 20) {
          $0.masksToBounds = true
          $0.shadow.shadowOpacity = 1
        }, sublayers: [inside]))
    #expect(drawn.first == "group alpha 255 clip 0,0..20,20 in 0,0..20,20")
    #expect(drawn.dropFirst().first?.hasPrefix("  shadow #ff000000") == true)
    #expect(drawn.contains { $0.contains("of group alpha 255 clip 0,0..20,20") })
  }

  @Test func withoutGroupOpacityEachLayerFadesByItself() {
    let root = RenderNode(
      state: layer(10, 10) { ($0.opacity, $0.allowsGroupOpacity) = (0.5, false) },
      sublayers: [RenderNode(state: layer(10, 10) { $0.opacity = 0.5 })])
    #expect(
      lines(root) == [
        "fill #80800000 0,0..10,10 in 0,0..10,10", "fill #40400000 0,0..10,10 in 0,0..10,10",
      ])
  }

  @Test func filtersMakeAGroup() {
    #expect(
      lines(RenderNode(state: layer(10, 10) { $0.compositingFilter = .multiplyBlendMode })).first
        == "group alpha 255 multiplyBlendMode in 0,0..10,10")
    // Transparent sources change what lies below: the whole frame is concerned.
    #expect(
      lines(RenderNode(state: layer(10, 10) { $0.compositingFilter = .copy })).first
        == "group alpha 255 copy in 0,0..60,40")
    #expect(lines(RenderNode(state: layer(10, 10) { $0.compositingFilter = .normalBlendMode })).count == 1)
  }
}
