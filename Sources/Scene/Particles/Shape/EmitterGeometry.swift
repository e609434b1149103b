import CStarmineParticleKernels

extension ParticleShape {
  /// Nil if no births are possible: the path, rectangles, image or text is missing or empty.
  /// - Parameter drift: motion of the centre, in seconds of the cell's clock; nil if it does not move.
  /// - Parameter pieces: pieces of the emitter, which must exist as long as the shape.
  /// - Parameter lap: births per walk along the outline in sequential mode.
  init?(_ state: EmitterState, drift: EmitterDrift? = nil, pieces: WeightedPlaces?, lap: Double = 1) {
    self.init()
    if state.isMadeOfPieces {
      guard let pieces else { return nil }
      (shape, piece_count) = (Int32(ParticleShapePieces), Int32(pieces.memory.count))
      self.pieces = pieces.memory.start.readable
      faces_outward = state.emitterMode == .outline || state.emitterMode == .sequential ? 1 : 0
      if state.emitterShape == .image { (faces_outward, has_colors) = (0, state.takesImageColors ? 1 : 0) }
      self.lap = state.emitterMode == .sequential ? Int32(min(max(lap.rounded(), 1), 1e9)) : 0
    } else {
      shape = state.emitterShape.kernelValue
    }
    mode = state.emitterMode.kernelValue
    center = state.shapeCenter
    half = state.halfExtents(imageSize: pieces?.imageSize ?? .zero)
    guard let velocity = drift?.velocity else { return }
    is_drifting = 1
    self.drift = ParticleVector(x: Float(velocity.x), y: Float(velocity.y), z: Float(velocity.z))
  }
}

extension EmitterState {
  /// Whether positions come from a table.
  var isMadeOfPieces: Bool {
    switch emitterShape {
    case .path, .rectangles, .image, .text: true
    default: emitterMode == .sequential
    }
  }

  /// Whether positions stay upright like images of particles. Paths and rectangles are geometry and do not.
  var standsUpright: Bool { emitterShape == .image || emitterShape == .text }

  /// The table of positions, or nil.
  /// - Parameter isFlipped: whether an odd number of flips apply to the layer's space.
  func places(isFlipped: Bool) -> EmitterSource.Table? {
    guard isMadeOfPieces else { return nil }
    switch emitterShape {
    case .path, .rectangles, .image, .text:
      return source?.table(
        EmitterSource.Request(
          shape: emitterShape, mode: emitterMode, clipFrame: clipFrame, isTurnedOver: isFlipped && standsUpright))
    default: return EmitterSource.Table(pieces: WeightedPlaces(PieceList(walkAlong: emitterShape)))
    }
  }

  /// Paths and rectangles are in the layer's bounds; other shapes are around the emitter's position.
  fileprivate var shapeCenter: ParticleVector {
    let depth = bounded(emitterZPosition)
    switch emitterShape {
    case .path, .rectangles: return ParticleVector(x: 0, y: 0, z: depth)
    default: return ParticleVector(x: bounded(emitterPosition.x), y: bounded(emitterPosition.y), z: depth)
    }
  }

  fileprivate func halfExtents(imageSize: SIMD2<Float>) -> ParticleVector {
    let size = SIMD3(abs(bounded(emitterSize.width)), abs(bounded(emitterSize.height)), abs(bounded(emitterDepth)))
    switch emitterShape {
    case .circle, .sphere: return ParticleVector(SIMD3(repeating: size.x * EmissionModel.radiusPerWidth))
    case .point: return ParticleVector()
    case .line: return ParticleVector(x: size.x / 2, y: 0, z: 0)
    case .rectangle: return ParticleVector(x: size.x / 2, y: size.y / 2, z: 0)
    case .cuboid: return ParticleVector(size / 2)
    case .path, .rectangles, .text: return ParticleVector(x: 1, y: 1, z: 1)
    case .image:
      // The image's own size if none is set.
      return ParticleVector(
        x: (size.x > 0 ? size.x : imageSize.x) / 2, y: (size.y > 0 ? size.y : imageSize.y) / 2, z: 0)
    }
  }
}

extension EmitterShape {
  fileprivate var kernelValue: Int32 {
    switch self {
    case .point: Int32(ParticleShapePoint)
    case .line: Int32(ParticleShapeLine)
    case .rectangle: Int32(ParticleShapeRectangle)
    case .cuboid: Int32(ParticleShapeCuboid)
    case .circle: Int32(ParticleShapeCircle)
    case .sphere: Int32(ParticleShapeSphere)
    case .path, .rectangles, .image, .text: Int32(ParticleShapePieces)
    }
  }
}

extension EmitterMode {
  fileprivate var kernelValue: Int32 {
    switch self {
    case .points: Int32(ParticleModePoints)
    case .outline, .sequential: Int32(ParticleModeOutline)
    case .surface: Int32(ParticleModeSurface)
    case .volume: Int32(ParticleModeVolume)
    }
  }
}

/// A finite number for kernels: 0 for NaN, limited to avoid overflow in single precision. (The C library has a function
/// `finite` for Double.)
func bounded(_ value: some BinaryFloatingPoint) -> Float { value.isNaN ? 0 : min(max(Float(value), -1e9), 1e9) }
