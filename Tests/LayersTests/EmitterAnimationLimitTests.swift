import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineReference
import StarmineScene
import Testing

/// Animations of emitters with numbers beyond all use: frames end soon and do not depend on those before.
@Suite struct EmitterAnimationLimitTests {
  private let viewport = Viewport(width: 400, height: 40)

  private func emitter(rate: Float, lifetime: Float, _ animation: CABasicAnimation) -> CAEmitterLayer {
    MediaClock.time = 1000
    let cell = CAEmitterCell()
    (cell.name, cell.birthRate, cell.lifetime) = ("dot", rate, lifetime)
    cell.contents = CGImage(width: 2, height: 2, pixels: [UInt32](repeating: .max, count: 4))
    let layer = CAEmitterLayer()
    (layer.emitterCells, layer.emitterPosition) = ([cell], CGPoint(x: 20, y: 20))
    layer.add(animation, forKey: nil)
    return layer
  }

  private func animation(_ keyPath: String, _ from: Any, _ to: Any, _ duration: Double) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, duration)
    return animation
  }

  /// Beyond 2^53 blocks of the grid their numbers are not whole any more.
  @Test func timesBeyondTheGridAreCountedToTheirEnd() {
    let growing = animation("birthRate", 0, 20, 1e30)
    (growing.repeatCount, growing.fillMode, growing.beginTime) = (.infinity, .both, 1)
    let layer = emitter(rate: 10, lifetime: 1, growing)
    for offset in [1e15, 1_000_000_000_000_100_096, 1e25] {
      layer.timeOffset = offset
      #expect(evaluate(layer.committedTree(), at: 1002, in: viewport).liveParticles >= 0)
    }
  }

  /// Particles that live for ever while the shape moves for a century.
  @Test func longLivesUnderLongAnimationsStayFew() {
    let slow = animation("emitterPosition.x", 0, 400, 4e9)
    slow.beginTime = -2e9
    let list = evaluate(emitter(rate: 1, lifetime: 1e30, slow).committedTree(), at: 1002, in: viewport)
    // Once a second since media time 0.
    #expect(list.liveParticles == 1002)
    guard case .particles(let batch) = list.commands.first else {
      Issue.record("nothing is drawn")
      return
    }
    // Half-way through the animation.
    #expect(batch.x.allSatisfy { abs($0 - 200) < 0.01 })
  }

  /// Lives grow long after the animation was cut to a fine grid.
  @Test func aLaterLongLifeDoesNotReachBackWithoutEnd() {
    let endless = animation("emitterPosition.x", 0, 400, 1)
    (endless.repeatCount, endless.autoreverses) = (.infinity, true)
    let layer = emitter(rate: 1, lifetime: 1, endless)
    _ = layer.committedTree()
    MediaClock.advance(to: 2_000_000)
    layer.setValue(1e30, forKeyPath: "emitterCells.dot.lifetime")
    let list = evaluate(layer.committedTree(), at: 2_000_010, in: viewport)
    #expect(list.liveParticles > 9 && list.liveParticles < 100_000)
  }

  /// The count of births starts anew after 256 blocks of 16 s: whether that is reached by playing or by seeking.
  @Test func anHourOfPlayingAndSeekingAreTheSame() {
    let pulse = animation("birthRate", 0, 2, 1)
    (pulse.repeatCount, pulse.autoreverses) = (.infinity, true)
    let layer = emitter(rate: 7, lifetime: 4, pulse)
    layer.beginTime = 1000
    let played = layer.committedTree()
    for hour in 1...3 {
      for step in 0..<4 {
        let time = 1000 + 4096 * Double(hour) + Double(step - 1) * 16 + 3
        let fresh = emitter(rate: 7, lifetime: 4, pulse)
        fresh.beginTime = 1000
        let sought = evaluate(fresh.committedTree(), at: time, in: viewport)
        #expect(evaluate(played, at: time, in: viewport).text(particles: 99) == sought.text(particles: 99), "\(time)")
        #expect(sought.liveParticles > 20)
      }
    }
  }

  /// 5,000 animations in a row.
  @Test func manyAnimationsAreLookedAtOnce() {
    let layer = emitter(rate: 10, lifetime: 2, animation("birthRate", 1, 3, 0.1))
    for index in 1..<5000 {
      let next = animation("birthRate", 1, 3, 0.1)
      next.beginTime = 1000 + Double(index) / 10
      layer.add(next, forKey: nil)
    }
    let list = evaluate(layer.committedTree(), at: 1100, in: viewport)
    // Two seconds at twice the rate.
    #expect(abs(list.liveParticles - 40) <= 2)
  }
}
