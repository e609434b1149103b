/// A kind of part that a document can be given: a row each, with what it is at first.
package struct NewPart: Encodable, Sendable {
  enum Group: String, Encodable {
    case layer, cell, behavior, animator, animation, variable, cue
    case cellInside
    /// A curve over the life of a cell's particles.
    case life
  }

  package let kind: String
  let group: Group
  package let title: String
  /// Property of an animation, name of a variable.
  private(set) var key: String?
  private let make: @Sendable (Stage) -> String

  enum CodingKeys: String, CodingKey { case kind, group, title, key }

  struct Stage {
    let width: Int
    let height: Int
    let center = "[\"50%\", \"50%\"]"
    /// A fifth of the stage's smaller side.
    var side: Int { max(8, min(width, height) / 5) }
  }

  private init(
    _ kind: String, _ group: Group, _ title: String, key: String? = nil,
    _ make: @escaping @Sendable (Stage) -> String = { _ in "{}" }
  ) {
    (self.kind, self.group, self.title, self.key, self.make) = (kind, group, title, key, make)
  }

  private static func behavior(
    _ type: String, _ title: String, _ values: @escaping @Sendable (Stage) -> String = { _ in "" }
  ) -> NewPart {
    NewPart(type, .behavior, title) { "{ type: \"\(type)\", \(values($0)) }" }
  }

  func text(_ scene: PresetScene) -> String {
    make(Stage(width: Int(scene.size.width), height: Int(scene.size.height)))
  }

  /// In the order of showing.
  package static let all: [NewPart] = layers + cells + behaviors + animators + animations + others

  private static let layers = [
    NewPart("rectangle", .layer, "Rectangle") {
      """
      { name: "", position: \($0.center), bounds: [0, 0, \($0.side * 2), \($0.side)], cornerRadius: 8,
        backgroundColor: "#5cb8e6" }
      """
    },
    NewPart("text", .layer, "Text") {
      """
      { class: "CATextLayer", name: "", string: "Text", position: \($0.center),
        bounds: [0, 0, \($0.side * 4), \($0.side * 5 / 4)], fontSize: \($0.side), alignmentMode: "center",
        foregroundColor: "#ffffff" }
      """
    },
    NewPart("shape", .layer, "Shape") {
      """
      { class: "CAShapeLayer", name: "", position: \($0.center), bounds: [0, 0, \($0.side), \($0.side)],
        path: "M \($0.side / 2) 0 L \($0.side) \($0.side) L 0 \($0.side) Z", fillColor: "#8fce6e" }
      """
    },
    NewPart("picture", .layer, "Picture") {
      """
      { name: "", position: \($0.center), bounds: [0, 0, \($0.side), \($0.side)],
        contents: { sprite: "star", size: 128 } }
      """
    },
    NewPart("gradient", .layer, "Gradient") {
      """
      { class: "CAGradientLayer", name: "", position: \($0.center), bounds: [0, 0, \($0.width), \($0.height)],
        colors: ["#20386e", "#0b1020"] }
      """
    },
    NewPart("emitter", .layer, "Emitter") { stage in
      """
      { class: "CAEmitterLayer", name: "", emitterPosition: \(stage.center), renderMode: "additive",
        emitterCells: [\(cell("spark", "birthRate: 60, lifetime: 2, velocity: \(stage.side)"))] }
      """
    },
    NewPart("copies", .layer, "Copies") {
      """
      { class: "CAReplicatorLayer", name: "", position: \($0.center), instanceCount: 8,
        instanceTransform: "rotate(45deg)", sublayers: [
          { position: [0, \(-$0.side)], bounds: [0, 0, \($0.side / 3), \($0.side / 3)],
            cornerRadius: \($0.side / 6), backgroundColor: "#ffb547" }] }
      """
    },
    NewPart("group", .layer, "Group") { _ in "{ name: \"\" }" },
  ]

  private static func cell(_ name: String, _ values: String) -> String {
    """
    { name: "\(name)", contents: { sprite: "glow", size: 32 }, color: "#ffb547", \(values), velocityRange: 40,
      emissionRange: "360deg", scale: 0.5, scaleRange: 0.2, alphaSpeed: -0.5 }
    """
  }

  private static let cells = [
    NewPart("cell", .cell, "Cell") { cell("", "birthRate: 60, lifetime: 2, velocity: \($0.side)") },
    NewPart("sub-cell", .cellInside, "Cell born by its particles") {
      cell("", "birthRate: 20, lifetime: 0.6, velocity: \($0.side / 4)")
    },
  ]

  private static let behaviors = [
    behavior("wave", "Wave") { _ in "force: [100, 0, 0], frequency: 1" },
    behavior("drag", "Drag") { _ in "drag: 1" },
    behavior("alignToMotion", "Align to motion"),
    behavior("turbulence", "Turbulence") { "strength: 200, size: \($0.side), frequency: 0.5" },
    behavior("vortex", "Vortex") { "angularVelocity: \"180deg\", strength: 2, position: [\(middle($0))]" },
    behavior("attractor", "Attractor") { "stiffness: 10, position: [\(middle($0))]" },
    behavior("simpleAttractor", "Simple attractor") { "stiffness: 10, position: [\(middle($0))]" },
    behavior("polarAcceleration", "Polar acceleration") { "radialAcceleration: -200, position: [\(middle($0))]" },
    behavior("light", "Light") { "position: [\(middle($0))], falloffDistance: \($0.side * 2), falloff: 1" },
    behavior("floor", "Floor") { "position: [\($0.width / 2), \($0.height * 9 / 10)], restitution: 0.5" },
    behavior("walls", "Walls") { "rect: [0, 0, \($0.width), \($0.height)], restitution: 0.7" },
    behavior("ribbon", "Ribbon") { _ in "duration: 0.3, segments: 12, taper: 0" },
    behavior("valueOverLife", "A value over life") { _ in "keyPath: \"scale\", values: [0, 1, 0]" },
    behavior("colorOverLife", "Colour over life") { _ in "colors: [\"#ffffff\", \"#ffb547\", \"#d0303000\"]" },
  ]

  private static func middle(_ stage: Stage) -> String { "\(stage.width / 2), \(stage.height / 2)" }

  private static let animators = [
    NewPart("rise", .animator, "Letters rise") {
      "{ name: \"\", by: \"letter\", position: [0, \($0.side / 2)], opacity: 0, end: 0.5 }"
    }
  ]

  private static let animations = [
    NewPart("fade", .animation, "Fade", key: "opacity"), NewPart("way", .animation, "Move", key: "position"),
    NewPart("grow", .animation, "Scale", key: "transform.scale"),
    NewPart("turn", .animation, "Turn", key: "transform.rotation.z"),
    NewPart("animation", .animation, "Animate"),
  ]

  private static let others = [
    NewPart("life", .life, "Over life"), NewPart("cue", .cue, "Cue here"),
    NewPart("text-variable", .variable, "Text", key: "text") { _ in "{ type: \"text\", default: \"Text\" }" },
    NewPart("number", .variable, "Number") { _ in "{ type: \"number\", default: 1 }" },
    NewPart("color", .variable, "Colour") { _ in "{ type: \"color\", default: \"#ffb547\" }" },
    NewPart("image", .variable, "Image") { _ in "{ type: \"image\", default: { sprite: \"star\", size: 64 } }" },
    NewPart("switch", .variable, "Yes or no") { _ in "{ type: \"boolean\", default: true }" },
  ]
}
