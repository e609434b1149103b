import Foundation
import Starmine
import StarmineLayers
import StarminePresets
import StarmineTestSupport
import Testing

/// A difference of two scenes names every kind of change, in words that `--set` takes where it can say them.
@Suite struct PresetDifferenceTests {
  private func scene(_ text: String) throws -> PresetScene {
    try Movie.presetLoader.load(Array(text.utf8), file: "test.json", directory: URL(filePath: "/nowhere"))
  }

  private func lines(_ first: String, _ second: String) throws -> [String] {
    PresetDifference.between(try scene(first), try scene(second)).map(\.line)
  }

  /// Pastes the changes that can be set into the first one; nothing of them is left.
  private func expectPasted(
    _ differences: [PresetDifference], _ first: PresetScene, _ second: PresetScene, _ comment: String
  ) throws {
    var first = first
    for text in differences.compactMap(\.set) { try first.apply(PropertyOverride(parsing: text)) }
    let rest = PresetDifference.between(first, second)
    #expect(rest.allSatisfy { $0.set == nil }, "\(comment): \(rest.map(\.line))")
  }

  @Test(arguments: PresetLibrary.names) func nothingDiffersFromItself(name: String) throws {
    let source = try PresetReference(name).source(Movie.presetLoader)
    #expect(PresetDifference.between(try source.scene(), try source.scene()) == [])
  }

  // MARK: Values

  @Test func everyValueOfTheMovieIsSeen() throws {
    for row in MovieProperty.withParts {
      let first = try scene("{ layer: { name: 'root' } }")
      var second = try scene("{ layer: { name: 'root' } }")
      try second.apply(PropertyOverride(parsing: "movie.\(row.example)"))
      let differences = PresetDifference.between(first, second)
      #expect(differences.map(\.key) == ["movie.\(row.documentKey)"], "\(row.key): \(differences.map(\.line))")
      try expectPasted(differences, first, second, row.key)
    }
  }

  /// Documents that hold one of everything with the rows of a class, and the path to it.
  private static var holders: [(document: (String) -> String, path: String, classes: [any PropertyContainer])] {
    [
      (
        { "{ layer: { sublayers: [{ class: '\($0)', name: 'a' }] } }" }, "a.",
        PropertyClasses.all.filter { $0 is CALayer }
      ),
      (
        { _ in "{ layer: { class: 'CAEmitterLayer', name: 'e', emitterCells: [{ name: 'a' }] } }" },
        "e.emitterCells.a.",
        PropertyClasses.all.filter { $0 is CAEmitterCell }
      ),
      (
        { "{ layer: { name: 'e', filters: [{ type: '\($0)', name: 'a' }] } }" }, "e.filters.a.",
        PropertyClasses.effects.filter { $0 is CAFilter }
      ),
      (
        { "{ layer: { class: 'CAEmitterLayer', name: 'e', emitterBehaviors: [{ type: '\($0)', name: 'a' }] } }" },
        "e.emitterBehaviors.a.", PropertyClasses.effects.filter { $0 is CAEmitterBehavior }
      ),
      (
        { _ in "{ layer: { class: 'CATextLayer', name: 'e', animators: [{ name: 'a' }] } }" }, "e.animators.a.",
        PropertyClasses.effects.filter { $0 is CATextAnimator }
      ),
    ]
  }

  /// Every row of every class: its example is a difference at its own key, and pasting it leaves none.
  @Test func everyPropertyIsSeen() throws {
    var count = 0
    for holder in Self.holders {
      for container in holder.classes {
        let name = (container as? CAFilter)?.type ?? (container as? CAEmitterBehavior)?.type ?? container.className
        let text = holder.document(name)
        for key in container.keys where !["name", "id"].contains(key) {
          guard let info = container.info(forKey: key), !info.isDerived else { continue }
          let first = try scene(text)
          var second = try scene(text)
          let value =
            info.kind == .boolean ? "\(!((container.defaultProperty(key) as? NSNumber)?.boolValue ?? false))" : nil
          try second.apply(
            value.map { PropertyOverride(path: holder.path + key, value: $0) }
              ?? PropertyOverride(parsing: holder.path + info.example))
          let differences = PresetDifference.between(first, second)
          // An example may be the default.
          let present = try LayerLookup(root: second.rootLayer).find(holder.path + key).value
          let isDefault = ValueText().text(present, info) == ValueText().text(container.defaultProperty(key), info)
          // Some filters have two names for one value.
          let isSeen = differences.contains { $0.key == holder.path + key } && differences.count < 3
          #expect(isDefault || isSeen, "\(name).\(key): \(differences.map(\.line))")
          try expectPasted(differences, first, second, "\(name).\(key)")
          count += 1
        }
      }
    }
    #expect(count > 400)
  }

  /// Each preset with a few numbers changed in random places.
  @Test(arguments: PresetLibrary.names) func randomChangesAreSeen(name: String) throws {
    var random = SplitMix64(seed: UInt64(name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }))
    let source = try PresetReference(name).source(Movie.presetLoader)
    let first = try source.scene()
    let numbers = LayerLookup(root: first.rootLayer).changeable.filter { entry in
      // A layer's clock moves the animations that a document times from the movie's start.
      [.number, .color, .point, .boolean].contains(entry.found.info.kind)
        && !["beginTime", "timeOffset", "speed", "sublayerTime"].contains(entry.found.key)
    }
    for _ in 0..<12 {
      let entry = numbers[Int(random.next() % UInt64(numbers.count))]
      let value: String =
        switch entry.found.info.kind {
        case .color: "#12345678"
        case .point: "0.21,0.43"
        case .boolean: "\((entry.found.value as? NSNumber)?.boolValue != true)"
        default: "0.3125"
        }
      var second = try source.scene()
      // What could belong to several places is not what this is about.
      guard (try? second.apply(PropertyOverride(path: entry.path, value: value))) != nil else { continue }
      let differences = PresetDifference.between(first, second)
      let before = (entry.found.value as? NSNumber)?.doubleValue == 0.3125
      #expect(differences.count == (before ? 0 : 1), "\(entry.path): \(differences.map(\.line))")
      if let difference = differences.first { #expect(difference.key.hasSuffix(entry.found.key)) }
      try expectPasted(differences, try source.scene(), second, entry.path)
    }
  }

  /// Values that print alike.
  @Test func smallDifferencesAreSeen() throws {
    #expect(
      try lines("{ movie: { duration: 10 }, layer: {} }", "{ movie: { duration: 10.0000001 }, layer: {} }")
        == ["movie.duration: 10 -> 10.0000001"])
    #expect(
      try lines("{ movie: { seed: 1234567891 }, layer: {} }", "{ movie: { seed: 1234567892 }, layer: {} }")
        == ["movie.seed: 1234567891 -> 1234567892"])
  }

  // MARK: Parts of a document

  private static let document = """
    { movie: { size: [100, 100] },
      layer: { name: "root", sublayers: [
        { name: "box", opacity: 0.5, bounds: [0, 0, 10, 10], animations: {
            fade: { class: "CABasicAnimation", keyPath: "opacity", fromValue: 0, toValue: 1, duration: 2 },
            both: { class: "CAAnimationGroup", duration: 3, animations: [
              { class: "CABasicAnimation", keyPath: "opacity", toValue: 1, duration: 1 } ] } },
          filters: [{ type: "gaussianBlur", name: "soft", inputRadius: 4 }] },
        { class: "CAEmitterLayer", name: "sky",
          emitterBehaviors: [{ type: "drag", name: "air", drag: 2 }],
          emitterCells: [
            { name: "snow", birthRate: 10, lifetime: 4, velocity: 30 }, { name: "rain", birthRate: 20, lifetime: 1 },
            { birthRate: 3 } ] } ] },
      states: { on: { "box.opacity": 1 } },
      stateTransitions: [{ from: "*", to: "on", animations: { box: {
        go: { class: "CABasicAnimation", keyPath: "opacity", duration: 1 } } } }],
      timeline: [{ at: 1, set: { "box.opacity": 0 } }, { at: 2, state: "on" }],
      audio: [] }
    """

  /// A change of the document's text, and the lines that name it.
  private static let changes: [(old: String, new: String, lines: [String])] = [
    ("toValue: 1, duration: 2", "toValue: 0.5, duration: 2", ["box.animations.fade.toValue: 1 -> 0.5"]),
    ("toValue: 1, duration: 1 }", "toValue: 1, duration: 2 }", ["box.animations.both.animations[0].duration: 1 -> 2"]),
    ("fromValue: 0, ", "", ["box.animations.fade.fromValue: 0 -> none"]),
    ("fade: {", "glow: {", ["box.animations.fade: removed", "box.animations.glow: added"]),
    (
      "fade: { class: \"CABasicAnimation\", keyPath: \"opacity\", fromValue: 0, toValue: 1, duration: 2 },", "",
      ["box.animations.fade: removed CABasicAnimation duration = 2, fromValue = 0, keyPath = opacity, toValue = 1"]
    ),
    ("inputRadius: 4", "inputRadius: 5", ["box.filters.soft.inputRadius: 4 points -> 5 points"]),
    ("{ type: \"gaussianBlur\", name: \"soft\", inputRadius: 4 }", "", ["box.filters.soft: removed"]),
    ("drag: 2", "drag: 3", ["sky.emitterBehaviors.air.drag: 2 1/s -> 3 1/s"]),
    ("{ type: \"drag\", name: \"air\", drag: 2 }", "", ["sky.emitterBehaviors.air: removed"]),
    (
      "{ name: \"rain\", birthRate: 20, lifetime: 1 },", "",
      ["sky.emitterCells.rain: removed CAEmitterCell birthRate = 20 1/s"]
    ),
    ("{ birthRate: 3 }", "{ birthRate: 4 }", ["sky.emitterCells[2].birthRate: 3 1/s -> 4 1/s"]),
    (
      "{ birthRate: 3 }", "{ birthRate: 3 }, { birthRate: 8, lifetime: 2 }",
      ["sky.emitterCells[3]: added CAEmitterCell"]
    ),
    ("name: \"snow\"", "name: \"hail\"", ["sky.emitterCells.snow.name: snow -> hail"]),
    (
      "{ name: \"snow\", birthRate: 10, lifetime: 4, velocity: 30 }, { name: \"rain\", birthRate: 20, lifetime: 1 },",
      "{ name: \"rain\", birthRate: 20, lifetime: 1 }, { name: \"snow\", birthRate: 10, lifetime: 4, velocity: 30 },",
      ["sky.emitterCells: order snow, rain, [2] -> rain, snow, [2]"]
    ),
    ("\"box.opacity\": 1 }", "\"box.opacity\": 0.9 }", ["states.on.box.opacity: 1 -> 0.9"]),
    ("states: { on:", "states: { off: { \"box.opacity\": 0.1 }, on:", ["states.off: added state box.opacity = 0.1"]),
    ("from: \"*\"", "from: \"on\"", ["stateTransitions.* to on: removed", "stateTransitions.on to on: added"]),
    (
      "keyPath: \"opacity\", duration: 1 } } } }]", "keyPath: \"opacity\", duration: 2 } } } }]",
      ["stateTransitions.* to on.animations.box.go.duration: 1 -> 2"]
    ),
    ("\"box.opacity\": 0 }", "\"box.opacity\": 0.2 }", ["timeline[0].set.box.opacity: 0 -> 0.2"]),
    ("at: 1,", "at: 1.5,", ["timeline[0].at: 1 seconds -> 1.5 seconds"]),
    ("{ at: 2, state: \"on\" }", "", ["timeline[1]: removed event at = 2 seconds, state = on"]),
    (
      "timeline: [", "timeline: [{ at: 0, remove: \"box\" }, ",
      ["timeline[0]: added event at = 0 seconds, remove = box"]
    ),
    (
      "state: \"on\" }", "state: \"on\", addSublayers: { root: { name: \"new\", opacity: 0.5 } } }",
      ["timeline[1].addSublayers.root.new: added CALayer"]
    ),
    (
      "audio: []", "audio: [{ file: \"a.wav\", gain: 0.5 }]",
      ["audio[0]: added sound file = /nowhere/a.wav, gain = 0.5"]
    ),
    ("{ name: \"box\"", "{ class: \"CATextLayer\", name: \"box\"", ["box.class: CALayer -> CATextLayer"]),
    ("{ movie:", "{ summary: \"Snow.\", movie:", ["summary: - -> Snow."]),
    ("size: [100, 100]", "size: [200, 100]", ["movie.size: 100, 100 -> 200, 100"]),
    (
      "{ name: \"box\", opacity: 0.5,", "{ name: \"box\", mask: { opacity: 0.5 }, opacity: 0.5,",
      ["box.mask: added CALayer"]
    ),
  ]

  @Test(arguments: changes.indices) func everyKindOfChangeIsSeen(index: Int) throws {
    let (old, new, expected) = Self.changes[index]
    let changed = Self.document.replacingOccurrences(of: old, with: new)
    #expect(changed != Self.document)
    let (first, second) = (try scene(Self.document), try scene(changed))
    let differences = PresetDifference.between(first, second)
    let found = differences.map(\.line)
    let fits = found.count == expected.count && zip(found, expected).allSatisfy { $0.hasPrefix($1) }
    #expect(fits, "\(found)")
    // Back again there is a difference too.
    #expect(PresetDifference.between(second, first).count == differences.count)
    try expectPasted(differences, first, second, new)
  }

  @Test func layersMove() throws {
    let (a, b) = ("{ name: 'a', sublayers: [", "{ name: 'b', opacity: 0.5, sublayers: [")
    let first = "{ layer: { name: 'r', sublayers: [\(a){ name: 'x', opacity: 0.2 }] }, \(b)] }] } }"
    let second = "{ layer: { name: 'r', sublayers: [\(a)] }, \(b){ name: 'x', opacity: 0.3 }] }] } }"
    #expect(try lines(first, second) == ["x: moved from a to b", "x.opacity: 0.2 -> 0.3"])
    let swapped = "{ layer: { name: 'r', sublayers: [\(b)] }, \(a){ name: 'x', opacity: 0.2 }] }] } }"
    #expect(try lines(first, swapped) == ["r.sublayers: order a, b -> b, a"])
  }

  /// Layers of one name, and names that are read as something else: the way by places leads there.
  @Test(arguments: [
    ("{ layer: { sublayers: [{ name: 'x' }, { sublayers: [{ name: 'x' }] }] } }", "sublayers[1].sublayers[0].opacity"),
    ("{ layer: { sublayers: [{}, { cornerRadius: 2 }] } }", "sublayers[1].opacity"),
    ("{ layer: { name: 'r', sublayers: [{ name: 'movie' }] } }", "sublayers[0].opacity"),
  ])
  func placesAreReached(text: String, path: String) throws {
    let first = try scene(text)
    var second = try scene(text)
    try second.apply(PropertyOverride(parsing: "\(path)=0.5"))
    let differences = PresetDifference.between(first, second)
    #expect(differences.count == 1)
    try expectPasted(differences, first, second, path)
  }
}
