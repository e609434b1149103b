/// Where particles are born (`CAEmitterLayerEmitterShape`).
package enum EmitterShape: String, Sendable, CaseIterable {
  case point, line, rectangle, cuboid, circle, sphere
  // Private on Apple's system.
  case path, rectangles
  // Starmine extensions.
  case image, text
}

package enum EmitterMode: String, Sendable, CaseIterable {
  case points, outline, surface, volume
  /// Private on Apple's system: births move along the outline.
  case sequential
}

package enum EmitterRenderMode: String, Sendable, CaseIterable {
  case unordered, oldestFirst, oldestLast, backToFront, additive
  // Private on Apple's system.
  case screen, maximum, cheapColorDodge
  // A Starmine extension.
  case multiply
}

/// The values that `CAEmitterLayer` adds (behavior.md 5.1).
package struct EmitterState: RareGroup {
  package var birthRate: Float = 1
  package var lifetime: Float = 1
  package var emitterPosition = CGPoint.zero
  package var emitterZPosition: CGFloat = 0
  package var emitterSize = CGSize.zero
  package var emitterDepth: CGFloat = 0
  package var emitterShape = EmitterShape.point
  package var emitterMode = EmitterMode.volume
  package var renderMode = EmitterRenderMode.unordered
  package var preservesDepth = false
  package var velocity: Float = 1
  package var scale: Float = 1
  package var spin: Float = 1
  /// Added to every top-level cell's spin, rad/s. Private on Apple's system, but used by documents.
  package var spinBias: Float = 0
  package var seed: UInt32 = 0
  /// Behaviours of the particles of all cells (behavior.md 10).
  package var behaviors: [EmitterBehaviorState] = []
  /// Sources of the shapes path, rectangles, image and text, or nil.
  private(set) var source: EmitterSource?
  /// Text, font and font size in points per em of the shape text. A Starmine extension.
  package var emitterText = ""
  package var emitterFont = "Helvetica"
  package var emitterFontSize: CGFloat = 72
  package var emitterFit = Spelling(TextFit.none)
  /// Whether particles have the colour of the image at their birth place. A Starmine extension.
  package var takesImageColors = false
  /// Frame number of the video as the image, set from the time of each birth.
  var clipFrame = 0

  /// Outline or area of the shape path in the layer's bounds. Private on Apple's system.
  package var emitterPath: CGPath.Geometry? {
    get { source?.path }
    set { change { $0.path = newValue } }
  }
  /// Rectangles of the shape rectangles in the layer's bounds. Private on Apple's system.
  package var emitterRects: [CGRect] {
    get { source?.rects ?? [] }
    set { change { $0.rects = newValue } }
  }
  /// Image of the shape image. A Starmine extension.
  package var emitterImage: LayerContents? {
    get { source?.image }
    set { change { $0.image = newValue } }
  }
  /// Outlines of the text, centred. Created when the layer is committed.
  package var textOutline: CGPath.Geometry? {
    get { source?.text }
    set { change { $0.text = newValue } }
  }

  /// The birth video; nil for an image, and if the shape does not use it.
  var birthClip: VideoClip? {
    guard emitterShape == .image, case .video(let clip)? = emitterImage else { return nil }
    return clip
  }

  private mutating func change(_ edit: (inout EmitterSource.Values) -> Void) {
    var values = source?.values ?? EmitterSource.Values()
    edit(&values)
    if values != source?.values { source = values == EmitterSource.Values() ? nil : EmitterSource(values) }
  }

  package init() {}
  package static let defaults = EmitterState()
}

/// Orientation of a particle in space. Private on Apple's system, but used by documents.
package enum ParticleType: String, Sendable, CaseIterable {
  case sprite
  /// A plane in 3D, rotated by `orientationLongitude` and `orientationLatitude`.
  case plane
  /// A sprite that never rotates.
  case point
}

/// The visible frame of a flipbook. Private on Apple's system. Names that no document contains are Starmine's.
package enum ContentsFrameMode: String, Sendable, CaseIterable {
  /// Frame 0, or like `loop` if frames per second are set.
  case automatic = ""
  /// A random frame per particle.
  case random
  /// Plays repeatedly by the age of the particle.
  case loop
  /// Plays once and stays at the last frame.
  case once
  /// Plays once in the life of each particle. A Starmine extension.
  case overLife
}

/// When a nested cell emits. A Starmine extension.
package enum EmissionMoment: String, Sendable, CaseIterable {
  case life
  /// When the parent dies, for the duration of the cell.
  case death
  /// When the parent hits a floor or a wall, for the duration of the cell.
  case impact
}

package enum SamplingFilter: String, Sendable, CaseIterable { case nearest, linear, trilinear }

/// The values of a `CAEmitterCell` (behavior.md 5.2). Points, seconds, radians.
package struct EmitterCellState: Sendable, Equatable {
  package var timing = Timing()
  package var name: String?
  package var isEnabled = true

  package var birthRate: Float = 0
  /// Factor for the number of births. A change keeps the particles of both factors.
  package var birthMultiplier: Float = 1
  package var emissionMoment = EmissionMoment.life
  /// Factors of a sub-cell's rate over its parent's life, evenly spaced. A Starmine extension.
  package var birthRateOverLife: [Double] = []
  /// Births of top-level cells per point of movement of the emitter's position. A Starmine extension.
  package var birthsPerPoint: Float = 0
  package var lifetime: Float = 0
  package var lifetimeRange: Float = 0
  package var emissionLatitude: CGFloat = 0
  package var emissionLongitude: CGFloat = 0
  package var emissionRange: CGFloat = 0
  /// Whether directions form a fan instead of a cone. A Starmine extension.
  package var emissionIsFlat = false
  package var velocity: CGFloat = 0
  package var velocityRange: CGFloat = 0
  package var xAcceleration: CGFloat = 0
  package var yAcceleration: CGFloat = 0
  package var zAcceleration: CGFloat = 0
  package var scale: CGFloat = 1
  package var scaleRange: CGFloat = 0
  package var scaleSpeed: CGFloat = 0
  package var spin: CGFloat = 0
  package var spinRange: CGFloat = 0
  package var color: CGColor? = CGColor.white
  package var redRange: Float = 0
  package var greenRange: Float = 0
  package var blueRange: Float = 0
  package var alphaRange: Float = 0
  package var redSpeed: Float = 0
  package var greenSpeed: Float = 0
  package var blueSpeed: Float = 0
  package var alphaSpeed: Float = 0

  package var contents: LayerContents?
  package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsScale: CGFloat = 1
  package var minificationFilter = SamplingFilter.linear
  package var magnificationFilter = SamplingFilter.linear
  package var minificationFilterBias: Float = 0

  // Private on Apple's system, but used by documents (behavior.md 5.13).
  package var particleType = ParticleType.sprite
  package var orientationLatitude: CGFloat = 0
  package var orientationLongitude: CGFloat = 0
  package var orientationRange: CGFloat = 0
  /// Strength of the lighting of a rotated plane, 0...1. A Starmine extension.
  package var shine: CGFloat = 0
  package var rotation: CGFloat = 0
  package var rotationRange: CGFloat = 0
  package var contentsFrameCount = 1
  package var contentsFramesPerRow = 0
  package var contentsFramesPerSecond: CGFloat = 0
  package var contentsFrameMode = ContentsFrameMode.automatic
  package var mass: CGFloat = 1
  package var massRange: CGFloat = 0
  package var behaviors: [EmitterBehaviorState] = []

  package init() {}
}

package struct EmitterCellTree: Sendable, Equatable {
  package var state: EmitterCellState
  package var cells: [EmitterCellTree]

  package init(_ state: EmitterCellState, cells: [EmitterCellTree] = []) {
    self.state = state
    self.cells = cells
  }
}
