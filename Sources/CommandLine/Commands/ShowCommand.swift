import ArgumentParser
import StarmineLayers
import StarminePresets

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print what a preset consists of: stage, layers, cells, timeline.",
    discussion: """
      Only values that differ from Core Animation's defaults are listed; keys and values are what --set takes.

      EXAMPLES:
        starmine show fireworks
        starmine show snow --set 'snow.scale*=2'
        starmine show snow --json
      """)

  @OptionGroup var scene: SceneOptions

  @Option(help: SizeArgument.help, completion: SizeArgument.completion) var size: SizeArgument?

  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let loaded = try scene.load(size: size)
    if json { return try printJSON(SceneRecord(loaded)) }
    print(loaded.outline)
  }
}

/// A scene for programs (`schema/show.schema.json`).
private struct SceneRecord: Encodable {
  struct Node: Encodable {
    var `class`: String
    var name: String?
    /// By key; what differs from the defaults.
    var values: [String: TypedValue]
    var sublayers: [Node]?
    var emitterCells: [Node]?
    var filters: [Node]?
    var mask: [Node]?

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
      if let mask = (container as? CALayer)?.mask { self.mask = [Node(mask, texts)] }
    }

    private static func list(_ key: String, _ container: any PropertyContainer, _ texts: ValueText) -> [Node]? {
      let elements = container.elements(key) ?? []
      return elements.isEmpty ? nil : elements.map { Node($0, texts) }
    }
  }

  struct Event: Encodable {
    var at: Double
    var actions: [String]
  }

  var name: String
  var summary: String
  var movie: [String: TypedValue]
  var layer: Node
  var timeline: [Event]

  init(_ scene: PresetScene) {
    (name, summary) = (scene.name, scene.summary)
    movie = Dictionary(
      uniqueKeysWithValues: MovieProperty.all.map { row in
        (row.key, TypedValue(row.read(scene), row.info, scene.valueText))
      })
    layer = Node(scene.rootLayer, scene.valueText)
    timeline = scene.events.map { Event(at: $0.time, actions: $0.actions) }
  }
}
