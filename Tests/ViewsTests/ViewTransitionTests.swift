import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineViews
import Testing

/// Transitions of views, seen in what is drawn: a red view of 100 by 100 points that turns blue in a second.
@Suite struct ViewTransitionTests {
  /// A filled rectangle: its colour, and how far away its edges are: 1 is in the plane of the picture, more behind it.
  private struct Face: Equatable {
    var color: String
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double
  }

  private func faces(_ stage: Stage, at time: Double) -> [Face] {
    evaluate(stage.window.layer.committedTree(), at: 1000 + time, in: Viewport(width: 400, height: 400)).commands
      .compactMap { command in
        guard case .fill(let fill) = command, case .solid(let pixel) = fill.paint,
          case .roundedRect(let rect) = fill.shape, let color = [0xFFFF_0000: "red", 0xFF00_00FF: "blue"][pixel]
        else { return nil }
        func distance(_ x: Double, _ y: Double) -> Double { fill.transform.apply(x, y).w }
        let (x, y) = ((rect.minX + rect.maxX) / 2, (rect.minY + rect.maxY) / 2)
        return Face(
          color: color, left: distance(rect.minX, y), right: distance(rect.maxX, y), top: distance(x, rect.minY),
          bottom: distance(x, rect.maxY))
      }
  }

  private func turn(_ options: UIView.AnimationOptions, _ calls: Calls = Calls(), on stage: Stage = Stage()) -> Stage {
    UIView.transition(with: stage.view, duration: 1, options: options.union(.curveLinear)) {
      stage.view.backgroundColor = .blue
    } completion: {
      calls.note($0)
    }
    return stage
  }

  @Test func flipsTurnTheNamedEdgeForward() throws {
    let sides: [(UIView.AnimationOptions, (Face) -> (near: Double, far: Double))] = [
      (.transitionFlipFromLeft, { ($0.left, $0.right) }), (.transitionFlipFromRight, { ($0.right, $0.left) }),
      (.transitionFlipFromTop, { ($0.top, $0.bottom) }), (.transitionFlipFromBottom, { ($0.bottom, $0.top) }),
    ]
    for (option, edges) in sides {
      let calls = Calls()
      let stage = turn(option, calls)
      let first = faces(stage, at: 0.25)
      try #require(first.map(\.color) == ["red"])
      #expect(near(edges(first[0]).near, 1, 1e-9) && edges(first[0]).far > 1.1, "in the plane and behind it")
      let second = faces(stage, at: 0.75)
      try #require(second.map(\.color) == ["blue"])
      #expect(edges(second[0]).near > 1.1 && near(edges(second[0]).far, 1, 1e-9), "it has gone on round")
      #expect(faces(stage, at: 0.499).map(\.color) == ["red"] && faces(stage, at: 0.501).map(\.color) == ["blue"])
      stage.advance(to: 1.1)
      #expect(calls.flags == [true] && faces(stage, at: 1.1).map(\.left) == [1])
    }
  }

  @Test func crossDissolveIsAFade() {
    let stage = turn(.transitionCrossDissolve)
    #expect(faces(stage, at: 0.5).map(\.color) == ["red", "blue"])
    #expect((stage.view.layer.animation(forKey: "transition") as? CATransition)?.type == .fade)
  }

  @Test func curlsShowTheNewPictureBelowTheOldPage() {
    for (option, order) in [
      (UIView.AnimationOptions.transitionCurlUp, ["blue", "red"]), (.transitionCurlDown, ["red", "blue"]),
    ] {
      let stage = turn(option)
      let seen = faces(stage, at: 0.5).map(\.color)
      #expect(seen.first == order[0] && seen.dropFirst().allSatisfy { $0 == order[1] } && seen.count > 8)
      let under = turn(option)
      #expect(faces(under, at: 1.5).map(\.color) == ["blue"])
    }
  }

  @Test func withoutATransitionTheChangeShowsAtOnce() {
    let calls = Calls()
    let stage = turn([], calls)
    #expect(faces(stage, at: 0).map(\.color) == ["blue"])
    stage.advance(to: 0)
    #expect(calls.flags == [true])
    // A view that has not been committed has no old picture.
    let fresh = UIView()
    UIView.transition(with: fresh, duration: 1, options: .transitionFlipFromLeft) { fresh.backgroundColor = .red }
    #expect(fresh.layer.animationKeys() == nil)
  }

  @Test func contentAnimatesOnlyWhereItMay() {
    for option in [UIView.AnimationOptions.allowAnimatedContent, []] {
      let stage = turn(option.union(.transitionCrossDissolve))
      #expect((stage.view.layer.animation(forKey: "backgroundColor") != nil) == !option.isEmpty)
    }
  }

  @Test func viewsChangePlaces() {
    for option in [UIView.AnimationOptions.showHideTransitionViews, []] {
      let (stage, other, calls) = (Stage(), UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)), Calls())
      other.backgroundColor = .blue
      if !option.isEmpty {
        other.isHidden = true
        stage.window.addSubview(other)
      }
      _ = stage.window.layer.committedTree()
      UIView.transition(
        from: stage.view, to: other, duration: 1, options: option.union([.transitionFlipFromLeft, .curveLinear])
      ) { calls.note($0) }
      #expect(faces(stage, at: 0.25).map(\.color) == ["red"] && faces(stage, at: 0.75).map(\.color) == ["blue"])
      #expect(stage.window.subviews.count == (option.isEmpty ? 1 : 2) && !other.isHidden)
      #expect(stage.view.isHidden == !option.isEmpty)
      stage.advance(to: 2)
      #expect(calls.flags == [true])
    }
  }

  @Test func legacyTransitions() {
    let stage = Stage()
    UIView.beginAnimations(nil, context: nil)
    UIView.setAnimationDuration(2)
    UIView.setAnimationTransition(.flipFromRight, for: stage.view, cache: true)
    stage.view.layer.contents = nil
    UIView.commitAnimations()
    let transition = stage.view.layer.animation(forKey: "transition") as? CATransition
    #expect(transition?.duration == 2 && transition?.subtype == .fromRight)
  }

  @Test func aSecondTransitionEndsTheFirst() {
    let (stage, calls) = (Stage(), Calls())
    _ = turn(.transitionCrossDissolve, calls, on: stage)
    stage.advance(to: 0.5)
    UIView.transition(with: stage.view, duration: 1, options: .transitionCurlUp) { stage.view.backgroundColor = .red }
    #expect(calls.flags == [false])
  }
}
