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
  package typealias DrawBirths =
    @convention(c) (
      UnsafeMutablePointer<ParticleColumns>, UnsafePointer<ParticleList>, UnsafePointer<Float>,
      UnsafePointer<ParticleCell>, UnsafePointer<ParticleMotion>, UnsafePointer<ParticleLooks>,
      UnsafePointer<ParticleView>
    ) -> Void
  package typealias Integrate =
    @convention(c) (
      UnsafeMutablePointer<Float>, UnsafePointer<ParticleList>, UnsafePointer<Float>, UnsafePointer<ParticleCell>,
      UnsafePointer<ParticleIntegration>, UnsafePointer<ParticleLooks>, UnsafePointer<ParticleStates>
    ) -> Void
  package typealias Follow =
    @convention(c) (
      UnsafeMutablePointer<ParticleList>, Int, UnsafePointer<ParticleTrack>, UnsafePointer<ParticleCell>,
      UnsafePointer<ParticleIntegration>, UnsafePointer<ParticleLooks>
    ) -> Void

  let select: Select
  let birthsFromShape: BirthsFromShape
  let birthsFromParents: BirthsFromParents
  let drawFromShape: DrawFromShape
  let drawFromParents: DrawFromParents
  let drawBirths: DrawBirths
  let integrate: Integrate
  let follow: Follow

  /// C, compiled for several vector widths and chosen for this processor at load time.
  package static let fast = ParticleKernels(
    select: particle_select, birthsFromShape: particle_births_from_shape,
    birthsFromParents: particle_births_from_parents, drawFromShape: particle_draw_from_shape,
    drawFromParents: particle_draw_from_parents, drawBirths: particle_draw_births, integrate: particle_integrate,
    follow: particle_follow)

  /// Plain Swift that the other is checked against.
  package static let reference = ParticleKernels(
    select: referenceSelect, birthsFromShape: referenceBirthsFromShape,
    birthsFromParents: referenceBirthsFromParents, drawFromShape: referenceDrawFromShape,
    drawFromParents: referenceDrawFromParents, drawBirths: referenceDrawBirths, integrate: referenceIntegrate,
    follow: referenceFollow)
}
