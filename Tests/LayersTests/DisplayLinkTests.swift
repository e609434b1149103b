import Foundation
import StarmineLayers
import Testing

/// Display links on the virtual clock.
@Suite struct DisplayLinkTests {
  /// A clock at 1,000 s with a display of 60 frames per second, a link, and the times of its calls in frames.
  final class Stage {
    var frames: [Double] = []
    var onCall: (CADisplayLink) -> Void = { _ in }
    private(set) var link: CADisplayLink!

    init() {
      MediaClock.time = 1000
      MediaClock.frameGrid = FrameGrid()
      link = CADisplayLink(target: self, action: Stage.step)
      link.add(to: .main, forMode: .common)
    }

    func step(_ link: CADisplayLink) {
      frames.append(((CACurrentMediaTime() - 1000) * 60 * 1000).rounded() / 1000)
      onCall(link)
    }

    func run(frames: Double) { MediaClock.advance(to: 1000 + frames / 60) }
    deinit { link.invalidate() }
  }

  private func withStage(_ body: (Stage) -> Void) {
    let stage = Stage()
    body(stage)
    stage.link.invalidate()
  }

  @Test func callsAtEveryFrame() {
    withStage { stage in
      #expect(stage.link.timestamp == 0 && stage.link.targetTimestamp == 0 && stage.link.duration == 0)
      stage.run(frames: 3.5)
      #expect(stage.frames == [1, 2, 3])
      #expect(stage.link.timestamp == 1000 + 3.0 / 60)
      #expect(abs(stage.link.targetTimestamp - (1000 + 4.0 / 60)) < 1e-9)
      #expect(stage.link.duration == 1.0 / 60)
    }
  }

  @Test func preferredRatesAreRoundedToWholeFrames() {
    func frames(_ prepare: (CADisplayLink) -> Void) -> [Double] {
      var result: [Double] = []
      withStage { stage in
        prepare(stage.link)
        stage.run(frames: 9)
        result = stage.frames
        #expect(abs(stage.link.targetTimestamp - stage.link.timestamp - (result[1] - result[0]) / 60) < 1e-9)
      }
      return result
    }
    #expect(frames { $0.preferredFramesPerSecond = 30 } == [1, 3, 5, 7, 9])
    #expect(frames { $0.preferredFramesPerSecond = 22 } == [1, 4, 7])
    #expect(frames { $0.frameInterval = 4 } == [1, 5, 9])
    #expect(frames { $0.preferredFramesPerSecond = 240 }.count == 9)
    #expect(
      frames { $0.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 60, preferred: 20) } == [1, 4, 7])
    #expect(frames { $0.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 30) } == [1, 3, 5, 7, 9])
  }

  @Test func pausedLinksWait() {
    withStage { stage in
      stage.run(frames: 2)
      stage.link.isPaused = true
      stage.run(frames: 5.5)
      stage.link.isPaused = false
      stage.run(frames: 7)
      #expect(stage.frames == [1, 2, 6, 7])
    }
  }

  @Test func invalidLinksLetGoOfTheirTarget() {
    weak var target: Stage?
    var link: CADisplayLink?
    do {
      let stage = Stage()
      (target, link) = (stage, stage.link)
    }
    #expect(target != nil)
    link?.invalidate()
    #expect(target == nil)
  }

  @Test func linksAndAnimationsGoInOrderOfTime() {
    final class Log: CAAnimationDelegate {
      var note: (String) -> Void = { _ in }
      func animationDidStart(_ anim: CAAnimation) { note("start") }
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { note("stop") }
    }
    withStage { stage in
      var lines: [String] = []
      stage.onCall = { _ in lines.append("frame \(stage.frames.count)") }
      let log = Log()
      log.note = { lines.append($0) }
      let layer = CALayer()
      _ = layer.committedTree()
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.toValue, animation.duration, animation.delegate) = (0, 1.5 / 60, log)
      layer.add(animation, forKey: nil)
      stage.run(frames: 3)
      #expect(lines == ["start", "frame 1", "stop", "frame 2", "frame 3"])
    }
  }

  @Test func whatALinkChangesIsCommittedAtItsTime() {
    withStage { stage in
      let layer = CALayer()
      _ = layer.committedTree()
      stage.onCall = { _ in
        CATransaction.setDisableActions(true)
        layer.position.x += 1
      }
      stage.run(frames: 5)
      #expect(layer.presentation()?.position.x == 5)
    }
  }
}
