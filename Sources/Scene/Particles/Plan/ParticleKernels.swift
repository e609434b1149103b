package import CStarmineParticleKernels

/// The loops over particles, each as `ReferenceParticles.swift` defines it.
package struct ParticleKernels: Sendable {
  package typealias Select =
    @convention(c) (
      UnsafeMutablePointer<ParticleList>, UnsafePointer<ParticleRun>, UnsafePointer<ParticleSpread>,
      UnsafePointer<ParticleParent>?, Int32
    ) -> Int
  package typealias BirthsFromShape =
    @convention(c) (
      UnsafeMutablePointer<Float>, Int, UnsafePointer<ParticleList>, UnsafePointer<ParticleCell>,
      UnsafePointer<ParticleShape>
    ) -> Void
  package typealias BirthsFromParents =
    @convention(c) (
      UnsafeMutablePointer<Float>, Int, UnsafePointer<ParticleList>, UnsafePointer<ParticleCell>,
      UnsafePointer<ParticleCell>
    ) -> Void
  package typealias DrawFromShape =
    @convention(c) (
      UnsafeMutablePointer<ParticleColumns>, UnsafePointer<ParticleList>, UnsafePointer<ParticleCell>,
      UnsafePointer<ParticleShape>, UnsafePointer<ParticleView>
    ) -> Void
  package typealias DrawFromParents =
    @convention(c) (
      UnsafeMutablePointer<ParticleColumns>, UnsafePointer<ParticleList>, UnsafePointer<ParticleCell>,
      UnsafePointer<ParticleCell>, UnsafePointer<ParticleView>
    ) -> Void

  let select: Select
  let birthsFromShape: BirthsFromShape
  let birthsFromParents: BirthsFromParents
  let drawFromShape: DrawFromShape
  let drawFromParents: DrawFromParents

  /// C, compiled for several vector widths and chosen for this processor at load time.
  package static let fast = ParticleKernels(
    select: particle_select, birthsFromShape: particle_births_from_shape,
    birthsFromParents: particle_births_from_parents, drawFromShape: particle_draw_from_shape,
    drawFromParents: particle_draw_from_parents)

  /// Plain Swift that the other is checked against.
  package static let reference = ParticleKernels(
    select: referenceSelect, birthsFromShape: referenceBirthsFromShape,
    birthsFromParents: referenceBirthsFromParents, drawFromShape: referenceDrawFromShape,
    drawFromParents: referenceDrawFromParents)
}
