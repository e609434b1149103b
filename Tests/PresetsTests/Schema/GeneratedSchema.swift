import StarmineGraphics
import StarminePresets
import StarmineLayers

/// The JSON Schema of documents, made from the property tables. The program prints the committed copy,
/// `schema/preset.schema.json`, which `SchemaTests` compares with this.
enum GeneratedSchema {
  /// The schema as indented JSON, in a stable order.
  static var text: String { document.pretty() + "\n" }

  private static var document: DocumentValue {
    .fields([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("title", .text("Starmine preset")),
      ("description", .text("Layers, emitters, animations and a timeline. Made by `starmine schema`.")),
      ("type", .text("object")), ("required", .list([.text("layer")])), ("additionalProperties", .flag(false)),
      ("properties", .fields(SceneReader.keys.map { ($0, scene[$0] ?? .fields([])) })),
      ("$defs", .fields(definitions)),
    ])
  }

  // MARK: Around the layers

  private static let scene: [String: DocumentValue] = [
    "$schema": .schema("string", "Location of this schema, for editors."),
    "name": .schema("string", "Name of the preset. Default: the file's name."),
    "summary": .schema("string", "One-line description."),
    "group": .fields([
      ("description", .text("Group in lists of presets.")),
      ("enum", .list(PresetGroup.allCases.map { .text($0.rawValue) })),
    ]),
    "vars": variables, "movie": movie, "layer": .reference("layer"),
    "states": byLayer(
      .schema("object", "Values of the state by key path, which starts with a layer's name."),
      "Named sets of values. Other values are those without a state."),
    "stateTransitions": .fields([
      ("description", .text("Animations between states.")), ("type", .text("array")),
      ("items", transition),
    ]),
    "timeline": .fields([
      ("description", .text("Events by time.")), ("type", .text("array")), ("items", event),
    ]),
    "audio": .fields([
      ("description", .text("Sound files of the movie.")), ("type", .text("array")),
      ("maxItems", .number(Double(SoundReader.limit))), ("items", sound),
    ]),
    "cues": cues, "captions": captions,
  ]

  private static let captions: DocumentValue = {
    func list(_ summary: String) -> DocumentValue { .schema("array", summary) }
    let color = DocumentValue.fields([("$ref", .text("#/$defs/color"))])
    func choice(_ names: String...) -> DocumentValue { .fields([("enum", .list(names.map { .text($0) }))]) }
    return .fields([
      ("type", .text("object")), ("description", .text("Timed captions over the layers.")),
      ("additionalProperties", .flag(false)),
      (
        "properties",
        .fields([
          (
            "file",
            .schema("string", "A .srt or .vtt file, or JSON with times of words. Without it: segments or words.")
          ),
          ("look", .schema("string", "Look: pop, karaoke, box, typewriter, subtitle, sparks.")),
          ("segments", list("Objects with start and end in seconds, text, and words if they have times.")),
          ("words", list("Objects with text, and start and end in seconds.")), ("pages", choice("cues", "words")),
          ("font", .schema("string", "Font. Default: that of the look.")),
          ("size", .schema("number", "Font size as a fraction of the movie's shorter side, 0.01 to 0.5.")),
          ("color", color), ("accent", color), ("background", color), ("position", choice("top", "middle", "bottom")),
          ("lines", .schema("number", "Maximum lines per page, 1 to 10.")),
          ("mostWords", .schema("number", "Maximum words per page, 1 to 100.")),
        ])
      ),
    ])
  }()

  private static let cues: DocumentValue = {
    let name = DocumentValue.schema("string", "Name of the cue; can be shared. Default beat.")
    let cue = DocumentValue.fields([
      ("type", .text("object")), ("required", .list([.text("at")])), ("additionalProperties", .flag(false)),
      ("properties", .fields([("name", name), ("at", row(unit: .seconds, "From the start of the movie."))])),
    ])
    let sound = DocumentValue.fields([
      ("type", .text("object")), ("additionalProperties", .flag(false)),
      (
        "properties",
        .fields([
          ("sound", .schema("string", "A sound file. Default: the first in audio.")),
          ("find", .fields([("enum", .list(PresetCue.Search.allCases.map { .text($0.rawValue) }))])), ("name", name),
        ])
      ),
    ])
    let file = DocumentValue.schema("string", "A file of times (CSV, labels), or a sound with beats to find.")
    let one = [file, cue, sound]
    return .fields([
      ("description", .text("Named times for events of the timeline.")),
      ("anyOf", .list(one + [.fields([("type", .text("array")), ("items", .choice(one))])])),
    ])
  }()

  private static let sound = DocumentValue.fields([
    ("type", .text("object")), ("required", .list([.text("file")])), ("additionalProperties", .flag(false)),
    (
      "properties",
      .fields([
        ("file", .schema("string", "A WAV, FLAC, MP3, AAC or Ogg file, or a movie's sound; relative to the document.")),
        ("at", row(unit: .seconds, "Start time in the movie; below 0 its beginning is skipped. Default 0.")),
        ("gain", row(unit: .none, "Volume factor, 0 to 16. Default 1.")),
        ("fadeIn", row(unit: .seconds, "Fade-in duration. Default 0.")),
        ("fadeOut", row(unit: .seconds, "Fade-out duration. Default 0.")),
        ("loop", .schema("boolean", "Whether it repeats. Default false.")),
      ])
    ),
  ])

  private static let movie = DocumentValue.fields([
    ("type", .text("object")), ("additionalProperties", .flag(false)),
    (
      "properties",
      .fields(MovieProperty.all.map { ($0.key, property($0.info, default: $0.read(.empty), spelled: $0.schema)) })
    ),
  ])

  private static let event = DocumentValue.fields([
    ("type", .text("object")), ("required", .list([.text("at")])), ("additionalProperties", .flag(false)),
    (
      "properties",
      .fields([
        (
          "at",
          .choice([
            row(unit: .seconds, "From the start of the movie."),
            .schema("string", "A cue: drop, beat 4, drop - 0.2s, every beat, every 4th beat + 0.1s."),
          ])
        ),
        ("transaction", transaction),
        ("state", .schema("string", "Name of a state to enter.")),
        ("set", .schema("object", "New values by key path, such as sky.emitterCells.snow.birthRate.")),
        (
          "addSublayers",
          byLayer(
            .choice([.reference("layer"), .fields([("type", .text("array")), ("items", .reference("layer"))])]),
            "Layers to add on top of the named layer's sublayers.")
        ),
        (
          "animations",
          byLayer(
            .fields([("type", .text("object")), ("additionalProperties", .reference("animation"))]),
            "Animations by key, for each layer name.")
        ),
        (
          "removeAnimations",
          .fields([
            ("type", .text("array")), ("items", .schema("string", "LAYER.KEY, or LAYER for all of its animations.")),
          ])
        ),
        ("remove", .schema("string", "Name of a layer to remove.")),
      ])
    ),
  ])

  private static let transition = DocumentValue.fields([
    ("type", .text("object")), ("additionalProperties", .flag(false)),
    (
      "properties",
      .fields([
        ("from", .schema("string", "Previous state; * (default) for any.")),
        ("to", .schema("string", "New state; * (default) for any.")),
        (
          "animations",
          byLayer(
            .fields([("type", .text("object")), ("additionalProperties", .reference("animation"))]),
            "Animations by key, for each layer name. Default values: those of the state.")
        ),
      ])
    ),
  ])

  private static let transaction = DocumentValue.fields([
    ("type", .text("object")), ("additionalProperties", .flag(false)),
    (
      "properties",
      .fields([
        ("animationDuration", row(unit: .seconds, "Duration of implicit animations. Default 0.25 s.")),
        ("animationTimingFunction", .fields([("description", .text("Easing, like timingFunction of animations."))])),
        ("disableActions", .schema("boolean", "Disables implicit animations. Default false.")),
      ])
    ),
  ])

  private static func byLayer(_ value: DocumentValue, _ description: String) -> DocumentValue {
    .fields([
      ("type", .text("object")), ("description", .text(description)), ("additionalProperties", value),
    ])
  }

  // MARK: Definitions

  private static var definitions: [(String, DocumentValue)] {
    let registry = LayerRegistry()
    let classes = registry.names.compactMap { name in registry[name].map { (name, layerClass($0.make(), name)) } }
    return values + animations + [("layer", layer(registry.names))] + classes
      + [
        ("CAEmitterCell", cell), ("filter", filter), ("behavior", behavior),
        ("CATextAnimator", object(properties(of: CATextAnimator()) { _ in nil })),
      ]
  }

  /// One object for all types, with the inputs of each.
  private static var filter: DocumentValue {
    let type = DocumentValue.choice([
      .fields([("enum", .list(CAFilter.types.map { .text($0) }))]), .schema("string", "Core Image's name of a filter."),
    ])
    var rows = [("type", type)]
    for filter in CAFilter.types.map({ CAFilter(type: $0) }) {
      rows += properties(of: filter) { _ in nil }.filter { row in !rows.contains { $0.0 == row.0 } }
    }
    return object(rows)
  }

  /// An emitter behaviour is what its type says.
  private static var behavior: DocumentValue {
    .choice(
      CAEmitterBehavior.behaviorTypes().map { type in
        object(
          [("type", .fields([("const", .text(type))]))] + properties(of: CAEmitterBehavior(type: type)) { _ in nil })
      })
  }

  private static func layer(_ names: [String]) -> DocumentValue {
    let choices = names.map { name -> DocumentValue in
      let condition = DocumentValue.fields([
        ("properties", .fields([("class", .fields([("const", .text(name))]))])), ("required", .list([.text("class")])),
      ])
      return .fields([("if", condition), ("then", .reference(name))])
    }
    let plain = DocumentValue.fields([("not", .fields([("required", .list([.text("class")]))]))])
    return .fields([
      ("type", .text("object")),
      ("properties", .fields([("class", .fields([("enum", .list(names.map { .text($0) }))]))])),
      ("allOf", .list(choices + [.fields([("if", plain), ("then", .reference("CALayer"))])])),
    ])
  }

  private static func layerClass(_ layer: any PropertyContainer, _ name: String) -> DocumentValue {
    let base: any PropertyContainer = CALayer()
    let rows = properties(of: layer) { key in
      // Said once, for all classes.
      name != "CALayer" && base.info(forKey: key) != nil ? .reference("CALayer/properties/\(key)") : nil
    }
    let animations = DocumentValue.fields([
      ("type", .text("object")), ("description", .text("Animations by key.")),
      ("additionalProperties", .reference("animation")),
    ])
    return object([("class", .fields([("const", .text(name))]))] + rows + [("animations", animations)])
  }

  private static var cell: DocumentValue {
    object([("class", .fields([("const", .text("CAEmitterCell"))]))] + properties(of: CAEmitterCell()) { _ in nil })
  }

  private static func object(_ properties: [(String, DocumentValue)]) -> DocumentValue {
    .fields([
      ("type", .text("object")), ("additionalProperties", .flag(false)), ("properties", .fields(properties)),
    ])
  }

  private static func properties(
    of container: any PropertyContainer, _ known: (String) -> DocumentValue?
  ) -> [(String, DocumentValue)] {
    let parts = Set(container.allKeys).subtracting(container.keys).sorted()
    return (container.keys + parts).compactMap { key in
      guard let info = container.info(forKey: key) else { return nil }
      return (key, known(key) ?? property(info, default: container.defaultProperty(key)))
    }
  }

  private static var animations: [(String, DocumentValue)] {
    let names = AnimationReader.classes.keys.sorted()
    let classes = names.compactMap { name -> (String, DocumentValue)? in
      guard let animation = AnimationReader.classes[name]?() else { return nil }
      let rows = AnimationReader.keys(of: animation).map { key -> (String, DocumentValue) in
        if key == "class" { return (key, .fields([("const", .text(name))])) }
        if key == "delay" {
          return (key, row(unit: .seconds, "Start time relative to the movie, event, state or group that adds it."))
        }
        let info = type(of: animation).info(forKey: key)
        // Endless is a word here.
        let isCount = key == "repeatCount"
        return (key, isCount ? .fields([]) : info.map { property($0, default: nil) } ?? .fields([]))
      }
      return (name, object(rows))
    }
    let choice = DocumentValue.fields([("anyOf", .list(names.map { .reference($0) }))])
    return classes + [("animation", choice)]
  }
}
