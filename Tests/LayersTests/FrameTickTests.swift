import Foundation
import StarmineLayers
import StarmineScene
import Testing

/// Ticks of the script stage at the frames of the media clock; all of it ours, after run loops and display links.
struct FrameTickTests {
  /// Puts the clock at 1,000 s.
  private func onFreshClock(framesPerSecond: Double = 60, _ body: () -> Void) {
    MediaClock.time = 1000
    MediaClock.frameGrid = FrameGrid(framesPerSecond: framesPerSecond)
    body()
  }

  @Test func ticksAtFramesOnly() {
    onFreshClock(framesPerSecond: 50) {
      var times: [Double] = []
      let ticker = FrameTicker { times.append($0.timestamp) }
      // Other tests may have left animations behind on this thread.
      #expect(MediaClock.nextEvent <= 1000.02)
      MediaClock.advance(to: 1000.05)
      #expect(times == [1000.02, 1000.04])
      MediaClock.advance(to: 1000.06)
      #expect(times == [1000.02, 1000.04, 1000.06])
      #expect(MediaClock.time == 1000.06 && abs(ticker.targetTimestamp - 1000.08) < 1e-9)
      ticker.invalidate()
      MediaClock.advance(to: 1000.1)
      #expect(times.count == 3)
    }
  }

  @Test func actionsAreDoneAtTheirTime() {
    onFreshClock(framesPerSecond: 50) {
      var calls: [String] = []
      let ticker = FrameTicker { _ in calls.append("tick") }
      let second = MediaClock.perform(at: 1000.03) { calls.append("second") }
      _ = MediaClock.perform(at: 1000.02) { calls.append("first at \(MediaClock.time)") }
      let third = MediaClock.perform(at: 1000.035) { calls.append("third") }
      MediaClock.advance(to: 1000.025)
      #expect(calls == ["first at 1000.02", "tick"], "before ticks of the same time")
      third.cancel()
      MediaClock.advance(to: 1000.05)
      #expect(calls == ["first at 1000.02", "tick", "second", "tick"])
      second.cancel()
      ticker.invalidate()
    }
  }

  @Test func pausedTickersCostNothing() {
    onFreshClock {
      let idle = MediaClock.nextEvent
      var count = 0
      let ticker = FrameTicker { _ in count += 1 }
      ticker.isPaused = true
      #expect(MediaClock.nextEvent == idle)
      MediaClock.advance(to: 1010)
      ticker.isPaused = false
      MediaClock.advance(to: 1010 + 1 / 60.0)
      #expect(count == 1)
      ticker.invalidate()
    }
  }

  /// Another movie begins on the thread.
  @Test func framesAreAheadAgainWhenTheClockIsSetBack() {
    onFreshClock {
      var times: [Double] = []
      let ticker = FrameTicker { times.append($0.timestamp) }
      MediaClock.advance(to: 1001)
      times = []
      MediaClock.time = 1000
      MediaClock.advance(to: 1000.02)
      #expect(times == [MediaClock.frameGrid.time(ofFrame: 1)])
      ticker.invalidate()
    }
  }

  @Test func everySecondFrame() {
    onFreshClock {
      var frames: [Int] = []
      let ticker = FrameTicker { frames.append(Int((($0.timestamp - 1000) * 60).rounded())) }
      ticker.framesPerTick = 2
      MediaClock.advance(to: 1000.1)
      #expect(frames == [1, 3, 5])
      ticker.invalidate()
    }
  }

  @Test func tickersGoInOrderAndMayEndEachOther() {
    onFreshClock {
      var calls: [String] = []
      var second: FrameTicker?
      let first = FrameTicker { _ in
        calls.append("first")
        if calls.count == 3 { second?.invalidate() }
      }
      second = FrameTicker { _ in calls.append("second") }
      MediaClock.advance(to: 1000 + 2 / 60.0)
      #expect(calls == ["first", "second", "first"])
      first.invalidate()
    }
  }

  @Test func actionsSoonRunAtThePresentTimeAndAreCommitted() {
    onFreshClock {
      let layer = CALayer()
      _ = layer.committedTree()
      MediaClock.performSoon {
        CATransaction.setDisableActions(true)
        layer.zPosition = 7
      }
      #expect(MediaClock.nextEvent <= 1000)
      MediaClock.advance(to: 1000)
      #expect(layer.committedTree().root.state.zPosition == 7)
      #expect(MediaClock.nextEvent > 1000)
    }
  }

  /// The script stage is busy for 5 s: no tick comes meanwhile, and one afterwards at the next frame.
  @Test func blockedStageMissesFrames() {
    onFreshClock {
      var times: [Double] = []
      let ticker = FrameTicker { times.append($0.timestamp) }
      MediaClock.performSoon { MediaClock.block(for: 5.001) }
      MediaClock.advance(to: 1005)
      #expect(times.isEmpty)
      MediaClock.advance(to: 1005 + 2 / 60.0)
      #expect(times == [MediaClock.frameGrid.time(ofFrame: 301), MediaClock.frameGrid.time(ofFrame: 302)])
      ticker.invalidate()
    }
  }

  /// Frames of any rate come out at the same numbers that a movie computes for them.
  @Test func framesAreExact() {
    for rate in [24.0, 25, 29.97, 30, 50, 59.94, 60, 120, 1000] {
      let grid = FrameGrid(framesPerSecond: rate)
      for number in [0, 1, 2, 7, 100, 3599, 100_000] {
        let time = grid.time(ofFrame: number)
        #expect(grid.frame(atOrAfter: time) == number)
        #expect(grid.frame(after: time) == number + 1)
        #expect(grid.frame(atOrAfter: time.nextDown) == number)
      }
    }
  }
}
