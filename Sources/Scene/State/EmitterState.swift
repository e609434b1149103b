package import Foundation
package import StarmineGraphics

/// Where particles are born (`CAEmitterLayerEmitterShape`).
package enum EmitterShape: String, Sendable, CaseIterable {
  case point, line, rectangle, cuboid, circle, sphere
}

/// Which part of the shape emits (`CAEmitterLayerEmitterMode`).
package enum EmitterMode: String, Sendable, CaseIterable {
  case points, outline, surface, volume
}

/// Drawing order and blending of particles (`CAEmitterLayerRenderMode`).
package enum EmitterRenderMode: String, Sendable, CaseIterable {
  case unordered, oldestFirst, oldestLast, backToFront, additive
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
  /// What acts on the particles of all cells (behavior.md 10).
  package var behaviors: [EmitterBehaviorState] = []

  package init() {}
  package static let defaults = EmitterState()
}

/// How a particle sits in space. Private on Apple's system, used by real documents.
package enum ParticleType: String, Sendable, CaseIterable {
  /// Always faces the layer's plane.
  case sprite
  /// A plane in 3D, turned by `orientationLongitude` and `orientationLatitude`.
  case plane
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
  package var lifetime: Float = 0
  package var lifetimeRange: Float = 0
  package var emissionLatitude: CGFloat = 0
  package var emissionLongitude: CGFloat = 0
  package var emissionRange: CGFloat = 0
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

  package var contents: CGImage?
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
