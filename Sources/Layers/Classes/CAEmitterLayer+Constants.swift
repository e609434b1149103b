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
}

/// Which part of the shape emits.
public struct CAEmitterLayerEmitterMode: CAStringConstant {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let points = Self(rawValue: "points")
  public static let outline = Self(rawValue: "outline")
  public static let surface = Self(rawValue: "surface")
  public static let volume = Self(rawValue: "volume")
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
}
