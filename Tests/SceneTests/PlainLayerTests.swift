import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import Testing

/// Many layers that are nothing but a background have a way of their own through the walk: it leads to the commands of
/// the way that all others take.
@Suite struct PlainLayerTests {
  private static let viewport = Viewport(width: 120, height: 90, scale: 1.5, offsetX: 7.25)

  private static var state: LayerState {
    var state = LayerState()
    (state.bounds, state.position) = (CGRect(x: 3, y: -2, width: 30, height: 20), CGPoint(x: 40, y: 33.3))
    (state.anchorPoint, state.zPosition, state.anchorPointZ) = (CGPoint(x: 0.2, y: 0.9), 4, -1.5)
    (state.backgroundColor, state.opacity) = (CGColor(red: 0.9, green: 0.4, blue: 0.1, alpha: 0.8), 0.7)
    return state
  }

  private static func track<Value: Animatable>(
    _ path: any WritableKeyPath<LayerState, Value> & Sendable, from: Value, to: Value
  ) -> Track {
    var timing = Timing()
    timing.duration = 2
    return Track(
      clock: AnimationClock(timing),
      writer: TrackWriter(AnimationCurve<Value>(.basic(from: from, to: to, by: nil))).lifted(through: path))
  }

  private static let changes: [(String, @Sendable (inout LayerState) -> Void, [Track])] = [
    ("at rest", { _ in }, []), ("hidden", { $0.isHidden = true }, []), ("clear", { $0.opacity = 0 }, []),
    ("too opaque", { $0.opacity = 3 }, []), ("without colour", { $0.backgroundColor = nil }, []),
    ("round", { $0.cornerRadius = 6 }, []), ("rounder than possible", { $0.cornerRadius = 60 }, []),
    ("out of sight", { $0.position.x = 400 }, []), ("endless", { $0.position.x = .infinity }, []),
    ("empty", { $0.bounds = .zero }, []), ("one side", { $0.isDoubleSided = false }, []),
    ("clipping", { $0.masksToBounds = true }, []),
    ("turned", { $0.transform = CATransform3DMakeRotation(1, 0, 0, 1) }, []),
    ("a transform layer", { $0.isTransformLayer = true }, []),
    (
      "moving", { _ in },
      [
        track(\.plain.position, from: .zero, to: CGPoint(x: 90, y: 50)), track(\.plain.opacity, from: 0, to: 1),
        track(\.plain.bounds.size, from: CGSize(width: 3, height: 4), to: CGSize(width: 50, height: 60)),
      ]
    ),
    (
      "turning", { _ in },
      [track(\.transform, from: CATransform3DIdentity, to: CATransform3DMakeRotation(2, 0, 0, 1))]
    ),
    ("appearing", { $0.isHidden = true }, [track(\.plain.isHidden, from: true, to: false)]),
  ]

  /// Where the tree around is flat, in space, mirrored, and behind the eye.
  private static let spaces: [@Sendable (inout LayerState) -> Void] = [
    { _ in }, { $0.sublayerTransform.m34 = -1.0 / 200 }, { $0.isGeometryFlipped = true },
    { $0.transform = CATransform3DMakeRotation(2.5, 0.2, 1, 0.1) }, { $0.transform = CATransform3DMakeScale(-1, 1, 1) },
    { $0.sublayerTransform.m44 = -1 }, { $0.opacity = 0.5 },
  ]

  @Test(arguments: changes.indices) func bothWaysDrawTheSame(index: Int) {
    let (name, change, tracks) = Self.changes[index]
    var plain = Self.state
    change(&plain)
    // A name is one of the rare values: such a layer is not plain.
    var named = plain
    named.name = "named"
    for (place, space) in Self.spaces.enumerated() {
      var container = LayerState()
      container.bounds = CGRect(x: 0, y: 0, width: 80, height: 60)
      space(&container)
      let trees = [plain, named].map { state in
        RenderTree(
          root: RenderNode(
            state: container, sublayers: (0..<64).map { _ in RenderNode(state: state, tracks: tracks) }))
      }
      for time in [0, 0.8, 1.999, 5] {
        let lists = trees.map { evaluate($0, at: time, in: Self.viewport) }
        #expect(lists[0].text == lists[1].text, "\(name) in space \(place) at \(time)")
      }
    }
  }

  /// The test above compares something.
  @Test func mostAreSeen() {
    let list = evaluate(
      RenderTree(root: RenderNode(state: LayerState(), sublayers: [RenderNode(state: Self.state)])), at: 0,
      in: Self.viewport)
    #expect(list.commands.count == 1)
  }
}
