import Foundation
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

/// `now` and `delay` mean seconds from the movie's start on every clock. A movie begins at media time 1000 (ours); the
/// arithmetic of clocks is Core Animation's (behavior.md 2.1): `local = (parent - beginTime) * speed + timeOffset`.
@Suite struct BeginMomentTests {
  private static let start = 1000.0

  /// Begin of the animation under a key, in seconds from the movie's start.
  private func begin(_ key: String, of layer: CALayer) throws -> Double {
    let animation = try #require(layer.animation(forKey: key))
    return layer.convertTime(animation.beginTime, to: nil) - Self.start
  }

  @Test(arguments: [
    "beginTime: \"now+2s\"", "delay: 2", "delay: \"2000ms\"", "beginTime: \"now+1.5 + 0.5\"",
    "beginTime: \"CACurrentMediaTime() + 2s\"",
  ])
  func animationsBeginOnTheMoviesClock(timing: String) throws {
    for clocks in ["speed: 1", "speed: 0.5", "timeOffset: 7", "beginTime: \"now\"", "beginTime: \"now+2s\", speed: 3"] {
      let scene = try load(
        """
        { layer: { \(clocks), sublayers: [{ name: "a", \(clocks), animations: {
          opacity: { fromValue: 0, \(timing) } } }] } }
        """)
      let layer = try #require(scene.rootLayer.sublayers?.first)
      #expect(abs(try begin("opacity", of: layer) - 2) < 1e-9, "\(clocks)")
      let animation = try #require(layer.animation(forKey: "opacity"))
      #expect(animation.beginTime != 0, "0 would mean the moment of the commit")
    }
  }

  /// Begin times without `now` count on the layer's clock, as on Apple's system.
  @Test func plainTimesStayWhatTheyAre() throws {
    let scene = try load("{ layer: { beginTime: 990, animations: { opacity: { fromValue: 0, beginTime: 12 } } } }")
    #expect(try begin("opacity", of: scene.rootLayer) == 2)
  }

  @Test func layersAndCellsBeginOnTheirParentsClock() throws {
    let scene = try load(
      """
      { layer: { speed: 2, sublayers: [{ class: "CAEmitterLayer", name: "sky", beginTime: "now+1s", emitterCells: [
        { name: "a", birthRate: 1, lifetime: 1, beginTime: "now+3s", emitterCells: [
          { name: "b", birthRate: 1, lifetime: 1, beginTime: 0.5 } ] } ] }] } }
      """)
    let sky = try #require(scene.rootLayer.sublayers?.first as? CAEmitterLayer)
    #expect(sky.beginTime == 2002)
    // The layer's clock is at 0 after a second and runs twice as fast as the movie's.
    #expect(sky.emitterCells?.first?.beginTime == 4)
    #expect(sky.emitterCells?.first?.emitterCells?.first?.beginTime == 0.5)
  }

  @Test func childrenOfGroupsCountFromTheGroup() throws {
    let scene = try load(
      """
      { layer: { speed: 0.5, animations: { both: { class: "CAAnimationGroup", duration: 9, delay: 1, speed: 2,
        animations: [ { keyPath: "opacity", fromValue: 0, delay: 3 },
                      { keyPath: "opacity", fromValue: 0, beginTime: "now+4s" },
                      { keyPath: "opacity", fromValue: 0, beginTime: 3 } ] },
        plain: { class: "CAAnimationGroup", duration: 9, animations: [
          { keyPath: "opacity", fromValue: 0, beginTime: "now+4s" } ] } } } }
      """)
    let group = try #require(scene.rootLayer.animation(forKey: "both") as? CAAnimationGroup)
    #expect(try begin("both", of: scene.rootLayer) == 1)
    // Three seconds of the movie are 1.5 of the layer and 3 of the group.
    #expect(group.animations?.map(\.beginTime) == [3, 3, 3])
    let plain = try #require(scene.rootLayer.animation(forKey: "plain") as? CAAnimationGroup)
    #expect(plain.animations?.map(\.beginTime) == [2])
  }

  @Test func changesOfClocksAreFollowed() throws {
    var scene = try load("{ layer: { name: \"a\", animations: { opacity: { fromValue: 0, delay: 2 } } } }")
    try scene.apply(PropertyOverride(parsing: "a.speed=0.25"))
    #expect(try begin("opacity", of: scene.rootLayer) == 2)
    try scene.apply(PropertyOverride(parsing: "a.animations.opacity.delay=3"))
    #expect(try begin("opacity", of: scene.rootLayer) == 3)
    try scene.apply(PropertyOverride(parsing: "a.animations.opacity.beginTime=now+5s"))
    #expect(try begin("opacity", of: scene.rootLayer) == 5)
    try scene.apply(PropertyOverride(parsing: "a.animations.opacity.beginTime=251"))
    try scene.apply(PropertyOverride(parsing: "a.speed=1"))
    #expect(try begin("opacity", of: scene.rootLayer) == -749)
    try scene.apply(PropertyOverride(parsing: "a.beginTime=now+1s"))
    #expect(scene.rootLayer.beginTime == 1001)
  }

  @Test func eventsAndStatesCountFromTheirMoment() throws {
    let scene = try load(
      """
      { layer: { speed: 0.5, sublayers: [{ name: "a", beginTime: "now", speed: 2 }, { name: "b" }] },
        states: { on: { "a.opacity": 0.5 } },
        stateTransitions: [{ to: "on", animations: { a: { fade: { keyPath: "opacity", delay: 2 } } } }],
        timeline: [{ at: 3, animations: { a: { spin: { keyPath: "opacity", fromValue: 0, delay: 2 },
                                               late: { keyPath: "opacity", fromValue: 0, beginTime: "now+4s" } } },
                     addSublayers: { a: { name: "c", beginTime: "now+1s" } }, set: { "b.beginTime": "now+1s" } }] }
      """)
    let layers = try #require(scene.rootLayer.sublayers)
    scene.events[0].apply(to: scene.rootLayer)
    #expect(try begin("spin", of: layers[0]) == 5)
    #expect(try begin("late", of: layers[0]) == 7)
    let added = try #require(layers[0].sublayers?.first)
    #expect(layers[0].convertTime(added.beginTime, to: nil) == 1004)
    #expect(scene.rootLayer.convertTime(layers[1].beginTime, to: nil) == 1004)
    let now = CACurrentMediaTime()
    scene.rootLayer.setState("on")
    let fade = try #require(layers[0].animation(forKey: "fade"))
    #expect(abs(layers[0].convertTime(fade.beginTime, to: nil) - now - 2) < 1e-9)
  }

  @Test func mistakesAreNamed() {
    #expect(
      problems(of: "{ layer: { animations: { opacity: { fromValue: 0, delay: 2, beginTime: 3 } } } }")
        .first?.contains("delay and beginTime cannot be combined") == true)
    #expect(
      problems(of: "{ layer: { animations: { opacity: { fromValue: 0, delay: \"now+2s\" } } } }")
        .first?.contains("expected seconds, found") == true)
    #expect(
      problems(of: "{ layer: { animations: { opacity: { fromValue: 0, delay: \"2m\" } } } }").first?
        .contains("seconds") == true)
  }
}

/// Things that are over before the movie begins, or begin after its end, are told.
@Suite struct TimeRemarkTests {
  private func remarks(_ parts: String) throws -> [String] {
    try load("{ movie: { duration: 10 }, \(parts) }").remarks.map(\.description)
  }

  private func animation(_ timing: String, _ layer: String = "") -> String {
    "layer: { \(layer) animations: { opacity: { fromValue: 0, \(timing) } } }"
  }

  private static let meant = "did you mean \"now+2s\", or delay: 2?"

  @Test func animationsOutsideTheMovieAreReported() throws {
    let told = [
      (animation("beginTime: 2"), "over before the movie begins, when the layer's clock shows 1000 s; \(Self.meant)"),
      (animation("beginTime: 2, repeatCount: \"infinity\""), "begins 998 s before the movie begins; \(Self.meant)"),
      (animation("beginTime: 2, duration: 2000.5"), Self.meant),
      (animation("beginTime: 2, fillMode: \"both\", removedOnCompletion: false"), Self.meant),
      (animation("beginTime: 2", "beginTime: 800,"), "the layer's clock shows 200 s; \(Self.meant)"),
      (animation("beginTime: 1000", "beginTime: \"now\","), "this begins 1000 s after the start of the movie"),
      (animation("delay: 12"), "this begins 12 s after the start of the movie, which ends at 10 s"),
      (animation("beginTime: \"now-5s\""), "over before the movie begins"),
      (
        "layer: { animations: { g: { class: \"CAAnimationGroup\", duration: 3, animations: "
          + "[{ keyPath: \"opacity\", fromValue: 0, beginTime: 4 }] } } }", "after its group, which lasts 3 s"
      ),
      ("layer: { beginTime: 2 }", "2 s is before the start of the movie, when this clock shows 1000 s"),
      ("layer: { beginTime: \"now+11s\" }", "this begins 11 s after the start"),
      (
        "layer: { name: \"a\" }, timeline: [{ at: 3, animations: { a: { x: { keyPath: \"opacity\", fromValue: 0, "
          + "beginTime: 2 } } } }]", "over before its event at 3 s, when the layer's clock shows 1003 s; \(Self.meant)"
      ),
      (
        "layer: { name: \"a\", speed: 2 }, timeline: [{ at: 3, addSublayers: { a: { sublayers: [{ animations: { x: { "
          + "keyPath: \"opacity\", fromValue: 0, beginTime: 2 } } }] } } }]",
        "over before its event at 3 s, when the layer's clock shows 2006 s; \(Self.meant)"
      ),
      (
        "layer: { name: \"a\" }, timeline: [{ at: 3, addSublayers: { a: [{}, { mask: { animations: { x: { "
          + "keyPath: \"opacity\", fromValue: 0, delay: 8 } } } }] } }]", "this begins 11 s after the start"
      ),
      (
        "layer: { name: \"a\" }, states: { on: {} }, stateTransitions: [{ to: \"on\", animations: { a: { x: "
          + "{ keyPath: \"opacity\", beginTime: 2 } } } }]", "before the state is entered; \(Self.meant)"
      ),
    ]
    for (text, part) in told {
      let found = try remarks(text)
      #expect(found.count == 1 && found[0].contains(part), "\(text): \(found)")
    }
  }

  @Test func cellsOutsideTheMovieAreReported() throws {
    func sky(_ layer: String, _ cell: String) -> String {
      """
      layer: { class: "CAEmitterLayer", \(layer) emitterCells: [
        { name: "a", birthRate: 1, lifetime: 1, contents: { sprite: "dot" }, \(cell) }] }
      """
    }
    for (layer, cell) in [("", "beginTime: 2"), ("beginTime: \"now\",", "beginTime: 11")] {
      #expect(try remarks(sky(layer, cell)).count == 1, "\(layer) \(cell)")
    }
    // Seconds of the layer's clock, which begins with the movie.
    for (layer, cell) in [("beginTime: \"now\",", "beginTime: 2"), ("", "beginTime: \"now+2s\""), ("", "beginTime: 0")]
    {
      #expect(try remarks(sky(layer, cell)) == [], "\(layer) \(cell)")
    }
    let clean = try load("{ movie: { start: \"clean\" }, \(sky("", "beginTime: 2")) }")
    #expect(clean.remarks.isEmpty)
  }

  @Test func visibleAnimationsAreNotReported() throws {
    let fine = [
      animation("beginTime: \"now+2s\""), animation("delay: 2"), animation("beginTime: 1002"),
      animation("beginTime: 2", "beginTime: \"now\","), animation("delay: 2", "speed: 0.5,"), animation("duration: 2"),
      animation("beginTime: 501", "speed: 0.5,"), "layer: { beginTime: \"now-3s\" }",
      "layer: { animations: { g: { class: \"CAAnimationGroup\", duration: 3, animations: "
        + "[{ keyPath: \"opacity\", fromValue: 0, beginTime: 2 }] } } }",
    ]
    for text in fine { #expect(try remarks(text) == [], "\(text)") }
  }
}
