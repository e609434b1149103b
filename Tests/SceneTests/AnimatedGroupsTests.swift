import Foundation
import StarmineGraphics
import StarmineScene
import Testing

/// Animated groups of rare values lie in memory that one frame after the other uses: what they show is what tracks make
/// of the committed values one by one.
@Suite struct AnimatedGroupsTests {
  private static func track<Value: Animatable>(
    _ path: any WritableKeyPath<ShapeState, Value> & Sendable, _ curve: AnimationCurve<Value>, from begin: Double = 0
  ) -> Track {
    track(inShape: TrackWriter(curve).lifted(through: path), from: begin)
  }

  private static func track(inShape writer: TrackWriter<ShapeState>, from begin: Double = 0) -> Track {
    track(inValues: writer.liftedToRare().lifted(through: \RareValues.shapeLayer), from: begin)
  }

  private static func track(inValues writer: TrackWriter<RareValues>, from begin: Double = 0) -> Track {
    track(inState: writer.liftedToRare().lifted(through: \LayerState.rare), from: begin)
  }

  private static func track(inState writer: TrackWriter<LayerState>, from begin: Double = 0) -> Track {
    var timing = Timing()
    (timing.beginTime, timing.duration) = (begin, 2)
    return Track(clock: AnimationClock(timing), writer: writer)
  }

  private static let widening = track(\.lineWidth, AnimationCurve(.basic(from: 2, to: 7, by: nil)))
  private static let growing = track(\.strokeEnd, AnimationCurve(.basic(from: nil, to: 0.25, by: nil)))
  private static let adding = track(
    \.lineWidth, AnimationCurve(.basic(from: 0, to: 3, by: nil), isAdditive: true), from: 1)
  private static let paths = [10, 40].map {
    CGPath(ellipseIn: CGRect(x: 0, y: 0, width: $0, height: 30), transform: nil).geometry
  }
  private static let bending = track(
    \.path, AnimationCurve(.basic(from: paths[0], to: paths[1], by: nil)), from: 0.5)
  /// Has no way between its two ends.
  private static let jumping = track(
    \.path, AnimationCurve(.basic(from: paths[0], to: CGPath.Geometry(), by: nil)), from: 0.5)
  private static let dashing = track(inShape: TrackWriter { $0.lineDashPattern = [1, $1.progress] }, from: 1)
  private static let bordered = track(
    inValues: TrackWriter(AnimationCurve<CGFloat>(.basic(from: 1, to: 4, by: nil)))
      .lifted(through: \BorderState.borderWidth).liftedToRare().lifted(through: \RareValues.border))
  private static let named = track(inValues: TrackWriter { $0.name = "\($1.progress)" }, from: 1)
  private static let moving = track(
    inState: TrackWriter(AnimationCurve<CGPoint>(.basic(from: .zero, to: CGPoint(x: 9, y: 8), by: nil)))
      .lifted(through: \LayerState.plain.position))
  private static let anywhere = track(
    inState: TrackWriter { ($0.shapeLayer.miterLimit, $0.opacity) = ($1.progress, 0.5) }, from: 0.5)

  private static let cases: [(name: String, tracks: [Track])] = [
    ("one", [widening]), ("two of a group", [widening, growing]), ("one on another", [widening, adding]),
    ("in the other order", [adding, widening]), ("a path", [bending]), ("no way", [jumping]),
    ("one of a whole group", [growing, dashing, widening]), ("two groups", [bordered, growing, moving]),
    ("in between", [growing, moving, bordered, widening]), ("rare values themselves", [named, moving]),
    ("rare values with a group in them", [growing, named, widening]), ("the state", [growing, anywhere, widening]),
  ]

  private static var states: [LayerState] {
    var shape = LayerState()
    shape.shapeLayer.path = paths[1]
    shape.shapeLayer.lineWidth = 5
    var named = LayerState()
    named.name = "layer"
    return [shape, named, LayerState()]
  }

  @Test(arguments: cases.indices) func framesShowWhatTracksMake(index: Int) {
    let (name, tracks) = Self.cases[index]
    for state in Self.states {
      let node = RenderNode(state: state, tracks: tracks)
      for time in [0.5, 1.5, 1.5, -1, 2.75, 0.25, 9, 1.25] {
        var expected = state
        for track in tracks { track.apply(to: &expected, at: time) }
        let shown = node.presentedState(at: time)
        #expect(shown == expected && shown.rare.isUnset == expected.rare.isUnset, "\(name) at \(time)")
        #expect(shown.shapeLayer.isUnset == expected.shapeLayer.isUnset, "\(name) at \(time)")
      }
      #expect(node.state == state, "\(name)")
    }
  }

  @Test(arguments: cases.indices) func statesKeepWhatTheyShow(index: Int) {
    for state in Self.states {
      let node = RenderNode(state: state, tracks: Self.cases[index].tracks)
      let times = [0.5, 1.5, 9, 1, 0.25]
      let kept = times.map { node.presentedState(at: $0) }
      let shapes = times.map { node.presentedState(at: $0).shapeLayer }
      for (place, time) in times.enumerated() {
        #expect(kept[place] == node.presentedState(at: time), "\(Self.cases[index].name) at \(time)")
        #expect(kept[place].shapeLayer == shapes[place], "\(Self.cases[index].name) at \(time)")
      }
    }
  }
}
