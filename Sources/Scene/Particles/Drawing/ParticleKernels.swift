package import CStarmineParticleKernels

/// The loops over particles. Each has a Swift reference with equal results (module StarmineReference).
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

  package var select: Select = particle_select
  package var birthsFromShape: BirthsFromShape = particle_births_from_shape
  package var birthsFromParents: BirthsFromParents = particle_births_from_parents
  package var drawFromShape: DrawFromShape = particle_draw_from_shape
  package var drawFromParents: DrawFromParents = particle_draw_from_parents
  package var drawBirths: DrawBirths = particle_draw_births
  package var integrate: Integrate = particle_integrate
  package var follow: Follow = particle_follow

  /// C code compiled for several vector widths. The best one for the processor is selected at load time.
  package static let fast = ParticleKernels()
}
