/// A property for programs that create controls.
package struct PropertyRecord: Encodable, Sendable {
  package let key: String
  package let group: String
  /// Type of the control.
  package let kind: String
  /// Values of an enumeration, or shapes of sprites for an image.
  package var options: [String]?
  package let unit: String
  /// Useful range. Other values are allowed.
  package var range: [Double]?
  /// The value that a switch sets for the whole effect of this component; nil if it is always active.
  package private(set) var on: String?
  package let isAnimatable: Bool
  /// Whether a cell's value can have a curve over the life of its particles.
  package private(set) var hasLife: Bool?
  package let summary: String
  /// The default as JSON, for `--set` (nil if it cannot be set), and as a readable string.
  package let value: DocumentValue
  package private(set) var `default`: String?
  package let defaultText: String

  init(_ info: PropertyInfo, default value: Any?, group: String? = nil) {
    (key, kind, unit, summary) = (info.key, info.kind.name, info.unit.rawValue, info.summary)
    self.group = group ?? PropertyGroup.title(of: info.key)
    options = info.kind.options
    range = info.range.map { [$0.lowerBound, $0.upperBound] }
    isAnimatable = info.isAnimatable
    self.value = ValueSpelling.model(value, info, ValueText())
    // Strings are literal, even "none", and enumerations have their own values.
    let hasNoWord = value == nil && (info.kind == .string || info.kind.options != nil && !info.kind.isPicture)
    self.default = hasNoWord ? nil : ValueSpelling.argument(value, info.kind).map { $0 == "null" ? "none" : $0 }
    defaultText = ValueText().text(value, info)
  }

  /// A value of an animation without a property declaration. Not set by default.
  init(animation key: String, kind: String, options: [String]? = nil, isRequired: Bool = false, _ summary: String) {
    (self.key, self.kind, self.options, self.summary) = (key, kind, options, summary)
    (group, unit, range, isAnimatable) = (PropertyGroup.animation, "", nil, false)
    (value, defaultText) = (DocumentValue(.null), "none")
    self.default = isRequired ? nil : defaultText
  }

  /// A variable of a document, with its default.
  init(_ variable: PresetVariable) {
    let info = variable.info
    (key, kind, unit, summary) = (info.key, info.kind.name, "", info.summary)
    (group, options, isAnimatable) = (PropertyGroup.variables, info.kind.options, false)
    range = info.range.map { [$0.lowerBound, $0.upperBound] }
    (value, `default`, defaultText) = (DocumentValue(.null), nil, variable.defaultValue ?? "none")
  }

  static let cue: PropertyRecord = {
    let info = PropertyInfo("at", .number, unit: .seconds, range: 0...10, "Seconds from the start.")
    var record = PropertyRecord(info, default: 0.0, group: "Timing")
    record.default = nil
    return record
  }()

  /// The properties of all classes in documents, of all types of filters and behaviours, of text animators, of
  /// animations and of `movie`.
  package static var classes: [String: [PropertyRecord]] {
    var result = AnimationModel.classes
    result[MovieValues.className] = MovieProperty.controls.map { row in
      var record = PropertyRecord(row.info, default: row.read(.empty), group: PropertyGroup.movie)
      record.on = row.switchedOn
      return record
    }
    for container in PropertyClasses.all { result[container.className] = rows(of: container) }
    let cell = CAEmitterCell().className
    result[cell] = result[cell]?.map { row in
      var row = row
      row.hasLife = LifeCurve.targets[row.key].map { _ in true }
      return row
    }
    for filter in CAFilter.types.map({ CAFilter(type: $0) }) {
      result[filter.className] = rows(of: filter, group: PropertyGroup.filter)
    }
    for behavior in CAEmitterBehavior.behaviorTypes().map({ CAEmitterBehavior(type: $0) }) {
      result[behavior.className] = rows(of: behavior, group: PropertyGroup.behavior)
    }
    let animator = CATextAnimator()
    result[animator.className] = rows(of: animator, group: PropertyGroup.animator)
    return result
  }

  private static func rows(of container: any PropertyContainer, group: String? = nil) -> [PropertyRecord] {
    container.keys.compactMap { key in
      guard let info = container.info(forKey: key), !info.isDerived else { return nil }
      return PropertyRecord(info, default: container.defaultProperty(key), group: group)
    }
  }
}

/// Headings of properties by prefix of the key. The first match applies.
package enum PropertyGroup {
  package static var titles: [String] { rows.map(\.title) + [rest] }
  static let variables = "Variables"
  static let movie = "Movie"
  static let filter = "Filter"
  static let behavior = "Behaviour"
  static let animator = "Animator"
  static let animation = "Animation"
  private static let rest = "More"

  private static let rows: [(title: String, beginnings: [String])] = [
    (variables, []), (movie, []), (behavior, []), (filter, []), (animator, []), (animation, []),
    ("Emitter", ["emitter", "renderMode", "preservesDepth", "seed"]),
    ("Birth", ["birthRate", "lifetime", "emission", "enabled"]),
    ("Motion", ["velocity", "xAcceleration", "yAcceleration", "zAcceleration", "spin", "mass"]),
    ("Size", ["scale"]),
    ("Colour", ["color", "red", "green", "blue", "alpha", "opacity", "backgroundColor", "locations"]),
    ("Text", ["string", "font", "foregroundColor", "truncation", "alignment", "wrapped"]),
    ("Path", ["path", "fillColor", "fillRule", "stroke", "line", "miter"]),
    ("Image", ["contents", "minification", "magnification", "flipbook"]),
    ("Orientation", ["particleType", "orientation", "rotation"]),
    ("Geometry", ["bounds", "position", "zPosition", "anchorPoint", "transform", "sublayerT", "geometry", "frame"]),
    ("Border and corners", ["border", "corner", "maskedCorners", "masksToBounds"]),
    ("Shadow", ["shadow"]),
    ("Copies", ["instance"]),
    ("Timing", ["beginTime", "duration", "speed", "timeOffset", "repeat", "autoreverses", "fillMode"]),
  ]

  static func title(of key: String) -> String {
    rows.first { row in row.beginnings.contains { key.hasPrefix($0) } }?.title ?? rest
  }
}

extension ValueKind {
  package var name: String {
    switch self {
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .string: "string"
    case .point: "point"
    case .size: "size"
    case .rect: "rect"
    case .color: "color"
    case .transform: "transform"
    case .image, .contents: "image"
    case .colors: "colors"
    case .numbers: "numbers"
    case .enumeration: "enumeration"
    case .cells: "cells"
    case .layers: "layers"
    case .path: "path"
    case .layer: "layer"
    case .filters: "filters"
    case .behaviors: "behaviors"
    case .animators: "animators"
    }
  }

  fileprivate var options: [String]? {
    switch self {
    case .enumeration(let names): names
    case .image, .contents: Sprite.shapes.map(\.name)
    default: nil
    }
  }

  package var isPicture: Bool { self == .image || self == .contents }
}
