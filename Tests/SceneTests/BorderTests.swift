import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import Testing

@Suite struct BorderTests {
  private func lines(_ change: (inout LayerState) -> Void, sublayers: [RenderNode] = []) -> [String] {
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    state.anchorPoint = .zero
    change(&state)
    let tree = RenderTree(root: RenderNode(state: state, sublayers: sublayers))
    return evaluate(tree, at: 0, in: Viewport(width: 40, height: 40)).text.split(separator: "\n").dropFirst()
      .map(String.init)
  }

  @Test func borderLiesInsideAboveTheSublayers() {
    var inner = LayerState()
    inner.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    inner.backgroundColor = .white
    let drawn = lines(
      {
        $0.border.borderWidth = 2
        $0.cornerRadius = 5
      }, sublayers: [RenderNode(state: inner)])
    #expect(drawn.count == 2)
    #expect(drawn[1] == "fill #ff000000 ring 0,0..20,10 radius 5 around 2,2..18,8 radius 3 in 0,0..20,10")
  }

  @Test func wideBordersCoverEverything() {
    #expect(lines { $0.border.borderWidth = 5 } == ["fill #ff000000 0,0..20,10 in 0,0..20,10"])
    #expect(lines { $0.border.borderWidth = -1 }.isEmpty)
    #expect(
      lines {
        $0.border.borderWidth = 1
        $0.border.borderColor = nil
      }.isEmpty)
    #expect(
      lines {
        ($0.border.borderWidth, $0.cornerRadius) = (3, 2)
      } == ["fill #ff000000 ring 0,0..20,10 radius 2 around 3,3..17,7 in 0,0..20,10"])
  }

  @Test func translucentLayersWithABorderAreGroups() {
    let drawn = lines {
      ($0.border.borderWidth, $0.opacity, $0.backgroundColor) = (1, 0.5, .white)
    }
    #expect(drawn.first == "group alpha 128 in 0,0..20,10" && drawn.count == 3)
    #expect(lines { ($0.border.borderWidth, $0.opacity) = (1, 0.5) }.first?.hasPrefix("fill #80000000 ring") == true)
  }

  @Test func cornersAndCurve() {
    let drawn = lines {
      ($0.backgroundColor, $0.cornerRadius) = (.white, 3)
      $0.border.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
      $0.border.cornerCurve = .continuous
    }
    #expect(drawn == ["fill #ffffffff 0,0..20,10 radius 3 continuous corners 9 in 0,0..20,10"])
    #expect(
      lines {
        ($0.backgroundColor, $0.cornerRadius) = (.white, 3)
        $0.border.maskedCorners = []
      } == ["fill #ffffffff 0,0..20,10 in 0,0..20,10"])
  }
}
