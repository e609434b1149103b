import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import Testing

@Suite struct DisplayListTextTests {
  @Test func showsCommandsIndentedInGroups() {
    var root = LayerState()
    root.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    root.anchorPoint = .zero
    root.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.cornerRadius = 2.5
    root.masksToBounds = true
    root.opacity = 0.5
    var leaf = LayerState()
    leaf.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    leaf.position = CGPoint(x: 10.1234, y: 5)
    leaf.contents = .image(whitePixel)
    let tree = RenderTree(root: RenderNode(state: root, sublayers: [RenderNode(state: leaf)]))
    let text = evaluate(tree, at: 0, in: Viewport(width: 30, height: 20, background: .black)).text
    #expect(
      text == """
        frame 30x20 background #ff000000
        group alpha 128 clip 0,0..20,10 radius 2.5 in 0,0..20,10
          fill #ffff0000 0,0..20,10 radius 2.5 in 0,0..20,10
          image 1x1 linear alpha 255 0,0..4,4 by [1 0; 0 1; 8.123 3] in 8,3..13,7
        """)
  }

  @Test func showsTheFirstParticles() {
    var stage = Stage(cell(rate: 5, lifetime: 1) { $0.velocity = 10 })
    stage.emitter.renderMode = .additive
    let text = stage.list(at: 1).text(particles: 2).split(separator: "\n")
    #expect(text[0] == "frame 8000x8000 background #00000000 live 5")
    #expect(text[1].hasPrefix("particles 5 additive sprites 1 in "))
    #expect(text[2] == "  sprite 0 10x10 uv 0 0 1 1 linear")
    #expect(text[3] == "  at 4008 4000 width 10 0 height 0 10 tint #ffffffff sprite 0")
    #expect(text[4] == "  at 4006 4000 width 10 0 height 0 10 tint #ffffffff sprite 0")
    #expect(text[5] == "  and 3 more")
  }
}
