/// Type of a property's value. It decides how documents, the command line and key-value coding write the value.
package enum ValueKind: Sendable, Equatable {
  case number, integer, boolean, string
  case point, size, rect, color, transform
  case image
  case contents
  case colors, numbers
  /// One of the listed strings.
  case enumeration([String])
  case cells
  case layers
  case path
  case layer
  case filters
  case behaviors
  case animators

  /// Whether values are lists of objects with properties.
  package var hasElements: Bool { [.cells, .layers, .filters, .behaviors, .animators].contains(self) }

  package var isStructure: Bool {
    switch self {
    case .point, .size, .rect, .color, .transform: true
    default: false
    }
  }
}

extension ValueKind: CustomStringConvertible {
  package var description: String {
    switch self {
    case .number: "a number"
    case .integer: "a whole number"
    case .boolean: "true or false"
    case .string: "a text"
    case .point: "a point (x, y)"
    case .size: "a size (width, height)"
    case .rect: "a rectangle (x, y, width, height)"
    case .color: "a colour"
    case .transform: "a transform (16 numbers)"
    case .image: "an image"
    case .contents: "an image or a video clip"
    case .colors: "a list of colours"
    case .numbers: "a list of numbers"
    case .enumeration(let names): "one of \(names.filter { !$0.isEmpty }.joined(separator: ", "))"
    case .cells: "a list of emitter cells"
    case .layers: "a list of layers"
    case .path: "a path"
    case .layer: "a layer"
    case .filters: "a list of filters"
    case .behaviors: "a list of emitter behaviours"
    case .animators: "a list of text animators"
    }
  }
}

/// Unit of a number for help texts, schemas and values with units on the command line.
package enum PropertyUnit: String, Sendable {
  case none = ""
  case points, seconds, radians, pixels, degrees, nits
  case perSecond = "1/s"
  case pointsPerSecond = "points/s"
  case pointsPerSecondSquared = "points/s^2"
  case radiansPerSecond = "rad/s"
  case framesPerSecond = "frames/s"
}

/// Who declares a property. Exported code for Apple's systems and the summary depend on it.
package enum PropertyOrigin: Sendable {
  case declared
  /// Available on Apple's system only through key-value coding, and here too.
  case undeclared
  /// A Starmine extension.
  case engine
  /// A hint in documents that exports leave out.
  case hint
}

/// Implicit action when a property of a visible layer changes (behavior.md 1.1, column Implicit).
package enum ImplicitAction: Sendable {
  case none, basic, transition
}

package struct PropertyInfo: Sendable, Equatable {
  /// Key for key-value coding, for example `hidden` or `position.x`.
  package internal(set) var key: String
  package let kind: ValueKind
  package internal(set) var unit = PropertyUnit.none
  /// Useful range for tuning of every number in the value. Values outside are allowed.
  package internal(set) var range: ClosedRange<Double>?
  package internal(set) var isAnimatable = true
  package internal(set) var action = ImplicitAction.none
  package internal(set) var origin = PropertyOrigin.declared
  package internal(set) var summary = ""
  /// Whether `defaultValue(forKey:)` returns 0 or `false` instead of nil for such a default.
  var listsZeroDefault = false
  /// Computed from other properties or a link to other objects (`frame`, `sublayers`), so not useful for tuning.
  package internal(set) var isDerived = false

  init(key: String, kind: ValueKind) { (self.key, self.kind) = (key, kind) }

  package init(
    _ key: String, _ kind: ValueKind, unit: PropertyUnit = .none, range: ClosedRange<Double>? = nil, _ summary: String
  ) {
    (self.key, self.kind, self.unit, self.range, self.summary) = (key, kind, unit, range, summary)
    isAnimatable = false
  }

  /// Describes an element of a list property, or a value without a declaration.
  package init(element kind: ValueKind, of list: PropertyInfo?) {
    (key, self.kind, unit) = (list?.key ?? "", kind, list?.unit ?? .none)
  }
}
