import Foundation
import StarmineGraphics
import StarmineScene
import Testing

@Suite struct AppearanceTests {
  private func one(_ lifetime: Float = 100, at age: Double = 1, _ change: (inout EmitterCellState) -> Void) -> Particle?
  {
    Stage(cell(rate: 1, lifetime: lifetime) { change(&$0) }).particles(at: 1 + age).first
  }

  @Test func layerFactorsReachTopLevelCellsOnly() throws {
    let child = cell(rate: 1, lifetime: 100) {
      $0.velocity = 10
      $0.timing.duration = 1.5
    }
    var stage = Stage(
      cell(rate: 1, lifetime: 1.5, cells: [child]) {
        $0.timing.duration = 1.5
        $0.spin = 0.25
      })
    stage.emitter.scale = 3
    stage.emitter.velocity = 5
    stage.emitter.spin = 2
    stage.emitter.spinBias = 0.5
    stage.emitter.lifetime = 1.4
    let parent = try #require(stage.particles(at: 2).first)
    #expect(abs(parent.size - 30) < 1e-3)
    #expect(abs(parent.angle - 1) < 1e-4)
    // The parent lives 2.1 s, so it has two children; they are three times as large through inheritance only.
    let children = stage.particles(at: 4)
    #expect(children.count == 1)
    #expect(abs(children[0].size - 30) < 1e-3)
    #expect(abs(children[0].x - 20) < 0.01)
    #expect(children[0].angle == 0)
    #expect(stage.live(at: 100) == 1)
  }

  @Test func aBiasCountsForTheTrilinearFilter() {
    func bias(_ filter: SamplingFilter, _ value: Float) -> [Float] {
      Stage(
        cell(rate: 1, lifetime: 10) {
          ($0.minificationFilter, $0.minificationFilterBias) = (filter, value)
        }
      ).list(at: 2).batches.flatMap(\.sprites).map(\.detailBias)
    }
    #expect(bias(.trilinear, 1.5) == [1.5])
    #expect(bias(.linear, 1.5) == [0])
    #expect(bias(.trilinear, .nan) == [0])
  }

  @Test func coloursAreClampedWhenDrawn() throws {
    let over = try #require(
      one {
        $0.color = CGColor(red: 0.5, green: 0.25, blue: 0.5, alpha: 1)
        $0.redSpeed = 100
        $0.blueSpeed = -100
      })
    #expect(over.tint == 0xFFFF_4000)
    let back = try #require(
      one(at: 2) {
        $0.color = CGColor(red: 2, green: 2, blue: -1, alpha: 3)
        $0.redSpeed = -0.75
        $0.blueSpeed = 1
        $0.alphaSpeed = -1.25
      })
    // Red 0.5, green 2, blue 1, alpha 0.5: unclamped until now, and over a gain of 2, 2 and 1.
    #expect(back.tint == 0x8020_8080)
  }

  @Test func tintIsPremultiplied() throws {
    let tint = try #require(one { $0.color = CGColor(red: 1, green: 0.5, blue: 0, alpha: 0.5) }).tint
    #expect(tint == 0x8080_4000)
  }

  @Test func invisibleParticlesLiveAndEmit() {
    let child = cell(rate: 1, lifetime: 100) {
      $0.color = CGColor(gray: 1, alpha: 1)
      $0.alphaRange = 0
    }
    func list(_ change: (inout EmitterCellState) -> Void) -> DisplayList {
      Stage(cell(rate: 1, lifetime: 10, cells: [child], change)).list(at: 3)
    }
    // Parents born at 1, 2, 3 s have 2, 1, 0 children.
    for invisible in [list { $0.scale = 0 }, list { $0.contents = nil }] {
      #expect(invisible.liveParticles == 6)
      #expect(invisible.particles.count == 3)
    }
    let negative = list { $0.scale = -1 }
    #expect(negative.liveParticles == 6)
    #expect(negative.particles.isEmpty)
    var faded = cell(rate: 1, lifetime: 10, cells: [child]) {
      $0.color = CGColor(gray: 1, alpha: 0)
    }
    #expect(Stage(faded).list(at: 3).liveParticles == 6)
    faded.state.color = CGColor(gray: 1, alpha: 0.5)
    faded.state.alphaSpeed = -1
    #expect(Stage(faded).list(at: 3).liveParticles == 6)
  }

  @Test func theLivingCountWhetherSeenOrNot() {
    // As in aynur-fire: invisible after 5 s, alive for 200 s.
    for range in [0, 10] as [Float] {
      let stage = Stage(
        cell(rate: 250, lifetime: 200) {
          $0.alphaSpeed = -0.2
          $0.lifetimeRange = range
        })
      let list = stage.list(at: 1000)
      #expect(abs(list.liveParticles - 50_000) <= Int(range) * 5)
      #expect(abs(list.particles.count - 1250) <= 4)
    }
  }

  @Test func spinAndRotationTurnFromXTowardY() throws {
    let particle = try #require(
      one {
        $0.rotation = 0.25
        $0.spin = 0.5
      })
    #expect(abs(particle.angle - 0.75) < 1e-5)
    #expect(abs(particle.width.x - 10 * cos(0.75)) < 1e-3)
    #expect(abs(particle.height.x + 10 * sin(0.75)) < 1e-3)
    #expect(abs(particle.height.y - 10 * cos(0.75)) < 1e-3)
  }

  @Test func sizeFollowsPixelsRectAndScale() throws {
    let image = CGImage(width: 40, height: 20, pixels: Array(repeating: 0xFFFF_FFFF, count: 800))
    let particle = try #require(
      one {
        $0.contents = .image(image)
        $0.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.25)
        $0.contentsScale = 2
        $0.scale = 3
        $0.scaleSpeed = -1
      })
    #expect(abs(particle.width.x - 20) < 1e-4)
    #expect(abs(particle.height.y - 5) < 1e-4)
    let sprite = Stage(cell(rate: 1, lifetime: 9) { $0.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.25) })
      .list(at: 1).batches[0].sprites[0]
    #expect([sprite.minU, sprite.minV, sprite.maxU, sprite.maxV] == [0.5, 0, 1, 0.25])
  }

  @Test func planesTurnInSpace() throws {
    // The axis is +x (a quarter turn down from +z): a turn about it shortens the height only.
    let particle = try #require(
      one {
        $0.particleType = .plane
        $0.orientationLatitude = .pi / 2
        $0.spin = .pi / 3
      })
    #expect(abs(particle.width.x - 10) < 1e-3)
    #expect(abs(particle.height.y - 5) < 1e-3)
    #expect(abs(particle.height.x) < 1e-3)
    // Without an orientation a plane is a sprite.
    let plane = one {
      $0.particleType = .plane
      $0.spin = 0.5
    }
    let sprite = one { $0.spin = 0.5 }
    #expect(abs(try #require(plane).angle - (try #require(sprite).angle)) < 1e-5)
  }

  @Test func planesKeepTheirShape() {
    let stage = Stage(
      cell(rate: 1000, lifetime: 1) {
        $0.particleType = .plane
        $0.orientationRange = .pi
        $0.spinRange = 6
      })
    for particle in stage.particles(at: 1) {
      // Seen from the front, edges of length 10 at a right angle: w.w + (depth of w)^2 = 100, and the depths' product
      // is minus the edges' product.
      let depths = ((100 - (particle.width * particle.width).sum()) * (100 - (particle.height * particle.height).sum()))
      let product = (particle.width * particle.height).sum()
      #expect(abs(depths - product * product) < 0.2)
    }
  }

  @Test func flipbooks() {
    func frames(_ mode: ContentsFrameMode, at time: Double, count: Int = 3, fps: CGFloat = 10) -> [UInt16] {
      Stage(
        cell(rate: 100, lifetime: 100) {
          $0.contentsFrameCount = count
          $0.contentsFramesPerRow = 2
          $0.contentsFramesPerSecond = fps
          $0.contentsFrameMode = mode
          $0.timing.duration = 0.011
        }
      ).particles(at: 0.01 + time).map(\.sprite)
    }
    #expect([0, 0.11, 0.21, 0.31, 0.41].map { frames(.loop, at: $0)[0] } == [0, 1, 2, 0, 1])
    #expect([0, 0.11, 0.21, 0.31, 9].map { frames(.once, at: $0)[0] } == [0, 1, 2, 2, 2])
    #expect(frames(.automatic, at: 0.11) == [1])
    #expect(frames(.automatic, at: 0.11, fps: 0) == [0])
    #expect(frames(.random, at: 0.11) == frames(.random, at: 9))
    let random = Stage(
      cell(rate: 3000, lifetime: 1) {
        $0.contentsFrameCount = 3
        $0.contentsFrameMode = .random
      }
    ).particles(at: 1)
    for frame in 0..<3 { #expect(abs(random.count { $0.sprite == frame } - 1000) < 120) }
    let sprites = Stage(
      cell(rate: 1, lifetime: 1) {
        $0.contentsFrameCount = 3
        $0.contentsFramesPerRow = 2
      }
    ).list(at: 1).batches[0].sprites
    #expect(sprites.map(\.minU) == [0, 0.5, 0])
    #expect(sprites.map(\.minV) == [0, 0, 0.5])
  }
}
