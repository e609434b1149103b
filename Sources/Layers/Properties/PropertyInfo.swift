/// Kind of a property's value: decides how documents, the command line and key-value coding spell it.
package enum ValueKind: Sendable, Equatable {
  case number, integer, boolean, string
  case point, size, rect, color, transform
  case image
  /// An image or a video clip.
  case contents
  /// Arrays of colours and of numbers.
  case colors, numbers
  /// One of the listed spellings.
  case enumeration([String])
  /// An array of emitter cells.
  case cells
  /// An array of layers.
  case layers
  /// A path in points.
  case path
  /// One layer.
  case layer
  /// An array of filters.
  case filters
  /// An array of emitter behaviours.
  case behaviors
  /// An array of animators of a text.
  case animators

  /// Whether values are lists of something with properties of its own.
  package var hasElements: Bool { [.cells, .layers, .filters, .behaviors, .animators].contains(self) }

  /// Whether values are neither numbers nor lists of them.
  package var isStructure: Bool {
    switch self {
    case .point, .size, .rect, .color, .transform: true
    default: false
    }
  }
}

extension ValueKind: CustomStringConvertible {
  /// For messages: "a number", "one of point, line".
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

/// Unit of a number, for help texts, schemas and values with units on the command line.
package enum PropertyUnit: String, Sendable {
  case none = ""
  case points, seconds, radians, pixels, degrees, nits
  case perSecond = "1/s"
  case pointsPerSecond = "points/s"
  case pointsPerSecondSquared = "points/s^2"
  case radiansPerSecond = "rad/s"
  case framesPerSecond = "frames/s"
}

/// Who declares a property: decides how code for Apple's systems sets it, and whether the summary marks it.
package enum PropertyOrigin: Sendable {
  /// Apple's headers.
  case declared
  /// Apple's system has it for key-value coding only, and so has this one.
  case undeclared
  /// Only this engine has it.
  case engine
  /// A hint that documents carry: exports leave it out.
  case hint
}

/// Action that starts by itself when a property of a visible layer changes (behavior.md 1.1, column Implicit).
package enum ImplicitAction: Sendable {
  case none, basic, transition
}

/// Description of a property: everything besides its accessors.
package struct PropertyInfo: Sendable, Equatable {
  /// Key-value coding key, for example `hidden` or `position.x`.
  package internal(set) var key: String
  package let kind: ValueKind
  package internal(set) var unit = PropertyUnit.none
  /// Sensible range for tuning, of every number in the value; values outside are allowed.
  package internal(set) var range: ClosedRange<Double>?
  package internal(set) var isAnimatable = true
  package internal(set) var action = ImplicitAction.none
  package internal(set) var origin = PropertyOrigin.declared
  /// One line: what the property means.
  package internal(set) var summary = ""
  /// Whether `defaultValue(forKey:)` answers 0 or `false` instead of nil for such a default.
  var listsZeroDefault = false
  /// A view of other properties or a link to other objects (`frame`, `sublayers`): nothing to tune by itself.
  package internal(set) var isDerived = false

  init(key: String, kind: ValueKind) {
    (self.key, self.kind) = (key, kind)
  }

  /// A value of something that is not an object of a tree.
  package init(
    _ key: String, _ kind: ValueKind, unit: PropertyUnit = .none, range: ClosedRange<Double>? = nil, _ summary: String
  ) {
    (self.key, self.kind, self.unit, self.range, self.summary) = (key, kind, unit, range, summary)
    isAnimatable = false
  }

  /// One value of a list property, or a value that no row describes.
  package init(element kind: ValueKind, of list: PropertyInfo?) {
    (key, self.kind, unit) = (list?.key ?? "", kind, list?.unit ?? .none)
  }
}
