import Foundation
import StarmineGraphics
import StarmineScene
import Synchronization
import Testing

/// How much of the stack the walk down a tree takes for each level: threads of a pool have half a megabyte.
@Suite struct StackTests {
  /// Content of the lowest layer, which notes how deep the stack is when it is asked for.
  private final class Plumb: ScalableContent {
    let place = Mutex(0)

    func picture(
      of state: LayerState, scale: Double, visible: CGRect?, take: (_ pixels: Double) -> Bool
    ) -> ScaledPicture? {
      var here = 0
      withUnsafeMutablePointer(to: &here) { pointer in place.withLock { $0 = Int(bitPattern: pointer) } }
      return nil
    }
  }

  /// Where the stack is at the lowest of a number of layers, each the only sublayer of the one before.
  private static func place(below levels: Int, _ change: (inout LayerState) -> Void) -> Int {
    var state = LayerState()
    (state.bounds, state.anchorPoint) = (CGRect(x: 0, y: 0, width: 100, height: 100), .zero)
    let plumb = Plumb()
    var node = RenderNode(state: state, content: plumb)
    change(&state)
    for _ in 0..<levels { node = RenderNode(state: state, sublayers: [node]) }
    _ = evaluate(RenderTree(root: node), at: 0, in: Viewport(width: 100, height: 100))
    return plumb.place.withLock { $0 }
  }

  private static let kinds: [(name: String, change: @Sendable (inout LayerState) -> Void)] = [
    ("plain", { _ in }), ("group", { $0.opacity = 0.5 }), ("clip", { $0.masksToBounds = true }),
    ("shadow", { $0.shadow.shadowOpacity = 1 }), ("space", { $0.isTransformLayer = true }),
    ("replicator", { $0.replicator.instanceCount = 1 }),
    ("filter", { $0.effects.filters = [FilterState(type: "colorInvert")] }),
    ("bitmap", { $0.effects.shouldRasterize = true }),
  ]

  /// Bytes in release. Without a bound for the compiler, one frame held everything: 9,744 bytes a level, and 14,208
  /// with effects.
  @Test(arguments: kinds.indices) func levelsAreSmall(kind: Int) {
    let (name, change) = Self.kinds[kind]
    let bytes = (Self.place(below: 10, change) - Self.place(below: 42, change)) / 32
    #expect(bytes > 0 && bytes < 8192, "\(name) takes \(bytes) bytes a level")
  }
}
