import CStarmineParticleKernels
import Foundation

extension ParticleShape {
  /// - Parameter drift: how the centre moves, in seconds of the cell's clock; nil where it stays.
  init(_ state: EmitterState, drift: EmitterDrift? = nil) {
    self.init()
    shape = state.emitterShape.kernelValue
    mode = state.emitterMode.kernelValue
    center = ParticleVector(
      x: finite(state.emitterPosition.x), y: finite(state.emitterPosition.y), z: finite(state.emitterZPosition))
    let size = SIMD3(
      abs(finite(state.emitterSize.width)), abs(finite(state.emitterSize.height)), abs(finite(state.emitterDepth)))
    half =
      switch state.emitterShape {
      case .circle, .sphere: ParticleVector(SIMD3(repeating: size.x * EmissionModel.radiusPerWidth))
      case .point: ParticleVector()
      case .line: ParticleVector(x: size.x / 2, y: 0, z: 0)
      case .rectangle: ParticleVector(x: size.x / 2, y: size.y / 2, z: 0)
      case .cuboid: ParticleVector(size / 2)
      }
    guard let velocity = drift?.velocity else { return }
    is_drifting = 1
    self.drift = ParticleVector(x: Float(velocity.x), y: Float(velocity.y), z: Float(velocity.z))
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
    }
  }
}

extension EmitterMode {
  fileprivate var kernelValue: Int32 {
    switch self {
    case .points: Int32(ParticleModePoints)
    case .outline: Int32(ParticleModeOutline)
    case .surface: Int32(ParticleModeSurface)
    case .volume: Int32(ParticleModeVolume)
    }
  }
}

/// A finite number for kernels: 0 for NaN, limited to what single precision handles without overflow.
func finite(_ value: some BinaryFloatingPoint) -> Float {
  value.isNaN ? 0 : min(max(Float(value), -1e9), 1e9)
}
