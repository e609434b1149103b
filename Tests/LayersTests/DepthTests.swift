import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Trees that are nested deeper than is drawn: an error, whatever the depth.
@Suite struct DepthTests {
  /// Layers inside each other.
  private func chain(_ count: Int, inMasks: Bool = false) -> CALayer {
    let root = CALayer()
    var innermost = root
    for _ in 1..<count {
      let layer = CALayer()
      if inMasks { innermost.mask = layer } else { innermost.addSublayer(layer) }
      innermost = layer
    }
    return root
  }

  @Test func theLimitIsDrawn() {
    let tree = chain(RenderTree.depthLimit).committedTree()
    #expect(tree.root.height == UInt16(RenderTree.depthLimit) && !tree.isTooDeep)
    let list = evaluate(tree, at: 1000, in: Viewport(width: 4, height: 4))
    #expect(!list.isTooDeep)
  }

  @Test(arguments: [false, true]) func moreIsAnError(inMasks: Bool) {
    for count in [RenderTree.depthLimit + 1, 1000, 20_000] {
      let root = chain(count, inMasks: inMasks)
      let tree = root.committedTree()
      #expect(tree.isTooDeep)
      let list = evaluate(tree, at: 1000, in: Viewport(width: 4, height: 4))
      #expect(list.isTooDeep && list.commands.isEmpty)
      _ = root.sublayers?.first?.convertTime(1, from: nil)
    }
  }

  /// Unchanged parts that come together are measured as a whole, and what is taken apart is drawn again.
  @Test func partsThatWereCommittedCount() {
    let (upper, lower) = (chain(200), chain(200))
    #expect(!upper.committedTree().isTooDeep && !lower.committedTree().isTooDeep)
    var innermost = upper
    while let next = innermost.sublayers?.first { innermost = next }
    innermost.addSublayer(lower)
    #expect(upper.committedTree().isTooDeep)
    lower.removeFromSuperlayer()
    #expect(!upper.committedTree().isTooDeep && upper.committedTree().root.height == 200)
  }

  @Test func renderingIntoAContextStopsThere() {
    let context = CGContext(bounds: CGRect(x: 0, y: 0, width: 4, height: 4))
    let root = chain(20_000)
    root.bounds.size = CGSize(width: 4, height: 4)
    root.backgroundColor = .white
    root.render(in: context)
    #expect(!context.finish().isEmpty)
  }

  /// Nothing that a layer holds is let go of level by level.
  @Test func deepTreesAreReleased() {
    weak var witness: CALayer?
    do {
      let root = chain(200_000)
      witness = root.sublayers?.first?.sublayers?.first
      #expect(witness != nil)
    }
    #expect(witness == nil)
  }
}
