public import Foundation
public import Graphics

/// Where particles are born (`CAEmitterLayerEmitterShape`).
public enum EmitterShape: String, Sendable, CaseIterable {
  case point, line, rectangle, cuboid, circle, sphere
}

/// Which part of the shape emits (`CAEmitterLayerEmitterMode`).
public enum EmitterMode: String, Sendable, CaseIterable {
  case points, outline, surface, volume
}

/// Drawing order and blending of particles (`CAEmitterLayerRenderMode`).
public enum EmitterRenderMode: String, Sendable, CaseIterable {
  case unordered, oldestFirst, oldestLast, backToFront, additive
}

/// The values of a `CAEmitterLayer` besides those of every layer (reference section 5.1).
public struct EmitterState: RareGroup {
  public var birthRate: Float = 1
  public var lifetime: Float = 1
  public var emitterPosition = CGPoint.zero
  public var emitterZPosition: CGFloat = 0
  public var emitterSize = CGSize.zero
  public var emitterDepth: CGFloat = 0
  public var emitterShape = EmitterShape.point
  public var emitterMode = EmitterMode.volume
  public var renderMode = EmitterRenderMode.unordered
  public var preservesDepth = false
  public var velocity: Float = 1
  public var scale: Float = 1
  public var spin: Float = 1
  /// Added to every top-level cell's spin, rad/s. Private on Apple's system, used by real documents.
  public var spinBias: Float = 0
  public var seed: UInt32 = 0

  public init() {}
  public static let defaults = EmitterState()
}

/// How a particle sits in space. Private on Apple's system, used by real documents.
public enum ParticleType: String, Sendable, CaseIterable {
  /// Always faces the layer's plane.
  case sprite
  /// A plane in 3D, turned by `orientationLongitude` and `orientationLatitude`.
  case plane
}

/// Which frame of a flipbook a particle shows. Private on Apple's system; the names are ours where no document has one.
public enum ContentsFrameMode: String, Sendable, CaseIterable {
  /// Frame 0 unless frames per second are set, then as `loop`.
  case automatic = ""
  /// Each particle keeps one frame drawn at birth.
  case random
  /// Plays by the particle's age, again and again.
  case loop
  /// Plays once and stays on the last frame.
  case once
}

/// Filtering of an image that is drawn at another size (`CALayerContentsFilter`).
public enum SamplingFilter: String, Sendable, CaseIterable {
  case nearest, linear, trilinear
}

/// The values of one `CAEmitterCell` (reference section 5.2). Points, seconds, radians.
public struct EmitterCellState: Sendable, Equatable {
  public var timing = Timing()
  public var name: String?
  public var isEnabled = true

  public var birthRate: Float = 0
  public var lifetime: Float = 0
  public var lifetimeRange: Float = 0
  public var emissionLatitude: CGFloat = 0
  public var emissionLongitude: CGFloat = 0
  public var emissionRange: CGFloat = 0
  public var velocity: CGFloat = 0
  public var velocityRange: CGFloat = 0
  public var xAcceleration: CGFloat = 0
  public var yAcceleration: CGFloat = 0
  public var zAcceleration: CGFloat = 0
  public var scale: CGFloat = 1
  public var scaleRange: CGFloat = 0
  public var scaleSpeed: CGFloat = 0
  public var spin: CGFloat = 0
  public var spinRange: CGFloat = 0
  public var color: CGColor? = CGColor.white
  public var redRange: Float = 0
  public var greenRange: Float = 0
  public var blueRange: Float = 0
  public var alphaRange: Float = 0
  public var redSpeed: Float = 0
  public var greenSpeed: Float = 0
  public var blueSpeed: Float = 0
  public var alphaSpeed: Float = 0

  public var contents: CGImage?
  public var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  public var contentsScale: CGFloat = 1
  public var minificationFilter = SamplingFilter.linear
  public var magnificationFilter = SamplingFilter.linear
  public var minificationFilterBias: Float = 0

  // Private on Apple's system, carried by real documents (reference section 5.13).
  public var particleType = ParticleType.sprite
  public var orientationLatitude: CGFloat = 0
  public var orientationLongitude: CGFloat = 0
  public var orientationRange: CGFloat = 0
  public var rotation: CGFloat = 0
  public var rotationRange: CGFloat = 0
  public var contentsFrameCount = 1
  public var contentsFramesPerRow = 0
  public var contentsFramesPerSecond: CGFloat = 0
  public var contentsFrameMode = ContentsFrameMode.automatic
  public var mass: CGFloat = 1
  public var massRange: CGFloat = 0

  public init() {}
}

/// A cell with the cells that its particles emit in turn.
public struct EmitterCellTree: Sendable, Equatable {
  public var state: EmitterCellState
  public var cells: [EmitterCellTree]

  public init(_ state: EmitterCellState, cells: [EmitterCellTree] = []) {
    self.state = state
    self.cells = cells
  }
}
