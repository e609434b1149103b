import Foundation
import StarmineLayers
import StarminePresets
import Testing
import StarmineEditing

/// Which layer a path of a timeline means, when the document is read and when its events happen.
@Suite struct LayerLookupTests {
  private func scene(_ layers: String, _ events: String) throws -> PresetScene {
    MediaClock.time = 1000
    return try load("{layer: {name: 'root', sublayers: [\(layers)]}, timeline: [\(events)]}")
  }

  private func play(_ scene: PresetScene) {
    for event in scene.events { event.apply(to: scene.rootLayer) }
  }

  @Test func aNameMayHaveDots() throws {
    let scene = try scene("{name: 'a.b'}, {name: 'a'}", "{at: 0, set: {'a.b.opacity': 0.5, 'a.zPosition': 3}}")
    play(scene)
    #expect(scene.rootLayer.sublayers?.map(\.opacity) == [0.5, 1])
    #expect(scene.rootLayer.sublayers?.map(\.zPosition) == [0, 3])
  }

  @Test func aNameMayComeBack() throws {
    let spark = "addSublayers: {root: {name: 'spark'}}"
    let scene = try scene(
      "",
      "{at: 0, \(spark)}, {at: 1, remove: 'spark'}, {at: 2, \(spark)}, "
        + "{at: 3, animations: {spark: {opacity: {toValue: 0}}}}"
    )
    play(scene)
    #expect(scene.rootLayer.sublayers?.count == 1)
    #expect(scene.rootLayer.sublayers?.first?.animationKeys() == ["opacity"])
  }

  @Test func aLayerIsFoundByItsNewName() throws {
    let scene = try scene(
      "{name: 'one'}, {name: 'two'}",
      "{at: 0, set: {'one.name': 'three'}}, {at: 1, set: {'two.name': 'one'}}, {at: 2, remove: 'one'}")
    play(scene)
    #expect(scene.rootLayer.sublayers?.map(\.name) == ["three"])
  }

  /// Ids lead where names do: in events, states, animations and changes; a name goes before an id.
  @Test func aLayerIsFoundByItsId() throws {
    var scene = try scene(
      "{id: 'box', filters: [{type: 'gaussianBlur', name: 'blur'}]}, {name: 'x', id: 'y'}, {name: 'z', id: 'x'}",
      """
      {at: 0, set: {'box.opacity': 0.5, 'y.zPosition': 3, 'x.opacity': 0.25}},
      {at: 1, animations: {box: {turn: {class: 'CABasicAnimation', keyPath: 'opacity', toValue: 0}}}},
      {at: 2, addSublayers: {y: {id: 'late'}}}, {at: 3, set: {'late.opacity': 0.75}}, {at: 4, remove: 'y'}
      """)
    let layers = try #require(scene.rootLayer.sublayers)
    play(scene)
    #expect(layers.map(\.opacity) == [0.5, 0.25, 1] && layers.map(\.zPosition) == [0, 3, 0])
    #expect(layers[0].animationKeys() == ["turn"])
    #expect(layers[1].sublayers?.first?.opacity == 0.75)
    #expect(scene.rootLayer.sublayers?.count == 2)
    try scene.apply(PropertyOverride(parsing: "box.filters.blur.inputRadius=9"))
    try scene.apply(PropertyOverride(parsing: "box.zPosition=7"))
    #expect(layers[0].value(forKeyPath: "filters.blur.inputRadius") as? Double == 9 && layers[0].zPosition == 7)
    let states = LayerStates()
    states.define("on", ["box.opacity": 1, "x.opacity": 0])
    scene.rootLayer.states = states
    scene.rootLayer.setState("on")
    // The layer that was named x is gone: the id leads on.
    #expect(layers.map(\.opacity) == [1, 0.25, 0])
  }

  /// The player of the timeline may change the tree between its events.
  @Test func aLayerMayBeReplacedByAnotherOfItsName() throws {
    let scene = try scene("{name: 'logo'}", "{at: 0, set: {'logo.opacity': 0.5}}, {at: 1, set: {'logo.opacity': 0.25}}")
    scene.events[0].apply(to: scene.rootLayer)
    let (old, new) = (try #require(scene.rootLayer.sublayers?.first), CALayer())
    new.name = "logo"
    scene.rootLayer.replaceSublayer(old, with: new)
    scene.events[1].apply(to: scene.rootLayer)
    #expect(old.opacity == 0.5 && new.opacity == 0.25)
  }

  @Test func removedLayersAreSkipped() throws {
    let scene = try scene(
      "{name: 'a', sublayers: [{name: 'b'}]}",
      "{at: 0, remove: 'a'}, {at: 1, set: {'b.opacity': 0.5}}, {at: 2, removeAnimations: ['b']}, {at: 3, remove: 'b'}")
    let outer = try #require(scene.rootLayer.sublayers?.first)
    let inner = try #require(outer.sublayers?.first)
    play(scene)
    #expect(inner.opacity == 1 && inner.superlayer === outer && scene.rootLayer.sublayers == nil)
  }

  @Test func severalLayersAreNamedButNotAll() {
    let layers = (0..<40).map { "{name: 'l\($0)'}" }.joined(separator: ", ")
    let messages = problems(
      of: "{layer: {name: 'top', sublayers: [\(layers)]}, timeline: [{at: 0, set: {opacity: 0}}]}")
    #expect(messages.count == 1)
    #expect(messages[0].contains("could belong to several layers: top.opacity, l0.opacity, l1.opacity"))
    #expect(messages[0].hasSuffix("and others") && !messages[0].contains("l20"))
  }
}
