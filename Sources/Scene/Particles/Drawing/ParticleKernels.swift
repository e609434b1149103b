package import CStarmineParticleKernels

/// The loops over particles, each with a twin in plain Swift (module StarmineReference) that gives the same bytes.
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

  package init(
    select: @escaping Select, birthsFromShape: @escaping BirthsFromShape,
    birthsFromParents: @escaping BirthsFromParents, drawFromShape: @escaping DrawFromShape,
    drawFromParents: @escaping DrawFromParents, drawBirths: @escaping DrawBirths, integrate: @escaping Integrate,
    follow: @escaping Follow
  ) {
    (self.select, self.birthsFromShape, self.birthsFromParents, self.drawFromShape) = (
      select, birthsFromShape, birthsFromParents, drawFromShape
    )
    (self.drawFromParents, self.drawBirths, self.integrate, self.follow) = (
      drawFromParents, drawBirths, integrate, follow
    )
  }

  /// C, compiled for several vector widths and chosen for this processor at load time.
  package static let fast = ParticleKernels(
    select: particle_select, birthsFromShape: particle_births_from_shape,
    birthsFromParents: particle_births_from_parents, drawFromShape: particle_draw_from_shape,
    drawFromParents: particle_draw_from_parents, drawBirths: particle_draw_births, integrate: particle_integrate,
    follow: particle_follow)
}
