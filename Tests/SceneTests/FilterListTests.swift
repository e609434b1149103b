import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import Testing

/// Commands of layers with effects.
@Suite struct FilterListTests {
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

  private func filter(_ type: String, _ change: (inout FilterState) -> Void = { _ in }) -> FilterState {
    var filter = FilterState(type: type)
    change(&filter)
    return filter
  }

  private func lines(_ root: RenderNode, scale: Double = 1) -> [String] {
    evaluate(RenderTree(root: root), at: 0, in: Viewport(width: 60, height: 40, scale: scale)).text.split(
      separator: "\n"
    ).dropFirst().map(String.init)
  }

  @Test func blursSeeWhatIsOutsideTheFrame() {
    let blur = filter("gaussianBlur") { $0.radius = 2 }
    let state = layer(10, 10, at: -12, 5) { $0.effects.filters = [blur] }
    #expect(
      lines(RenderNode(state: state)) == [
        "offscreen blur 2 2 from -6,5..-2,15 in 0,0..4,21",
        "  of fill #ffff0000 0,0..10,10 by [1 0; 0 1; -12 5] in -6,5..-2,15",
      ])
    let far = layer(10, 10, at: -100, 5) { $0.effects.filters = [blur] }
    #expect(lines(RenderNode(state: far)).isEmpty)
  }

  /// A blur whose middle is in the plane of the eye has no size.
  @Test func blursInThePlaneOfTheEyeAreLeftOut() {
    let blur = filter("gaussianBlur") { $0.radius = 2 }
    let state = layer(10, 10, at: 0, 0) {
      $0.effects.filters = [blur]
      // At the middle, w is 0, y is not and x is.
      ($0.transform.m11, $0.transform.m14, $0.transform.m24, $0.transform.m44) = (0, 1, -1, 0)
    }
    let list = evaluate(RenderTree(root: RenderNode(state: state)), at: 0, in: Viewport(width: 60, height: 40))
    let isBlurred = list.commands.contains { if case .offscreen = $0 { true } else { false } }
    #expect(!isBlurred)
  }

  /// Bitmaps of a frame have a limit, which nested or endless effects would exceed.
  @Test func tooManyEffectsAreCountedNotDrawn() {
    let blurred = layer(9000, 9000, at: -4500, -4500) {
      $0.effects.filters = [filter("gaussianBlur") { $0.radius = 300 }]
    }
    func draw(_ count: Int) -> DisplayList {
      let root = RenderNode(
        state: layer(1, 1), sublayers: (0..<count).map { _ in RenderNode(state: blurred) })
      return evaluate(RenderTree(root: root), at: 0, in: Viewport(width: 60, height: 40))
    }
    #expect(draw(1).droppedEffects == 0 && draw(1).commands.count == 2)
    let list = draw(300)
    #expect(list.droppedEffects > 0 && list.commands.count == 301 - list.droppedEffects)
  }

  /// Opacity and blending act on the filtered picture, clip and mask inside it (behavior.md 4.5).
  @Test func opacityIsAppliedLast() {
    let state = layer(10, 10) {
      ($0.opacity, $0.masksToBounds, $0.compositingFilter) = (0.5, true, .screenBlendMode)
      $0.effects.filters = [filter("colorInvert")]
    }
    let drawn = lines(RenderNode(state: state, sublayers: [RenderNode(state: layer(20, 20))]))
    #expect(drawn.first == "group alpha 128 screenBlendMode in 0,0..10,10")
    #expect(
      drawn[1] == "  offscreen color [-1 0 0 0; 0 -1 0 0; 0 0 -1 0; 0 0 0 1; 1 1 1 0] from 0,0..10,10 in 0,0..10,10")
    #expect(drawn[2] == "    of group alpha 255 clip 0,0..10,10 in 0,0..10,10")
  }

  @Test func filtersWithoutEffectCostNothing() {
    let plain = lines(RenderNode(state: layer(10, 10)))
    let idle = [
      filter("gaussianBlur"), filter("colorControls"), filter("colorHueRotate"), filter("colorBrightness"),
      filter("colorMatrix"), filter("nonsense"),
      filter("colorInvert") { $0.isEnabled = false },
    ]
    #expect(lines(RenderNode(state: layer(10, 10) { $0.effects.filters = idle })) == plain)
    #expect(lines(RenderNode(state: layer(10, 10) { $0.effects.backgroundFilters = idle })) == plain)
  }

  @Test func backdropsLieBelowTheirLayer() {
    let blur = filter("gaussianBlur") { $0.radius = 1.5 }
    let state = layer(10, 10, at: 5, 5) {
      ($0.cornerRadius, $0.opacity) = (3, 0.5)
      $0.effects.backgroundFilters = [blur]
    }
    #expect(
      lines(RenderNode(state: state), scale: 2) == [
        "backdrop blur 3 3 alpha 128 0,0..10,10 radius 3 by [2 0; 0 2; 10 10] in 10,10..30,30",
        "fill #80800000 0,0..10,10 radius 3 by [2 0; 0 2; 10 10] in 10,10..30,30",
      ])
    let masked = lines(RenderNode(state: state, mask: RenderNode(state: layer(4, 4))), scale: 2)
    #expect(masked[0] == "group alpha 128 clip 0,0..4,4 by [2 0; 0 2; 10 10] in 10,10..18,18")
    #expect(masked[1].hasPrefix("  backdrop blur 3 3 below the group alpha 255"))
  }

  @Test func rasterizedLayersAreDrawnAtTheirOwnScale() {
    let state = layer(10, 10, at: 20, 10) { ($0.effects.shouldRasterize, $0.effects.rasterizationScale) = (true, 0.5) }
    #expect(
      lines(RenderNode(state: state), scale: 2) == [
        "offscreen linear by [4 0; 0 4; 40 20] from -1,-1..6,6 in 36,16..60,40",
        "  of fill #ffff0000 0,0..10,10 by [0.5 0; 0 0.5; 0 0] in 0,0..5,5",
      ])
  }

  /// Background, border and path of one layer fade as one picture (behavior.md 4.9), and apart where that is asked for.
  @Test func shapesFadeWithTheirBackground() {
    var state = layer(10, 10) { ($0.border.borderWidth, $0.opacity) = (1, 0.5) }
    state.shapeLayer.path = CGPath(rect: CGRect(x: 2, y: 2, width: 4, height: 4), transform: nil).geometry
    let drawn = lines(RenderNode(state: state))
    #expect(drawn.count == 4 && drawn[0] == "group alpha 128 in 0,0..10,10")
    #expect(drawn.dropFirst().allSatisfy { $0.hasPrefix("  fill #ff") })
    state.allowsGroupOpacity = false
    let apart = lines(RenderNode(state: state))
    #expect(apart.count == 3 && apart.allSatisfy { $0.hasPrefix("fill #80") })
  }

  /// A mask lies inside its layer, so a flipped layer flips it; what is in the mask is turned upright again.
  @Test func masksAreFlippedWithTheirLayer() {
    let mask = RenderNode(state: layer(10, 4))
    let plain = lines(RenderNode(state: layer(20, 20), mask: mask))
    let flipped = lines(RenderNode(state: layer(20, 20) { $0.isGeometryFlipped = true }, mask: mask))
    #expect(plain == ["fill #ffff0000 0,0..10,4 in 0,0..10,4"])
    #expect(flipped == ["fill #ffff0000 0,0..10,4 by [1 0; 0 -1; 0 20] in 0,16..10,20"])
  }

  /// Three levels are drawn beyond the frame, thirty need more pixels than there are.
  @Test func nestedEffectsStayWithinTheirLimit() {
    let blur = filter("gaussianBlur") { $0.radius = 100 }
    func draw(_ depth: Int) -> DisplayList {
      var node = RenderNode(state: layer(1e6, 1e6, at: -5e5, -5e5))
      for _ in 0..<depth { node = RenderNode(state: layer(10, 10) { $0.effects.filters = [blur] }, sublayers: [node]) }
      return evaluate(RenderTree(root: node), at: 0, in: Viewport(width: 60, height: 40))
    }
    func largest(_ commands: [DrawCommand]) -> Int {
      commands.map { command in
        guard case .offscreen(let offscreen) = command else { return 0 }
        return max(offscreen.source.width, offscreen.source.height, largest(offscreen.commands))
      }.max() ?? 0
    }
    let few = draw(3)
    #expect(few.droppedEffects == 0 && largest(few.commands) > 1000 && largest(few.commands) < 4100)
    #expect(draw(30).droppedEffects > 0)
  }
}
