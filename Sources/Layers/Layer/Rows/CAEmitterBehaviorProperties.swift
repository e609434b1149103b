extension EmitterBehaviorKind {
  /// Everything that a behaviour of this kind takes: the only declaration of its keys. Defaults are those of a fresh
  /// `EmitterBehaviorState`. A new kind adds its rows here.
  var rows: [Property<EmitterBehaviorState>] {
    switch self {
    case .wave:
      [
        Property(
          "force", \.force, unit: .pointsPerSecondSquared, range: -1000...1000,
          "x, y, z of the force at the wave's height, on a particle of mass 1."),
        Property("frequency", \.frequency, unit: .perSecond, range: 0...20, "Periods per second."),
      ]
    case .drag: [Property("drag", \.drag, unit: .perSecond, range: 0...10, "Force against the velocity, per mass 1.")]
    case .alignToMotion:
      [
        Property("rotation", \.rotation, range: -1...1, "Turns from the velocity to the image's y axis."),
        Property("preservesDepth", \.preservesDepth, animatable: false, "Plane particles align in space."),
        Property(
          "stretch", \.stretch, unit: .seconds, range: 0...0.2,
          "Lengthens the image along the movement, as an exposure of this time does. Ours."),
      ]
    case .valueOverLife:
      [
        Property("keyPath", \.keyPath, animatable: false, "Value of the particle that the curve replaces."),
        Property("values", \.values, "Stops of the curve."), Self.locations,
        Property("additive", \.isAdditive, animatable: false, "The curve is added to the particle's own value."),
      ]
    case .colorOverLife: [Property("colors", \.colors, "Stops of the gradient."), Self.locations]
    case .light: Self.lightRows
    case .attractor:
      [Property("attractorType", \.attractorType, animatable: false, "What particles are pulled to.")] + Self.pull
        + Self.place + Self.orientation
        + [
          Property(
            "falloffDistance", \.falloffDistance, unit: .points, range: 0...1000,
            "Where above 0, the depth at which the pull is half as strong.")
        ]
    case .simpleAttractor: Self.pull + [Self.place[0]]
    case .turbulence:
      [
        Property(
          "strength", \.strength, unit: .pointsPerSecondSquared, range: 0...1000, "Force of the eddies. Ours."),
        Property("size", \.size, unit: .points, range: 1...1000, "From one eddy to the next. Ours."),
        Property("frequency", \.frequency, unit: .perSecond, range: 0...4, "How often eddies come and go. Ours."),
        Property("seed", \.seed, range: 0...1000, animatable: false, "Of the eddies' places. Ours."),
      ]
    case .vortex:
      [
        Property(
          "angularVelocity", \.angularVelocity, unit: .radiansPerSecond, range: -12...12,
          "How fast particles are taken round, from x toward y. Ours."),
        Property("strength", \.strength, unit: .perSecond, range: 0...20, "How soon particles go along. Ours."),
      ] + Self.place + Self.orientation
    case .polarAcceleration:
      [
        Property(
          "radialAcceleration", \.radialAcceleration, unit: .pointsPerSecondSquared, range: -1000...1000,
          "Away from the position in the plane; below 0 toward it. Ours."),
        Property(
          "tangentialAcceleration", \.tangentialAcceleration, unit: .pointsPerSecondSquared, range: -1000...1000,
          "Round the position, from x toward y. Ours."),
        Self.place[0],
      ]
    case .floor:
      [
        Self.place[0],
        Property("angle", \.angle, unit: .radians, range: -3.1415926...3.1415926, "Turn of the floor. Ours."),
      ] + Self.hit
    case .ribbon:
      [
        Property(
          "duration", \.duration, unit: .seconds, range: 0...2, "How far back the strip reaches. Ours."),
        Property("segments", \.segments, range: 1...64, animatable: false, "Pieces of the strip. Ours."),
        Property("taper", \.taper, range: 0...1, "Width of its end, as a share of the particle's. Ours."),
        Property("fade", \.fade, range: 0...1, "Alpha of its end, as a share of the particle's. Ours."),
      ]
    case .walls:
      [Property("rect", \.rect, unit: .points, range: 0...4096, "What particles stay inside of. Ours.")] + Self.hit
    }
  }

  private static let locations = Property<EmitterBehaviorState>(
    "locations", \.locations, "Shares of the life at which the stops lie; evenly spread without.")

  private static let place: [Property<EmitterBehaviorState>] = [
    Property("position", \.position, unit: .points, range: 0...4096, "A point of it, in the layer's bounds."),
    Property("zPosition", \.zPosition, unit: .points, range: -1000...1000, "Depth of that point."),
  ]

  private static let pull: [Property<EmitterBehaviorState>] = [
    Property(
      "stiffness", \.stiffness, range: -100...100, "Of the spring that pulls, per mass 1; below 0 it pushes."),
    Property("radius", \.radius, unit: .points, range: 0...1000, "No effect closer than this."),
    Property(
      "falloff", \.falloff, unit: .points, range: -1000...1000,
      "Width in which the effect grows from the radius on; below 0 inward, and then it pushes."),
  ]

  private static let orientation: [Property<EmitterBehaviorState>] = [
    Property(
      "orientationLatitude", \.orientationLatitude, unit: .radians, range: -3.1415926...3.1415926,
      "Angle of the axis or normal from +z."),
    Property(
      "orientationLongitude", \.orientationLongitude, unit: .radians, range: -3.1415926...3.1415926,
      "Its direction in the plane."),
  ]

  private static let hit: [Property<EmitterBehaviorState>] = [
    Property("restitution", \.restitution, range: 0...1, "Share of the speed with which a hit bounces. Ours."),
    Property("friction", \.friction, range: 0...1, "Share of the speed along the surface that a hit takes. Ours."),
  ]

  private static let lightRows: [Property<EmitterBehaviorState>] =
    [Property("color", \.color, "Particles are multiplied by the sum of all lights.")] + place + [
      Property("falloff", \.falloff, range: 0...10, "How much weaker the light is at the falloff distance."),
      Property("falloffDistance", \.falloffDistance, unit: .points, range: 1...2000, "See falloff."),
      Property("spot", \.isSpot, animatable: false, "Shines in a cone only."),
      Property("appliesAlpha", \.appliesAlpha, animatable: false, "What is not lit is transparent."),
      Property(
        "directionLatitude", \.directionLatitude, unit: .radians, range: -3.1415926...3.1415926,
        "Angle of a spot's direction from +z."),
      Property(
        "directionLongitude", \.directionLongitude, unit: .radians, range: -3.1415926...3.1415926,
        "Its direction in the plane."),
      Property("coneAngle", \.coneAngle, unit: .radians, range: 0...3.1415926, "Opening angle of the cone."),
      Property("coneEdgeSoftness", \.coneEdgeSoftness, range: 0...1, "Share of the cone that fades."),
    ]

  fileprivate static let common: [Property<EmitterBehaviorState>] = [
    Property("name", \.name, animatable: false, "Name by which key paths find the behaviour."),
    Property("enabled", \.isEnabled, animatable: false, "Whether the behaviour acts."),
  ]

  fileprivate static let tables = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, PropertyTable(common + $0.rows)) })
  fileprivate static let commonTable = PropertyTable(common)
  /// Rows of all kinds: equal keys have equal places.
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

/// A value with a list of behaviours: an emitter layer's and a cell's.
protocol BehaviorOwner: Sendable {
  var behaviors: [EmitterBehaviorState] { get set }
}

extension EmitterState: BehaviorOwner {}
extension EmitterCellState: BehaviorOwner {}

extension BehaviorOwner {
  /// The first behaviour of a name. Without one it reads as one that does nothing, and writing does nothing.
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

  /// The list of behaviours.
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

  /// The row of a value of a named behaviour (`emitterBehaviors.wind.force`), whatever behaviour that is.
  static func behaviorInput(_ keyPath: String) -> Property<Root>? {
    let parts = keyPath.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, parts[0] == behaviorsKey, let row = EmitterBehaviorKind.allRows[String(parts[2])] else {
      return nil
    }
    return row.lifted(through: \Root.[behaviorNamed: String(parts[1])]).renamed(keyPath)
  }
}
