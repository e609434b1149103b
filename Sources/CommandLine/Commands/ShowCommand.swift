import StarmineImport

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the contents of a preset: layers, cells, animations, timeline.",
    discussion: """
      Prints the values that differ from Core Animation's defaults, with the keys that --set accepts. Long values
      are shortened; --full prints them in full.

      EXAMPLES:
        starmine show fireworks
        starmine show snow --set 'snow.scale*=2'
        starmine show snow --json
        starmine show logo.svg --at 0 --at 1.5
      """)

  @OptionGroup var scene: SceneOptions

  @Option(help: RequestedSize.help, completion: RequestedSize.completion) var size: RequestedSize?

  @Flag(help: "Print long values in full.") var full = false

  @Flag(help: "Print JSON with all values in full.") var json = false

  @Option(
    help: ArgumentHelp(
      "Print the values of an SVG file's elements after this time, as JSON. Repeatable.", valueName: "seconds"))
  var at: [Double] = []

  func run() throws {
    guard at.isEmpty else { return try printJSON(inspection()) }
    let loaded = try scene.load(size: size).scene
    if json { return try printJSON(SceneRecord(loaded)) }
    print(loaded.outline(isWhole: full))
  }

  private func inspection() throws -> [SVGInspection] {
    let file = scene.preset
    guard [".svg", ".svgz"].contains(where: file.lowercased().hasSuffix),
      at.allSatisfy((0...1e6).contains)
    else { throw CommandError.usage("--at: expected an SVG file and 0 to 1000000 seconds") }
    return try SVGInspection.moments(in: InputFile.bytes(ofAny: file, atMost: 64 << 20), at: at, named: file)
  }
}

private struct SceneRecord: Encodable {
  struct Node: Encodable {
    var `class`: String
    var name: String?
    /// By key, without defaults.
    var values: [String: TypedValue]
    var sublayers: [Node]?
    var emitterCells: [Node]?
    var filters: [Node]?
    var mask: [Node]?
    var animations: [String: Animation]?

    init(_ container: any PropertyContainer, _ texts: ValueText) {
      (self.class, name, values) = (container.className, container.name, [:])
      for key in container.keys where key != "name" && key != "id" {
        guard let info = container.info(forKey: key), !info.isDerived else { continue }
        let value = container.readProperty(key)
        if texts.text(value, info) != texts.text(container.defaultProperty(key), info) {
          values[key] = TypedValue(value, info, texts)
        }
      }
      sublayers = Self.list("sublayers", container, texts)
      emitterCells = Self.list("emitterCells", container, texts)
      filters = Self.list("filters", container, texts)
      guard let layer = container as? CALayer else { return }
      if let mask = layer.mask { self.mask = [Node(mask, texts)] }
      for key in layer.animationKeys() ?? [] {
        guard let animation = layer.animation(forKey: key) else { continue }
        animations = (animations ?? [:]).merging([key: Animation(animation, key, layer, texts)]) { $1 }
      }
    }

    private static func list(_ key: String, _ container: any PropertyContainer, _ texts: ValueText) -> [Node]? {
      let elements = container.elements(key) ?? []
      return elements.isEmpty ? nil : elements.map { Node($0, texts) }
    }
  }

  struct Animation: Encodable {
    var `class`: String
    /// By key, without defaults.
    var values: [String: TypedValue]
    var animations: [Animation]?

    init(_ animation: CAAnimation, _ key: String, _ layer: CALayer, _ texts: ValueText) {
      let spelling = AnimationSpelling(animation, on: layer, key: key, texts: texts)
      self.class = spelling.className
      values = Dictionary(
        spelling.values.map { ($0.key, TypedValue($0.value, text: $0.text)) }, uniquingKeysWith: { $1 })
      animations = (animation as? CAAnimationGroup)?.animations?.map { Animation($0, "", layer, texts) }
    }
  }

  struct Event: Encodable {
    var at: Double
    var actions: [String]
    /// Added animations by LAYER.KEY.
    var animations: [String: Animation]?

    init(_ event: PresetEvent, _ scene: PresetScene) {
      (at, actions) = (event.time, event.actions)
      guard !event.animations.isEmpty else { return }
      let lookup = LayerLookup(root: scene.rootLayer)
      let all = event.animations.map { added in
        // Every layer has an opacity, so this path finds the layer.
        let layer = (try? lookup.find("\(added.layer).opacity"))?.layer ?? scene.rootLayer
        return ("\(added.layer).\(added.key)", Animation(added.animation, added.key, layer, scene.valueText))
      }
      animations = Dictionary(all, uniquingKeysWith: { $1 })
    }
  }

  struct Variable: Encodable {
    var name: String
    var type: String
    var summary: String
    var value: String?
    var defaultValue: String?
    var minimum: Double?
    var maximum: Double?

    init(_ variable: PresetVariable) {
      (name, type, summary) = (variable.name, variable.kind.rawValue, variable.summary)
      (value, defaultValue) = (variable.value, variable.defaultValue)
      (minimum, maximum) = (variable.minimum, variable.maximum)
    }
  }

  var name: String
  var summary: String
  var variables: [Variable]?
  var movie: [String: TypedValue]
  var layer: Node
  var states: [String]?
  var cues: [CueRecord]?
  var timeline: [Event]

  init(_ scene: PresetScene) {
    (name, summary) = (scene.name, scene.summary)
    if !scene.variables.isEmpty { variables = scene.variables.map(Variable.init) }
    movie = Dictionary(
      uniqueKeysWithValues: MovieProperty.all.map { row in
        (row.key, TypedValue(row.read(scene), row.info, scene.valueText))
      })
    layer = Node(scene.rootLayer, scene.valueText)
    states = scene.rootLayer.states?.names
    if !scene.cues.isEmpty { cues = scene.cues.map(CueRecord.init) }
    timeline = scene.events.map { Event($0, scene) }
  }
}
