/// Where particles are born.
public struct CAEmitterLayerEmitterShape: CAStringConstant {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let point = Self(rawValue: "point")
  public static let line = Self(rawValue: "line")
  public static let rectangle = Self(rawValue: "rectangle")
  public static let cuboid = Self(rawValue: "cuboid")
  public static let circle = Self(rawValue: "circle")
  public static let sphere = Self(rawValue: "sphere")
  /// Along or in `emitterPath`. Private on Apple's system, as the next.
  public static let path = Self(rawValue: "path")
  /// In `emitterRects`.
  public static let rectangles = Self(rawValue: "rectangles")
  /// Where `emitterImage` is not transparent. Ours, as the next.
  public static let image = Self(rawValue: "image")
  /// In the letters of `emitterText`.
  public static let text = Self(rawValue: "text")
}

/// Which part of the shape emits.
public struct CAEmitterLayerEmitterMode: CAStringConstant {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let points = Self(rawValue: "points")
  public static let outline = Self(rawValue: "outline")
  public static let surface = Self(rawValue: "surface")
  public static let volume = Self(rawValue: "volume")
  /// Births walk along the outline, evenly, once a second (assumed). Private on Apple's system.
  public static let sequential = Self(rawValue: "sequential")
}

/// Drawing order and blending of particles.
public struct CAEmitterLayerRenderMode: CAStringConstant {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let unordered = Self(rawValue: "unordered")
  public static let oldestFirst = Self(rawValue: "oldestFirst")
  public static let oldestLast = Self(rawValue: "oldestLast")
  public static let backToFront = Self(rawValue: "backToFront")
  public static let additive = Self(rawValue: "additive")
  /// Private on Apple's system, as the next two.
  public static let screen = Self(rawValue: "screen")
  public static let maximum = Self(rawValue: "maximum")
  public static let cheapColorDodge = Self(rawValue: "cheapColorDodge")
  /// Ours: particles darken what lies below.
  public static let multiply = Self(rawValue: "multiply")
}
