import Foundation

/// Frames that were drawn without a pause, one entry for each: whole cycles of the scene.
package struct BenchRound: Codable, Sendable, Equatable {
  /// Seconds.
  package var wall: [Double] = []
  /// CPU seconds of all threads.
  package var cpu: [Double] = []
  /// The same by stage.
  package var split: [BenchStage: [Double]] = [:]

  package init() {}

  /// Whole nanoseconds, which is more than clocks know.
  private static func rounded(_ seconds: Double) -> Double { (seconds * 1e9).rounded() / 1e9 }

  mutating func append(_ cost: FrameCost) {
    for (stage, seconds) in cost.split {
      split[stage, default: Array(repeating: 0, count: wall.count)].append(Self.rounded(seconds))
    }
    wall.append(Self.rounded(cost.wall))
    cpu.append(Self.rounded(cost.cpu))
  }
}

/// Facts about a scene's frames that hold however long they take.
package struct SceneSurvey: Sendable {
  /// Averages of the cycle.
  package var contents: FrameContents
  /// Hash of the pixels of one cycle's frames.
  package var hash: UInt64
}

/// Draws a scene, each time from scratch on a thread of its own: layers and their clock belong to a thread.
struct SceneRunner: Sendable {
  let scene: BenchScene
  let settings: BenchScene.Settings
  /// Above 1, the thread works that much longer for each frame: only to test whether a slowdown is found.
  var slowdown = 1.0

  /// Draws frames of the cycle once, all by default.
  func survey(frames: Int? = nil) throws -> SceneSurvey {
    try onFreshThread { try survey(scene.makePlayer(settings), frames: frames ?? scene.cycle) }
  }

  /// Draws whole cycles for about a number of seconds, at least one cycle. What is drawn first is not counted.
  ///
  /// - Parameter surveys: the uncounted cycle is looked at as well.
  func round(seconds: Double, surveys: Bool = false) throws -> (BenchRound, SceneSurvey?) {
    try onFreshThread {
      let player = try scene.makePlayer(settings)
      var survey: SceneSurvey?
      if surveys { survey = try self.survey(player, frames: scene.cycle) } else { try warmUp(player) }
      var round = BenchRound()
      let start = Stopwatch.wallSeconds
      repeat {
        for frame in 0..<scene.cycle { round.append(try cost(of: frame, player)) }
      } while Stopwatch.wallSeconds - start < seconds
      return (round, survey)
    }
  }

  /// Draws a number of frames and nothing else, for counters outside of the program.
  func draw(frames: Int) throws {
    try onFreshThread {
      let player = try scene.makePlayer(settings)
      var watch = Stopwatch()
      for frame in 0..<frames { try player.draw(frame: frame % scene.cycle, &watch) }
    }
  }

  private func survey(_ player: any ScenePlayer, frames: Int) throws -> SceneSurvey {
    var hash = FrameHash()
    var contents = FrameContents()
    var watch = Stopwatch()
    for frame in 0..<frames {
      try player.draw(frame: frame, &watch)
      player.addPicture(to: &hash)
      contents += player.contents
    }
    return SceneSurvey(contents: contents / Double(frames), hash: hash.value)
  }

  private func warmUp(_ player: any ScenePlayer) throws {
    var watch = Stopwatch()
    for frame in 0..<min(2, scene.cycle) { try player.draw(frame: frame, &watch) }
  }

  private func cost(of frame: Int, _ player: any ScenePlayer) throws -> FrameCost {
    var watch = Stopwatch()
    try player.draw(frame: frame, &watch)
    var cost = watch.stop()
    guard slowdown > 1 else { return cost }
    let extra = Stopwatch()
    while extra.stop().cpu < cost.cpu * (slowdown - 1) {}
    let more = extra.stop()
    (cost.wall, cost.cpu) = (cost.wall + more.wall, cost.cpu + more.cpu)
    return cost
  }
}

extension BenchScene {
  /// Looks at frames of the cycle, all by default.
  package func survey(_ settings: Settings, frames: Int? = nil) throws -> SceneSurvey {
    try SceneRunner(scene: self, settings: settings).survey(frames: frames)
  }

  /// Draws a number of frames of the cycle, from the first one on, and measures nothing.
  package func draw(frames: Int, _ settings: Settings) throws {
    try SceneRunner(scene: self, settings: settings).draw(frames: frames)
  }
}
