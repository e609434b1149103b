extension Property where Root == EmitterCellState {
  /// Properties of `CAEmitterCell` (behavior.md 5.2 and 5.13).
  static let emitterCell: [Property<EmitterCellState>] =
    identity + birth + motion + appearance + color + contents
    + undocumented.map { $0.from(.undeclared) }
    + Property<Timing>.timing.map { $0.lifted(through: \.timing) }

  private static let identity: [Property<EmitterCellState>] = [
    Property("name", \.name, animatable: false, "Name of the cell in key paths."),
    Property("enabled", \.isEnabled, animatable: false, "Whether the cell emits."),
  ]

  private static let birth: [Property<EmitterCellState>] = [
    Property(
      "birthRate", \.birthRate, unit: .perSecond, range: 0...1000,
      "Particles per second, per parent particle for sub-cells."),
    Property(
      "birthMultiplier", \.birthMultiplier, range: 0...4,
      origin: .engine, "Multiplies births. Unlike birthRate, a change adds or removes particles and keeps the others."),
    Property(
      "birthsPerPoint", \.birthsPerPoint, range: 0...2,
      origin: .engine,
      "Additional births per point of motion of the emitter's position by an animation."),
    Property(
      "emissionMoment", \.emissionMoment, animatable: false,
      origin: .engine,
      "When a sub-cell emits: while its parent lives, when it dies, or when it hits a floor or a wall."),
    Property(
      "birthRateOverLife", \.birthRateOverLife,
      origin: .engine, "Factors of a sub-cell's birthRate over its parent's life, evenly spaced."),
    Property("lifetime", \.lifetime, unit: .seconds, range: 0...20, "Lifetime of a particle."),
    Property("lifetimeRange", \.lifetimeRange, unit: .seconds, range: 0...20, "Width of the spread of lifetimes."),
    Property(
      "emissionLatitude", \.emissionLatitude, unit: .radians, range: -1.5707963...1.5707963,
      "Tilt of the direction out of the plane."),
    Property(
      "emissionLongitude", \.emissionLongitude, unit: .radians, range: -3.1415926...3.1415926,
      "Direction in the plane, from x toward y."),
    Property(
      "emissionRange", \.emissionRange, unit: .radians, range: 0...6.2831853,
      "Opening angle of the cone around the direction."),
    Property(
      "emissionIsFlat", \.emissionIsFlat, animatable: false,
      origin: .engine,
      "Distributes directions in the plane, as a fan instead of a cone; the full range is a ring."),
  ]

  private static let motion: [Property<EmitterCellState>] = [
    Property("velocity", \.velocity, unit: .pointsPerSecond, range: -1000...1000, "Initial speed."),
    Property(
      "velocityRange", \.velocityRange, unit: .pointsPerSecond, range: 0...1000, "Width of the spread of speeds."),
    Property(
      "xAcceleration", \.xAcceleration, unit: .pointsPerSecondSquared, range: -1000...1000, "Acceleration to the right."
    ),
    Property(
      "yAcceleration", \.yAcceleration, unit: .pointsPerSecondSquared, range: -1000...1000, "Acceleration downward."),
    Property(
      "zAcceleration", \.zAcceleration, unit: .pointsPerSecondSquared, range: -1000...1000,
      "Acceleration toward the viewer."),
  ]

  private static let appearance: [Property<EmitterCellState>] = [
    Property("scale", \.scale, range: 0...4, "Scale of the image at birth."),
    Property("scaleRange", \.scaleRange, range: 0...4, "Width of the spread of scales."),
    Property("scaleSpeed", \.scaleSpeed, unit: .perSecond, range: -2...2, "Change of scale per second."),
    Property(
      "spin", \.spin, unit: .radiansPerSecond, range: -12.5663706...12.5663706, "Rotation speed, from x toward y."),
    Property("spinRange", \.spinRange, unit: .radiansPerSecond, range: 0...12.5663706, "Width of the spread of spins."),
  ]

  private static let color: [Property<EmitterCellState>] = [
    Property("color", \.color, "Multiplies the image."),
    Property("redRange", \.redRange, range: 0...1, "Width of the spread of red at birth."),
    Property("greenRange", \.greenRange, range: 0...1, "Width of the spread of green at birth."),
    Property("blueRange", \.blueRange, range: 0...1, "Width of the spread of blue at birth."),
    Property("alphaRange", \.alphaRange, range: 0...1, "Width of the spread of alpha at birth."),
    Property("redSpeed", \.redSpeed, unit: .perSecond, range: -2...2, "Change of red per second."),
    Property("greenSpeed", \.greenSpeed, unit: .perSecond, range: -2...2, "Change of green per second."),
    Property("blueSpeed", \.blueSpeed, unit: .perSecond, range: -2...2, "Change of blue per second."),
    Property("alphaSpeed", \.alphaSpeed, unit: .perSecond, range: -2...2, "Change of alpha per second."),
  ]

  private static let contents: [Property<EmitterCellState>] = [
    Property(
      "contents", \.contents,
      "Image or video of a particle. Without it the particle is invisible but still emits sub-cells."),
    Property("contentsRect", \.contentsRect, range: 0...1, "Part of the image, in units of its size."),
    Property("contentsScale", \.contentsScale, range: 0.5...4, "Image pixels per point."),
    Property(
      "minificationFilter", \.minificationFilter, animatable: false, "Filter for reducing the image."),
    Property(
      "magnificationFilter", \.magnificationFilter, animatable: false, "Filter for enlarging the image."),
    Property(
      "minificationFilterBias", \.minificationFilterBias, range: -4...4,
      "Offset of the mipmap level when reducing."),
  ]

  /// Private on Apple's system, but used by documents.
  private static let undocumented: [Property<EmitterCellState>] = [
    Property("particleType", \.particleType, animatable: false, "Whether particles face the viewer or rotate in 3D."),
    Property(
      "orientationLatitude", \.orientationLatitude, unit: .radians, range: -3.1415926...3.1415926,
      "Tilt of a plane particle out of the plane."),
    Property(
      "orientationLongitude", \.orientationLongitude, unit: .radians, range: -3.1415926...3.1415926,
      "Direction in which a plane particle tilts."),
    Property(
      "orientationRange", \.orientationRange, unit: .radians, range: 0...6.2831853,
      "Width of the spread of orientations."),
    Property(
      "shine", \.shine, range: 0...1,
      origin: .engine,
      "Strength of lighting of a plane particle by its rotation: a dark back and a specular glint."),
    Property("rotation", \.rotation, unit: .radians, range: -3.1415926...3.1415926, "Rotation at birth."),
    Property(
      "rotationRange", \.rotationRange, unit: .radians, range: 0...6.2831853,
      "Width of the spread of rotations at birth."),
    Property(
      "contentsFrameCount", \.contentsFrameCount, range: 1...64, animatable: false, "Frames in the image (flipbook)."),
    Property(
      "contentsFramesPerRow", \.contentsFramesPerRow, range: 0...64, animatable: false,
      "Frames per row of the flipbook; 0: all in one row."),
    Property(
      "contentsFramesPerSecond", \.contentsFramesPerSecond, unit: .framesPerSecond, range: 0...60,
      "Speed of the flipbook."),
    Property("contentsFrameMode", \.contentsFrameMode, animatable: false, "How the frame of the flipbook is chosen."),
    Property("mass", \.mass, range: 0...10, "Divides the forces of behaviours."),
    Property("massRange", \.massRange, range: 0...10, "Width of the spread of masses."),
    behaviorList("Behaviours of the cell's particles."),
  ]
}
