import Foundation
import StarminePresets
import StarmineLayers

extension GeneratedSchema {
  /// A property as its row says it.
  ///
  /// - Parameter spelled: what it takes where the kind does not say it all.
  static func property(
    _ info: PropertyInfo, default value: Any?, spelled: [(String, DocumentValue)]? = nil
  ) -> DocumentValue {
    var fields = spelled ?? kind(info)
    // What is not a text otherwise.
    if spelled != nil || info.kind.hasOwnWords {
      fields = [("anyOf", .list([.fields(fields), .reference("variable")]))]
    }
    let isObject = info.kind == .layer || info.kind.hasElements
    // Colours may be missing even where the default is one.
    if value == nil || info.kind == .color, !isObject {
      fields = [("anyOf", .list([.fields(fields), .fields([("type", .text("null"))])]))]
    }
    fields.append(("description", .text(description(info))))
    if let value, let spelled = ValueSpelling.document(value, info.kind) { fields.append(("default", spelled)) }
    return .fields(fields)
  }

  private static func description(_ info: PropertyInfo) -> String {
    let unit = info.unit == .none ? "" : " \(info.unit.rawValue)"
    let range = info.range.map {
      " Usual: \(ValueText.text($0.lowerBound)) to \(ValueText.text($0.upperBound))\(unit)."
    }
    return info.summary + (range ?? (unit.isEmpty ? "" : " In\(unit)."))
  }

  private static func kind(_ info: PropertyInfo) -> [(String, DocumentValue)] {
    switch info.kind {
    case .number: [("$ref", .text("#/$defs/\(name(of: info.unit))"))]
    case .integer: [("type", .text("integer"))]
    case .boolean: [("type", .text("boolean"))]
    case .string: [("type", .text("string"))]
    case .point, .size: list(of: info.unit, count: 2)
    case .rect: list(of: info.unit, count: 4)
    case .numbers: list(of: info.unit, count: nil)
    case .color: [("$ref", .text("#/$defs/color"))]
    case .colors: [("type", .text("array")), ("items", .reference("color"))]
    case .transform: [("$ref", .text("#/$defs/transform"))]
    case .image: [("$ref", .text("#/$defs/image"))]
    case .contents: [("$ref", .text("#/$defs/contents"))]
    case .path: [("type", .list([.text("string"), .text("object")]))]
    case .enumeration(let names): [("enum", .list(names.map { .text($0) } + names.compactMap(unquoted)))]
    case .cells: [("type", .text("array")), ("items", .reference("CAEmitterCell"))]
    case .layers: [("type", .text("array")), ("items", .reference("layer"))]
    case .layer: [("$ref", .text("#/$defs/layer"))]
    case .filters: [("type", .text("array")), ("items", .reference("filter"))]
    case .behaviors: [("type", .text("array")), ("items", .reference("behavior"))]
    case .animators:
      [
        ("type", .text("array")), ("maxItems", .number(Double(TreeReader.mostAnimators))),
        ("items", .reference("CATextAnimator")),
      ]
    }
  }

  /// A spelling that is a number, yes or no may stand without quotes.
  private static func unquoted(_ name: String) -> DocumentValue? {
    if let isTrue = Bool(name) { return DocumentValue(.boolean(isTrue)) }
    return Int(name).map { .number(Double($0)) }
  }

  static func row(unit: PropertyUnit, _ description: String) -> DocumentValue {
    .fields([("$ref", .text("#/$defs/\(name(of: unit))")), ("description", .text(description))])
  }

  private static func list(of unit: PropertyUnit, count: Int?) -> [(String, DocumentValue)] {
    let items: [(String, DocumentValue)] = [("type", .text("array")), ("items", .reference(name(of: unit)))]
    guard let count else { return items }
    return items + [("minItems", .number(Double(count))), ("maxItems", .number(Double(count)))]
  }

  // MARK: Definitions

  private static let units: [PropertyUnit] = [
    .none, .points, .seconds, .radians, .pixels, .degrees, .perSecond, .pointsPerSecond, .pointsPerSecondSquared,
    .radiansPerSecond, .framesPerSecond,
  ]

  /// Names without slashes, which part the steps of a reference.
  private static func name(of unit: PropertyUnit) -> String {
    switch unit {
    case .none: "number"
    case .perSecond: "perSecond"
    case .pointsPerSecond: "pointsPerSecond"
    case .pointsPerSecondSquared: "pointsPerSecondSquared"
    case .radiansPerSecond: "radiansPerSecond"
    case .framesPerSecond: "framesPerSecond"
    case .points, .seconds, .radians, .pixels, .degrees, .nits: unit.rawValue
    }
  }

  static var values: [(String, DocumentValue)] {
    let numbers = units.map { unit -> (String, DocumentValue) in
      let text = DocumentValue.fields([("type", .text("string")), ("pattern", .text(NumberText.pattern(of: unit)))])
      return (
        name(of: unit),
        .choice([.fields([("type", .text("number"))]), text, .reference("variable"), .reference("following")])
      )
    }
    return numbers + [
      ("variable", variable), ("following", following), ("color", color), ("transform", transform), ("image", image),
      ("contents", contents),
    ]
  }

  /// A text with the name of a variable in braces.
  private static let variable = DocumentValue.fields([
    ("type", .text("string")), ("pattern", .text("\\{[^{}]+\\}")),
    ("description", .text("Value of a variable of the document (vars): \"{title}\".")),
  ])

  /// What `vars` holds.
  static let variables: DocumentValue = {
    let known: [String: DocumentValue] = [
      "type": .fields([("enum", .list(PresetVariable.Kind.allCases.map { .text($0.rawValue) }))]),
      "default": .fields([
        ("type", .list([.text("string"), .text("number"), .text("boolean"), .text("array"), .text("object")])),
        ("description", .text("Default value. Texts can contain other variables.")),
      ]),
      "min": .schema("number", "Minimum of a number."),
      "max": .schema("number", "Maximum of a number."),
      "summary": .schema("string", "One-line description for forms."),
    ]
    return .fields([
      ("type", .text("object")),
      (
        "description",
        .text("Variables by name. \"{name}\" can replace any value.")
      ), ("maxProperties", .number(Double(VariableReader.most))),
      (
        "additionalProperties",
        .fields([
          ("type", .text("object")), ("required", .list([.text("type")])), ("additionalProperties", .flag(false)),
          ("properties", .fields(VariableReader.keys.map { ($0, known[$0] ?? .fields([])) })),
        ])
      ),
    ])
  }()

  private static let following: DocumentValue = {
    let band = DocumentValue.choice([
      .fields([("enum", .list(SoundFollower.bands.map { .text($0.name) }))]),
      .fields([
        ("type", .text("array")), ("items", .fields([("type", .text("number"))])), ("minItems", .number(2)),
        ("maxItems", .number(2)),
      ]),
    ])
    func value(_ description: String) -> DocumentValue {
      .fields([("type", .list([.text("number"), .text("string")])), ("description", .text(description))])
    }
    let known: [String: DocumentValue] = [
      "audio": band, "from": value("Value in silence. Default 0."), "to": value("Value at the loudest moment."),
      "file": .schema("string", "Sound file, relative to the document. Default: the first in audio."),
      "at": value("Seconds from the movie's start."), "loop": .schema("boolean", "Whether the sound repeats."),
      "release": value("Release time of the level in seconds. Default 0.1."),
    ]
    return .fields([
      ("type", .text("object")), ("description", .text("Follows the loudness of a sound.")),
      ("required", .list([.text("audio"), .text("to")])), ("additionalProperties", .flag(false)),
      ("properties", .fields(SoundFollower.keys.map { ($0, known[$0] ?? .fields([])) })),
    ])
  }()

  private static let color = DocumentValue.choice([
    .fields([
      ("type", .text("string")),
      (
        "pattern",
        .text(
          "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"
            + "|^((rgb|hsl)a?|hwb|oklab|oklch|color)\\s*\\(.*\\)$|^[a-zA-Z]+$")
      ),
    ]),
    .fields([
      ("type", .text("array")), ("items", .fields([("type", .text("number"))])), ("minItems", .number(3)),
      ("maxItems", .number(4)),
    ]),
    exposedColor,
    .reference("variable"),
  ])

  private static let exposedColor: DocumentValue = {
    let exposure = DocumentValue.fields([
      ("type", .list([.text("number"), .text("string")])),
      ("minimum", .number(ColorReader.exposures.lowerBound)), ("maximum", .number(ColorReader.exposures.upperBound)),
      ("description", .text("Stops; each doubles the luminance. Default 0.")),
    ])
    let color = DocumentValue.fields([("type", .list([.text("string"), .text("array")]))])
    return .fields([
      ("type", .text("object")), ("description", .text("A colour with its exposure raised by stops.")),
      ("required", .list([.text("color")])), ("additionalProperties", .flag(false)),
      ("properties", .fields([("color", color), ("exposure", exposure)])),
    ])
  }()

  private static let transform = DocumentValue.choice([
    .schema("string", "Functions, outermost first: translate(10, 0) rotate(25deg) scale(2)."),
    .fields(list(of: .none, count: 16)),
  ])

  private static let image = DocumentValue.choice([
    .schema("string", "Path of an image, relative to the document."), sprite,
  ])

  private static let contents = DocumentValue.choice([.reference("image"), clip])

  private static let clip: DocumentValue = {
    func seconds(_ description: String) -> DocumentValue { row(unit: .seconds, description) }
    let known: [String: DocumentValue] = [
      "video": .schema("string", "Path of a video file, relative to the document."),
      "start": seconds("Start time in the file. Default 0."),
      "end": seconds("End time in the file. Default: the file's end."),
      "loop": .schema("boolean", "Whether the clip repeats; otherwise its last frame stays."),
      "rate": .fields([
        ("$ref", .text("#/$defs/number")),
        ("description", .text("Seconds of the file per second of the layer, above 0 and up to 1000. Default 1.")),
      ]),
    ]
    return .fields([
      ("type", .text("object")), ("description", .text("A clip that plays in the layer's time.")),
      ("required", .list([.text("video")])), ("additionalProperties", .flag(false)),
      ("properties", .fields(VideoClipReader.keys.map { ($0, known[$0] ?? .fields([])) })),
    ])
  }()

  private static let sprite: DocumentValue = {
    func number(_ least: Double, _ most: Double) -> DocumentValue {
      .choice([
        .fields([("type", .text("number")), ("minimum", .number(least)), ("maximum", .number(most))]),
        .reference("variable"),
      ])
    }
    let side = number(1, Double(Sprite.maximumSize))
    let known: [String: DocumentValue] = [
      "sprite": .fields([("enum", .list(Sprite.shapes.map { .text($0.name) }))]), "size": side, "width": side,
      "height": side, "color": .reference("color"), "softness": number(0, 1), "blur": number(0, 0.15),
      "seed": number(0, 99), "sheet": number(1, 4),
    ]
    return .fields([
      ("type", .text("object")), ("required", .list([.text("sprite")])), ("additionalProperties", .flag(false)),
      ("properties", .fields(SpriteReader.keys.map { ($0, known[$0] ?? .fields([])) })),
    ])
  }()
}

extension ValueKind {
  /// Whether documents spell it with words or numbers of its own alone.
  fileprivate var hasOwnWords: Bool {
    switch self {
    case .boolean, .integer, .enumeration: true
    default: false
    }
  }
}

extension DocumentValue {
  static func reference(_ name: String) -> DocumentValue { .fields([("$ref", .text("#/$defs/\(name)"))]) }

  static func choice(_ schemas: [DocumentValue]) -> DocumentValue { .fields([("anyOf", .list(schemas))]) }

  static func schema(_ type: String, _ description: String) -> DocumentValue {
    .fields([("type", .text(type)), ("description", .text(description))])
  }
}
