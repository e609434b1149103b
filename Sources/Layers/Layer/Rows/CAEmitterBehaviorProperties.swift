extension EmitterBehaviorKind {
  /// All properties of a behaviour of this kind: the only declaration of its keys. Defaults are those of a new
  /// `EmitterBehaviorState`. Add the properties of a new kind here.
  var rows: [Property<EmitterBehaviorState>] {
    switch self {
    case .wave:
      [
        Property(
          "force", \.force, unit: .pointsPerSecondSquared, range: -1000...1000,
          "Force (x, y, z) at the peak of the wave, for a particle of mass 1."),
        Property("frequency", \.frequency, unit: .perSecond, range: 0...20, "Periods per second."),
      ]
    case .drag: [Property("drag", \.drag, unit: .perSecond, range: 0...10, "Force against velocity, for mass 1.")]
    case .alignToMotion:
      [
        Property("rotation", \.rotation, range: -1...1, "Angle from the velocity to the image's y axis."),
        Property("preservesDepth", \.preservesDepth, animatable: false, "Whether plane particles align in 3D."),
        Property(
          "stretch", \.stretch, unit: .seconds, range: 0...0.2,
          "Stretches the image along its motion, like an exposure of this duration. Starmine only."),
      ]
    case .valueOverLife:
      [
        Property("keyPath", \.keyPath, animatable: false, "Property of the particle whose value is replaced."),
        Property("values", \.values, "Stops of the curve."), Self.locations,
        Property(
          "additive", \.isAdditive, animatable: false, "Whether the curve is added to the particle's value instead."),
      ]
    case .colorOverLife: [Property("colors", \.colors, "Stops of the gradient."), Self.locations]
    case .light: Self.lightRows
    case .attractor:
      [Property("attractorType", \.attractorType, animatable: false, "Shape that attracts the particles.")] + Self.pull
        + Self.place + Self.orientation
        + [
          Property(
            "falloffDistance", \.falloffDistance, unit: .points, range: 0...1000,
            "If above 0, the depth at which the force is half as strong.")
        ]
    case .simpleAttractor: Self.pull + [Self.place[0]]
    case .turbulence:
      [
        Property(
          "strength", \.strength, unit: .pointsPerSecondSquared, range: 0...1000,
          "Strength of the turbulence. Starmine only."),
        Property("size", \.size, unit: .points, range: 1...1000, "Size of the eddies. Starmine only."),
        Property(
          "frequency", \.frequency, unit: .perSecond, range: 0...4, "Rate of change of the eddies. Starmine only."),
        Property("seed", \.seed, range: 0...1000, animatable: false, "Seed of the turbulence. Starmine only."),
      ]
    case .vortex:
      [
        Property(
          "angularVelocity", \.angularVelocity, unit: .radiansPerSecond, range: -12...12,
          "Speed of rotation, positive from x toward y. Starmine only."),
        Property("strength", \.strength, unit: .perSecond, range: 0...20, "How fast particles join it. Starmine only."),
      ] + Self.place + Self.orientation
    case .polarAcceleration:
      [
        Property(
          "radialAcceleration", \.radialAcceleration, unit: .pointsPerSecondSquared, range: -1000...1000,
          "Acceleration away from the position; below 0 toward it. Starmine only."),
        Property(
          "tangentialAcceleration", \.tangentialAcceleration, unit: .pointsPerSecondSquared, range: -1000...1000,
          "Acceleration around the position, from x toward y. Starmine only."),
        Self.place[0],
      ]
    case .floor:
      [
        Self.place[0],
        Property(
          "angle", \.angle, unit: .radians, range: -3.1415926...3.1415926, "Rotation of the floor. Starmine only."),
      ] + Self.hit
    case .ribbon:
      [
        Property(
          "duration", \.duration, unit: .seconds, range: 0...2, "Time span of the ribbon. Starmine only."),
        Property(
          "segments", \.segments, range: 1...64, animatable: false, "Number of segments of the ribbon. Starmine only."),
        Property("taper", \.taper, range: 0...1, "Width at the end, as a fraction of the particle's. Starmine only."),
        Property("fade", \.fade, range: 0...1, "Alpha at the end, as a fraction of the particle's. Starmine only."),
      ]
    case .walls:
      [Property("rect", \.rect, unit: .points, range: 0...4096, "Bounds of the particles. Starmine only.")] + Self.hit
    }
  }

  private static let locations = Property<EmitterBehaviorState>(
    "locations", \.locations, "Positions of the stops, as fractions of the life; nil: even.")

  private static let place: [Property<EmitterBehaviorState>] = [
    Property(
      "position", \.position, unit: .points, range: 0...4096, "Position of the behaviour, in the bounds of the layer."),
    Property("zPosition", \.zPosition, unit: .points, range: -1000...1000, "Depth of that point."),
  ]

  private static let pull: [Property<EmitterBehaviorState>] = [
    Property(
      "stiffness", \.stiffness, range: -100...100, "Stiffness of the spring, for mass 1; below 0 it repels."),
    Property("radius", \.radius, unit: .points, range: 0...1000, "No effect closer than this."),
    Property(
      "falloff", \.falloff, unit: .points, range: -1000...1000,
      "Distance from the radius over which the effect grows; below 0 inward, and it repels."),
  ]

  private static let orientation: [Property<EmitterBehaviorState>] = [
    Property(
      "orientationLatitude", \.orientationLatitude, unit: .radians, range: -3.1415926...3.1415926,
      "Angle of the axis or normal from +z."),
    Property(
      "orientationLongitude", \.orientationLongitude, unit: .radians, range: -3.1415926...3.1415926,
      "Direction in the plane."),
  ]

  private static let hit: [Property<EmitterBehaviorState>] = [
    Property(
      "restitution", \.restitution, range: 0...1, "Fraction of the speed that is kept after a bounce. Starmine only."),
    Property(
      "friction", \.friction, range: 0...1, "Fraction of the speed along the surface that a hit removes. Starmine only."
    ),
  ]

  private static let lightRows: [Property<EmitterBehaviorState>] =
    [Property("color", \.color, "Colour; all lights together multiply particles.")] + place + [
      Property("falloff", \.falloff, range: 0...10, "Attenuation of the light at the falloff distance."),
      Property("falloffDistance", \.falloffDistance, unit: .points, range: 1...2000, "See falloff."),
      Property("spot", \.isSpot, animatable: false, "Whether the light has a cone."),
      Property("appliesAlpha", \.appliesAlpha, animatable: false, "Whether unlit particles are transparent."),
      Property(
        "directionLatitude", \.directionLatitude, unit: .radians, range: -3.1415926...3.1415926,
        "Angle of the spot's direction from +z."),
      Property(
        "directionLongitude", \.directionLongitude, unit: .radians, range: -3.1415926...3.1415926,
        "Direction in the plane."),
      Property("coneAngle", \.coneAngle, unit: .radians, range: 0...3.1415926, "Opening angle of the cone."),
      Property("coneEdgeSoftness", \.coneEdgeSoftness, range: 0...1, "Fraction of the cone with a soft edge."),
    ]

  fileprivate static let common: [Property<EmitterBehaviorState>] = [
    Property("name", \.name, animatable: false, "Name of the behaviour in key paths."),
    Property("enabled", \.isEnabled, animatable: false, "Whether the behaviour is enabled."),
  ]

  fileprivate static let tables = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, PropertyTable(common + $0.rows)) })
  fileprivate static let commonTable = PropertyTable(common)
  /// The properties of all kinds. Equal keys have equal indices.
  fileprivate static let allRows = PropertyTable(common + allCases.flatMap(\.rows))
}

extension EmitterBehaviorState {
  package var table: PropertyTable<EmitterBehaviorState> {
    kind.flatMap { EmitterBehaviorKind.tables[$0] } ?? EmitterBehaviorKind.commonTable
  }
  package var className: String { "behaviour \"\(type)\"" }
}

extension EmitterBehaviorState: OwnedPart {
  package static let none = EmitterBehaviorState(type: "")
  package var object: Any { CAEmitterBehavior(self) }
  package var fresh: EmitterBehaviorState { EmitterBehaviorState(type: type) }
}

extension AttractorType: PropertyValue {}
extension LifeTarget: PropertyValue {}

/// A state with a list of behaviours: that of an emitter layer or a cell.
protocol BehaviorOwner: Sendable {
  var behaviors: [EmitterBehaviorState] { get set }
}

extension EmitterState: BehaviorOwner {}
extension EmitterCellState: BehaviorOwner {}

extension BehaviorOwner {
  /// The first behaviour with a name. If there is none, reading returns one without effect, and writing does nothing.
  subscript(behaviorNamed name: String) -> EmitterBehaviorState {
    get { behaviors.first { $0.name == name } ?? EmitterBehaviorState(type: "") }
    set {
      guard let index = behaviors.firstIndex(where: { $0.name == name }) else { return }
      behaviors[index] = newValue
    }
  }
}

extension Property where Root: BehaviorOwner {
  static var behaviorsKey: String { "emitterBehaviors" }

  static func behaviorList(_ summary: String) -> Property<Root> {
    var info = PropertyInfo(key: behaviorsKey, kind: .behaviors)
    (info.summary, info.isDerived, info.isAnimatable, info.origin) = (summary, true, false, .undeclared)
    return Property(
      info, read: { $0.behaviors.isEmpty ? nil : $0.behaviors.map { CAEmitterBehavior($0) } },
      write: { root, value in
        guard value == nil || value is [CAEmitterBehavior] else { return false }
        root.behaviors = (value as? [CAEmitterBehavior] ?? []).map(\.state)
        return true
      })
  }

  /// The property for a key path to a named behaviour (`emitterBehaviors.wind.force`), for any kind of behaviour.
  static func behaviorInput(_ keyPath: String) -> Property<Root>? {
    let parts = keyPath.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, parts[0] == behaviorsKey, let row = EmitterBehaviorKind.allRows[String(parts[2])] else {
      return nil
    }
    return row.lifted(through: \Root.[behaviorNamed: String(parts[1])]).renamed(keyPath)
  }
}
