/// Where particles are born (`CAEmitterLayerEmitterShape`).
package enum EmitterShape: String, Sendable, CaseIterable {
  case point, line, rectangle, cuboid, circle, sphere
  // Private on Apple's system.
  case path, rectangles
  // Ours.
  case image, text
}

/// Which part of the shape emits (`CAEmitterLayerEmitterMode`).
package enum EmitterMode: String, Sendable, CaseIterable {
  case points, outline, surface, volume
  /// Private on Apple's system: births walk along the outline.
  case sequential
}

/// Drawing order and blending of particles (`CAEmitterLayerRenderMode`).
package enum EmitterRenderMode: String, Sendable, CaseIterable {
  case unordered, oldestFirst, oldestLast, backToFront, additive
  // Private on Apple's system.
  case screen, maximum, cheapColorDodge
  // Ours.
  case multiply
}

/// The values of a `CAEmitterLayer` besides those of every layer (behavior.md 5.1).
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
  /// Added to every top-level cell's spin, rad/s. Private on Apple's system, used by real documents.
  package var spinBias: Float = 0
  package var seed: UInt32 = 0
  /// Behaviours that act on the particles of all cells (behavior.md 10).
  package var behaviors: [EmitterBehaviorState] = []
  /// Sources of the shapes path, rectangles, image and text; nil where nothing is set.
  private(set) var source: EmitterSource?
  /// Text of the shape text, its font and points per em. Ours.
  package var emitterText = ""
  package var emitterFont = "Helvetica"
  package var emitterFontSize: CGFloat = 72
  package var emitterFit = Spelling(TextFit.none)
  /// Whether particles take the colour of the image where they are born. Ours.
  package var takesImageColors = false
  /// The frame of a clip as the image, by its number in the file: births have that of their time.
  var clipFrame = 0

  /// Outline or area of the shape path, in the layer's bounds. Private on Apple's system.
  package var emitterPath: CGPath.Geometry? {
    get { source?.path }
    set { change { $0.path = newValue } }
  }
  /// Rectangles of the shape of that name, in the layer's bounds. Private on Apple's system.
  package var emitterRects: [CGRect] {
    get { source?.rects ?? [] }
    set { change { $0.rects = newValue } }
  }
  /// The shape image: particles are born where it is not transparent. Ours.
  package var emitterImage: LayerContents? {
    get { source?.image }
    set { change { $0.image = newValue } }
  }
  /// Outlines of the text, around its middle: the layer makes them when it commits.
  package var textOutline: CGPath.Geometry? {
    get { source?.text }
    set { change { $0.text = newValue } }
  }

  /// The clip that particles are born by; nil where it is a picture, or of no use to the shape.
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

/// How a particle sits in space. Private on Apple's system, used by real documents.
package enum ParticleType: String, Sendable, CaseIterable {
  /// Always faces the layer's plane.
  case sprite
  /// A plane in 3D, turned by `orientationLongitude` and `orientationLatitude`.
  case plane
  /// A sprite that never turns.
  case point
}

/// Which frame of a flipbook a particle shows. Private on Apple's system; the names are ours where no document has one.
package enum ContentsFrameMode: String, Sendable, CaseIterable {
  /// Frame 0 unless frames per second are set, then as `loop`.
  case automatic = ""
  /// Each particle keeps one frame drawn at birth.
  case random
  /// Plays by the particle's age, again and again.
  case loop
  /// Plays once and stays on the last frame.
  case once
  /// Plays once in each particle's life. Ours.
  case overLife
}

/// When a nested cell emits. Ours.
package enum EmissionMoment: String, Sendable, CaseIterable {
  /// While the parent lives.
  case life
  /// When it dies, for the cell's duration.
  case death
  /// When it meets a floor or a wall, for the cell's duration.
  case impact
}

/// Filtering of an image that is drawn at another size (`CALayerContentsFilter`).
package enum SamplingFilter: String, Sendable, CaseIterable {
  case nearest, linear, trilinear
}

/// The values of one `CAEmitterCell` (behavior.md 5.2). Points, seconds, radians.
package struct EmitterCellState: Sendable, Equatable {
  package var timing = Timing()
  package var name: String?
  package var isEnabled = true

  package var birthRate: Float = 0
  /// Factor for the number of births; a change keeps the particles that both factors have.
  package var birthMultiplier: Float = 1
  package var emissionMoment = EmissionMoment.life
  /// Factors of a sub-cell's rate over its parent's life, evenly spread. Ours.
  package var birthRateOverLife: [Double] = []
  /// Births of top-level cells for each point that the emitter's position moves. Ours.
  package var birthsPerPoint: Float = 0
  package var lifetime: Float = 0
  package var lifetimeRange: Float = 0
  package var emissionLatitude: CGFloat = 0
  package var emissionLongitude: CGFloat = 0
  package var emissionRange: CGFloat = 0
  /// Whether directions spread in a fan instead of a cone. Ours.
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

  // Private on Apple's system, carried by real documents (behavior.md 5.13).
  package var particleType = ParticleType.sprite
  package var orientationLatitude: CGFloat = 0
  package var orientationLongitude: CGFloat = 0
  package var orientationRange: CGFloat = 0
  /// How far the light on a plane follows its turn, 0...1. Ours.
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

/// A cell with the cells that its particles emit in turn.
package struct EmitterCellTree: Sendable, Equatable {
  package var state: EmitterCellState
  package var cells: [EmitterCellTree]

  package init(_ state: EmitterCellState, cells: [EmitterCellTree] = []) {
    self.state = state
    self.cells = cells
  }
}
