/// What a property holds: decides how documents, the command line and key-value coding spell its values.
public enum ValueKind: Sendable, Equatable {
  case number, integer, boolean, string
  case point, size, rect, color, transform
  case image
  /// One of the listed spellings.
  case enumeration([String])
  /// An array of emitter cells.
  case cells
  /// An array of layers.
  case layers
}

/// Unit of a number, for help texts, schemas and values with units on the command line.
public enum Unit: String, Sendable {
  case none = ""
  case points, seconds, radians, pixels, degrees
  case perSecond = "1/s"
  case pointsPerSecond = "points/s"
  case pointsPerSecondSquared = "points/s^2"
  case radiansPerSecond = "rad/s"
  case framesPerSecond = "frames/s"
}

/// What happens by itself when a property of a visible layer changes (reference section 1.1, column Implicit).
public enum ImplicitAction: Sendable {
  case none, basic, transition
}

/// One row of a property table: the only declaration of a property besides its stored field and its accessor.
///
/// From the row come key-value coding with component keys (`position.x`), defaults, animation, presets, `--set`,
/// parameter lists and schemas.
public struct Property<Root: Sendable>: Sendable {
  /// Key-value coding key, for example `hidden`.
  public let key: String
  public let kind: ValueKind
  public let unit: Unit
  /// Sensible range for tuning; values outside are allowed unless they make no sense.
  public let range: ClosedRange<Double>?
  public let isAnimatable: Bool
  public let action: ImplicitAction
  /// One line: what the property means.
  public let summary: String
  /// The value as key-value coding returns it: `NSNumber` for numbers and booleans, otherwise the Swift type.
  public let read: @Sendable (Root) -> Any?
  /// False if the value is of the wrong kind; nothing is written then.
  public let write: @Sendable (inout Root, Any?) -> Bool
}
