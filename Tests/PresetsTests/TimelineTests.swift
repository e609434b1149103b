import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import Testing

/// Events of the timeline: one transaction each, with changes, added layers and animations.
@Suite struct TimelineTests {
  private static let layers = #"{ "sublayers": [ { "name": "box", "opacity": 0.5 }, { "name": "stage" } ] }"#

  private func document(_ events: String) -> String {
    #"{ "name": "t", "movie": { "size": [100, 100] }, "layer": \#(Self.layers), "timeline": [ \#(events) ] }"#
  }

  /// The root layer, live, after its events up to a time; the clock stands there.
  private func play(_ events: String, until time: Double) throws -> CALayer {
    MediaClock.time = 1000
    let scene = try load(document(events))
    _ = scene.rootLayer.committedTree()
    for event in scene.events where event.time <= time {
      MediaClock.advance(to: 1000 + event.time)
      event.apply(to: scene.rootLayer)
    }
    MediaClock.advance(to: 1000 + time)
    return scene.rootLayer
  }

  @Test func aTransactionSetsDurationAndPace() throws {
    let event =
      #"{ at: 1, set: { "box.opacity": 1 }, transaction: { animationDuration: 2, animationTimingFunction: "linear" } }"#
    let root = try play(event, until: 2)
    let box = try #require(root.sublayers?.first)
    #expect(box.opacity == 1)
    #expect(abs((box.presentation()?.opacity ?? 0) - 0.75) < 1e-6)
  }

  @Test func disabledActionsJump() throws {
    let root = try play(
      #"{ at: 1, set: { "box.opacity": 1 }, transaction: { disableActions: true } }"#, until: 1)
    #expect(root.sublayers?.first?.presentation()?.opacity == 1)
    #expect(root.sublayers?.first?.animationKeys() == nil)
  }

  @Test func layersAreAddedAndKnownLater() throws {
    let root = try play(
      """
      { at: 1, addSublayers: { "stage": [ { "name": "late", "opacity": 0.25 }, { } ] } },
      { at: 2, set: { "late.zPosition": 7 }, remove: "box" }
      """, until: 2)
    let stage = try #require(root.sublayers?.first)
    #expect(stage.name == "stage" && stage.sublayers?.count == 2)
    #expect(stage.sublayers?.first?.zPosition == 7)
  }

  @Test func animationsStartAndStop() throws {
    let start =
      #"{ at: 1, animations: { "box": { "spin": { keyPath: "transform.rotation.z", toValue: 2, duration: 9 } } } }"#
    #expect(try play(start, until: 1.5).sublayers?.first?.animationKeys() == ["spin"])
    let both = start + #", { at: 2, removeAnimations: ["box.spin"] }"#
    #expect(try play(both, until: 2).sublayers?.first?.animationKeys() == nil)
    let all = start + #", { at: 2, removeAnimations: ["box"] }"#
    #expect(try play(all, until: 2).sublayers?.first?.animationKeys() == nil)
  }

  /// `now` is the moment of the event.
  @Test func nowIsTheTimeOfTheEvent() throws {
    let root = try play(#"{ at: 3, set: { "box.beginTime": "now+1s" } }"#, until: 3)
    #expect(root.sublayers?.first?.beginTime == 1004)
  }

  @Test(arguments: [
    (#"{ at: 1, animations: { "bux": {} } }"#, "did you mean \"box\""),
    (#"{ at: 1, animations: { "box": { "opacty": { toValue: 1 } } } }"#, "opacty"),
    (#"{ at: 1, addSublayers: { "stag": {} } }"#, "stage"),
    (#"{ at: 1, addSublayers: { "stage": { "opacty": 1 } } }"#, "opacity"),
    (#"{ at: 1, removeAnimations: ["bo.spin"] }"#, "box"),
    (#"{ at: 1, removeAnimations: [3] }"#, "LAYER.KEY"),
    (#"{ at: 1, transaction: { animationDuration: -1 } }"#, "0 or more"),
    (#"{ at: 1, transaction: { duration: 1 } }"#, "animationDuration"),
    (#"{ at: 1, transaction: { animationTimingFunction: "slow" } }"#, "easeIn"),
    (
      #"{ at: 1, set: { "late.opacity": 1 } }, { at: 2, addSublayers: { "stage": { "name": "late" } } }"#,
      "late.opacity"
    ),
  ])
  func mistakesAreNamed(events: String, message: String) {
    let found = problems(of: document(events))
    #expect(found.contains { $0.contains(message) }, "\(found.joined(separator: "\n"))")
  }
}
