import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import Testing

/// Areas of paths that stay are shared from frame to frame; those of moving ones go into memory that is used again.
/// Both are what a fresh evaluation finds.
@Suite struct PathReuseTests {
  private static let viewport = Viewport(width: 200, height: 200)

  private static func layer(_ change: (inout LayerState) -> Void = { _ in }) -> LayerState {
    var state = LayerState()
    (state.bounds, state.anchorPoint) = (CGRect(x: 0, y: 0, width: 100, height: 100), .zero)
    change(&state)
    return state
  }

  private static func shape(_ tracks: [Track] = []) -> RenderNode {
    var style = ShapeState()
    style.path = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 60, height: 40), transform: nil).geometry
    (style.strokeColor, style.lineWidth, style.lineDashPattern) = (.white, 4, [7, 3])
    return RenderNode(state: layer { $0.shapeLayer.value = style }, tracks: tracks)
  }

  private static func areas(_ list: DisplayList) -> [PathArea] {
    list.commands.compactMap {
      if case .fill(let fill) = $0, case .path(let path) = fill.shape { path.area } else { nil }
    }
  }

  @Test func stillShapesKeepTheirAreas() {
    let tree = RenderTree(root: RenderNode(state: Self.layer(), sublayers: [Self.shape()]))
    let first = evaluate(tree, at: 0, in: Self.viewport)
    let second = evaluate(tree, at: 1, in: Self.viewport)
    let (before, after) = (Self.areas(first), Self.areas(second))
    #expect(before.count == 2 && after.count == 2 && zip(before, after).allSatisfy { $0 === $1 && $0.isKept })
    #expect(first.text == second.text)
  }

  @Test("copies of nearly one size share the area of the next power of two")
  func copiesShareAreas() {
    let root = Self.layer {
      $0.replicator.instanceCount = 12
      $0.replicator.instanceTransform = CATransform3DMakeScale(0.93, 0.93, 1)
    }
    let tree = RenderTree(root: RenderNode(state: root, sublayers: [Self.shape()]))
    let areas = Set(Self.areas(evaluate(tree, at: 0, in: Self.viewport)).map { ObjectIdentifier($0) })
    #expect(areas.count == 4, "fill and stroke, above and below half the size")
  }

  @Test("moving strokes in memory of other frames are those of a fresh evaluation")
  func movingShapes() {
    let tree = RenderTree(
      root: RenderNode(state: Self.layer(), sublayers: [Self.shape([Self.movingEnd]), Self.shape()]))
    var list: DisplayList?
    for time in [0.3, 1.9, 0.1, 1.2, 1.2] {
      let current = evaluate(tree, at: time, in: Self.viewport, recycling: list.take())
      let fresh = evaluate(tree, at: time, in: Self.viewport)
      #expect(Self.areas(current) == Self.areas(fresh) && current.text == fresh.text)
      #expect(Self.areas(current).map(\.isKept) == [true, false, true, true])
      list = current
    }
  }

  @Test("moving masks in memory of other frames are those of a fresh evaluation")
  func movingMasks() {
    var style = Self.shape().state
    style.shapeLayer.value.fillColor = nil
    let mask = RenderNode(state: style, tracks: [Self.movingEnd])
    let state = Self.layer { $0.backgroundColor = .white }
    let tree = RenderTree(root: RenderNode(state: state, sublayers: [Self.shape()], mask: mask))
    var list: DisplayList?
    for time in [0.3, 1.9, 0.1, 1.2, 1.2] {
      let current = evaluate(tree, at: time, in: Self.viewport, recycling: list.take())
      let fresh = evaluate(tree, at: time, in: Self.viewport)
      let clips = [current, fresh].map { $0.commands.compactMap(\.path).first }
      #expect(clips[0] != nil && clips[0] == clips[1] && clips[0]?.area.isKept == false)
      #expect(current.text == fresh.text)
      list = current
    }
  }

  /// The end of the stroke is the progress.
  private static var movingEnd: Track {
    let writer = TrackWriter<ShapeState> { $0.strokeEnd = CGFloat($1.progress) }.liftedToRare()
      .lifted(through: \RareValues.shapeLayer).liftedToRare().lifted(through: \LayerState.rare)
    return Track(clock: AnimationClock(twoSeconds), writer: writer)
  }

  @Test("animated groups lie where they lay before, and never where another state still has them")
  func animatedGroupsKeepToThemselves() {
    let node = Self.shape([Self.movingEnd, Self.movingEnd])
    let one = node.presentedState(at: 0.5)
    let other = node.presentedState(at: 1.5)
    #expect(one.shapeLayer.strokeEnd == 0.25 && other.shapeLayer.strokeEnd == 0.75)
    #expect(node.state.shapeLayer.strokeEnd == 1)
    var (copy, changed) = (other, node.state)
    copy.shapeLayer.lineWidth = 9
    changed.shapeLayer.strokeEnd = 0.75
    #expect(other == changed && copy != changed)
    #expect(node.presentedState(at: 0.5) == one)
  }

  @Test("a group that an animation leaves at its defaults stays unset")
  func defaultsStayUnset() {
    let node = RenderNode(state: Self.layer(), tracks: [Self.movingEnd])
    #expect(!node.presentedState(at: 1).rare.isUnset)
    #expect(node.presentedState(at: 2).shapeLayer.strokeEnd == 1 && node.presentedState(at: 2).rare.isUnset)
  }

  private static var twoSeconds: Timing {
    var timing = Timing()
    timing.duration = 2
    return timing
  }

  /// Copies of a path of very many crossing edges have a limit.
  @Test func tooMuchPathWorkIsCountedNotDrawn() {
    var style = ShapeState()
    var path = CGPath.Geometry()
    path.addLines(between: (0..<10_000).map { CGPoint(x: $0 * 7919 % 100, y: $0 * 104_729 % 97) })
    style.path = path
    func draw(_ copies: Int) -> DisplayList {
      let root = Self.layer { $0.replicator.instanceCount = copies }
      let node = RenderNode(
        state: root, sublayers: [RenderNode(state: Self.layer { $0.shapeLayer.value = style })])
      return evaluate(RenderTree(root: node), at: 0, in: Self.viewport)
    }
    #expect(draw(3).droppedPaths == 0 && draw(3).commands.count == 3)
    let list = draw(2000)
    #expect(list.droppedPaths > 0 && list.commands.count == 2000 - list.droppedPaths)
  }
}
