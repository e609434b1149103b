import Foundation
import StarmineGraphics
import StarmineReference
import StarmineScene
import Synchronization
import Testing

/// Pictures of four pixels in a row. In frame k only pixel k modulo 4 is there: red in even rounds of four, else blue.
private final class Columns: FrameSource {
  let duration: Double
  private let rate: Double
  private let count: Int
  private let broken: Int?
  let asked = Mutex<Set<Int>>([])

  init(count: Int, rate: Double, broken: Int? = nil) {
    (duration, self.rate, self.count, self.broken) = (Double(count) / rate, rate, count, broken)
  }

  func frame(at seconds: Double) -> Int { Int(min(max(seconds * rate + 1e-6, 0), Double(count - 1))) }

  func time(ofFrame number: Int) -> Double { Double(number) / rate }

  func picture(ofFrame number: Int) throws(VideoClipError) -> CGImage {
    asked.withLock { _ = $0.insert(number) }
    if number == broken { throw .frame(reason: "a.mp4: frame \(number) cannot be decoded") }
    let color: UInt32 = number / 4 % 2 == 0 ? 0xFFFF_0000 : 0xFF00_00FF
    return CGImage(width: 4, height: 1, pixels: (0..<4).map { $0 == number % 4 ? color : 0 })
  }
}

/// Video clips as the pictures of particles, and as the places where they are born.
@Suite struct ParticleClipTests {
  private func clip(_ source: Columns, loops: Bool = false, at time: Double = 0) throws -> LayerContents {
    .video(try VideoClip(source, name: "a.mp4", loops: loops).begun(at: time))
  }

  private func list(_ emissions: [Emission], at time: Double, workers: Int = 1) -> DisplayList {
    let nodes = emissions.map { RenderNode(state: LayerState(), emission: $0) }
    let tree = RenderTree(root: RenderNode(state: LayerState(), sublayers: nodes), seed: 7)
    return evaluate(tree, at: time, in: Stage.viewport, workers: Workers(count: workers))
  }

  // MARK: Pictures

  private func showing(_ contents: LayerContents) -> Stage {
    let child = cell(rate: 3, lifetime: 1) { $0.contents = contents }
    return Stage(cell(rate: 5, lifetime: 2, cells: [child]) { $0.contents = contents })
  }

  /// Whatever their age, and those of nested cells as well.
  @Test func allParticlesShowTheFrameOfTheLayersTime() throws {
    let source = Columns(count: 40, rate: 10)
    let contents = try clip(source)
    let emission = showing(contents).emission
    let other = showing(contents).emission
    for time in [1.25, 3.05, 0.55, 9, 3.05] {
      source.asked.withLock { $0 = [] }
      let sprites = list([emission, other], at: time).batches.flatMap(\.sprites)
      let number = source.frame(at: time)
      #expect(sprites.count == 4 && Set(sprites.map { ObjectIdentifier($0.image) }).count == 1, "\(time)")
      #expect(sprites.first?.image.base.pixels[number % 4] != 0 && source.asked.withLock { $0 } == [number], "\(time)")
    }
  }

  @Test func unreadableParticleFramesAreReported() throws {
    let emission = showing(try clip(Columns(count: 40, rate: 10, broken: 20))).emission
    #expect(list([emission], at: 2.05).clipProblem == "a.mp4: frame 20 cannot be decoded")
    #expect(list([emission], at: 2.05).particles.isEmpty)
    #expect(list([emission], at: 2.15).clipProblem == nil)
  }

  /// A list holds the pictures that it shows.
  @Test func numberOfParticleFramesIsLimited() throws {
    let source = Columns(count: 300, rate: 10)
    let emissions = try (0..<258).map { try showing(clip(source, at: -Double($0) / 10)).emission }
    let full = list(emissions, at: 2.05)
    // Each of the two has a cell inside it.
    #expect(full.droppedEffects == 4 && full.batches.count == 256)
    #expect(list(emissions, at: 2.05, workers: 2).text(particles: 3) == full.text(particles: 3))
  }

  // MARK: Places

  /// Particles that stay where they are born and grow from 1 point by 10 a second.
  private func born(by contents: LayerContents, rate: Float = 20, lifetime: Float = 3) -> Stage {
    var stage = Stage(
      cell(rate: rate, lifetime: lifetime) { ($0.scale, $0.scaleSpeed) = (0.1, 1) })
    (stage.emitter.emitterShape, stage.emitter.emitterMode) = (.image, .surface)
    (stage.emitter.emitterImage, stage.emitter.takesImageColors) = (contents, true)
    stage.emitter.emitterSize = CGSize(width: 40, height: 10)
    return stage
  }

  /// Particle by particle: its column and its colour are those of the frame that showed when it was born.
  @Test(arguments: [false, true]) func particlesAreBornByTheFrameOfTheirBirth(loops: Bool) throws {
    let source = Columns(count: 8, rate: 2)
    let emission = born(by: try clip(source, loops: loops)).emission
    for time in [2.93, 0.63, 6.33, 3.73, 5.13, 30.43] {
      let particles = list([emission], at: time).particles
      #expect(particles.count == min(60, Int(time * 20)), "\(time)")
      for particle in particles {
        let birth = time - (Double(particle.size) - 1) / 10
        // Within half a step of the clip a birth may have the frame before or after.
        let times = [birth - 0.02, birth + 0.02].map { loops ? $0.truncatingRemainder(dividingBy: 4) : $0 }
        let frames = times.map { source.frame(at: $0) }
        let column = Int(((particle.x + 20) / 10).rounded(.down))
        #expect(frames.contains { $0 % 4 == column }, "\(birth) in \(column)")
        #expect(frames.contains { particle.tint == ($0 / 4 % 2 == 0 ? 0xFFFF_0000 : 0xFF00_00FF) })
      }
    }
  }

  /// Alone, in a sequence, backward, with what was found before and without it, on one worker and on two.
  @Test func framesAreTheSameInAnyOrder() throws {
    func text(_ emissions: [Emission], at time: Double, workers: Int = 1) -> String {
      list(emissions, at: time, workers: workers).text(particles: 500)
    }
    func fresh() throws -> [Emission] {
      let source = Columns(count: 600, rate: 60)
      return [born(by: try clip(source)).emission, born(by: try clip(source, loops: true, at: 0.5)).emission]
    }
    let times = (0..<24).map { Double($0) / 4 + 0.1 }
    let kept = try fresh()
    let alone = try times.map { try text(fresh(), at: $0) }
    #expect(Set(alone).count == times.count)
    #expect(times.map { text(kept, at: $0) } == alone)
    #expect(Array(times.reversed().map { text(kept, at: $0, workers: 2) }.reversed()) == alone)
    #expect(try times.map { try text(fresh(), at: $0, workers: 2) } == alone)
  }

  /// A commit's changes do not move the particles that are there.
  @Test func changesLeaveLivingParticlesAlone() throws {
    var stage = born(by: try clip(Columns(count: 600, rate: 60)))
    var emission = stage.emission
    let before = list([emission], at: 4.03).particles
    stage.cells[0].state.velocity = 50
    emission.record(stage.emitter, cells: stage.cells, at: 4.03)
    let after = list([emission], at: 4.03).particles
    #expect(before.count == 60 && after.map(\.x) == before.map(\.x) && after.map(\.tint) == before.map(\.tint))
  }

  /// Long lives look at fewer frames of the clip, and only at those of living particles.
  @Test func soManyFramesAreKept() throws {
    let source = Columns(count: 60_000, rate: 600)
    let emission = born(by: try clip(source), lifetime: 20).emission
    #expect(list([emission], at: 60.03).particles.count == 400)
    let asked = source.asked.withLock { $0 }
    #expect(asked.count <= 97 && asked.count > 40 && asked.allSatisfy { $0 > 39 * 600 && $0 <= 61 * 600 })
  }

  @Test func unreadableBirthFramesAreReported() throws {
    let emission = born(by: try clip(Columns(count: 40, rate: 2, broken: 6))).emission
    for workers in [1, 2] {
      #expect(list([emission], at: 2.5, workers: workers).clipProblem == nil)
      #expect(list([emission], at: 3.5, workers: workers).clipProblem == "a.mp4: frame 6 cannot be decoded")
      // What was emitted then is gone.
      #expect(list([emission], at: 8, workers: workers).clipProblem == nil)
    }
  }

  /// Without a size it is as large as the picture.
  @Test func theClipsSizeCountsWhereNoneIsGiven() throws {
    var stage = born(by: try clip(Columns(count: 4, rate: 1)))
    stage.emitter.emitterSize = .zero
    let places = stage.particles(at: 2.9).map(\.x)
    #expect(places.allSatisfy { $0 >= -2 && $0 < 2 } && (places.max() ?? 0) > 0 && (places.min() ?? 0) < -1)
  }
}
