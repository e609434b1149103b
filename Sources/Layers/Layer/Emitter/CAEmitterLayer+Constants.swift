/// Shape in which particles are born.
public struct CAEmitterLayerEmitterShape: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// At `emitterPosition`. The default.
  public static let point = Self(rawValue: "point")
  /// On a horizontal line as long as `emitterSize.width`.
  public static let line = Self(rawValue: "line")
  /// On or in a rectangle of `emitterSize`.
  public static let rectangle = Self(rawValue: "rectangle")
  /// On or in a box of `emitterSize` and `emitterDepth`.
  public static let cuboid = Self(rawValue: "cuboid")
  /// On or in a circle with the radius `emitterSize.width`.
  public static let circle = Self(rawValue: "circle")
  /// On or in a sphere with the radius `emitterSize.width`.
  public static let sphere = Self(rawValue: "sphere")
  /// Along or in `emitterPath`. Private on Apple's system.
  public static let path = Self(rawValue: "path")
  /// In `emitterRects`. Private on Apple's system.
  public static let rectangles = Self(rawValue: "rectangles")
  /// Where `emitterImage` is not transparent. A Starmine extension.
  public static let image = Self(rawValue: "image")
  /// In the letters of `emitterText`. A Starmine extension.
  public static let text = Self(rawValue: "text")
}

/// Part of the shape that emits.
public struct CAEmitterLayerEmitterMode: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// At the corners or the centre of the shape.
  public static let points = Self(rawValue: "points")
  /// On the outline of the shape.
  public static let outline = Self(rawValue: "outline")
  /// On the surface of the shape.
  public static let surface = Self(rawValue: "surface")
  /// Inside the shape. The default.
  public static let volume = Self(rawValue: "volume")
  /// The birth position moves along the outline at constant speed, once per second (assumed). Private on Apple's
  /// system.
  public static let sequential = Self(rawValue: "sequential")
}

/// Drawing order and blending of particles.
public struct CAEmitterLayerRenderMode: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In no defined order. The default.
  public static let unordered = Self(rawValue: "unordered")
  /// Oldest particles first; the youngest is in front.
  public static let oldestFirst = Self(rawValue: "oldestFirst")
  /// Oldest particles last; the oldest is in front.
  public static let oldestLast = Self(rawValue: "oldestLast")
  /// By depth, the farthest first.
  public static let backToFront = Self(rawValue: "backToFront")
  /// Adds the colours, so that overlapping particles glow.
  public static let additive = Self(rawValue: "additive")
  /// Screen blending. Private on Apple's system.
  public static let screen = Self(rawValue: "screen")
  /// The maximum of each component. Private on Apple's system (behavior.md 10.4).
  public static let maximum = Self(rawValue: "maximum")
  /// Brightens the background by division. Private on Apple's system (behavior.md 10.4).
  public static let cheapColorDodge = Self(rawValue: "cheapColorDodge")
  /// Darkens the background. A Starmine extension.
  public static let multiply = Self(rawValue: "multiply")
}
