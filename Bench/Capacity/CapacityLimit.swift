import Foundation

/// Resource that ends the growth of a scene, found from CPU times of frames that hold an eighth, a quarter, half and
/// all of its capacity.
package struct CapacityLimit: Codable, Sendable, Equatable {
  package enum Resource: String, Codable, Sendable {
    /// The data at work do not fit into the caches any more: one more costs more than before.
    case memory
    /// One more costs what it always did.
    case arithmetic
  }

  package var resource: Resource
  /// Cost of one more in a full frame, to that in a frame with an eighth.
  package var growth: Double
  /// Share of evaluation in the CPU time of a full frame, 0...1; the rest is drawing.
  package var evaluationShare: Double

  /// Growth from which on memory is what limits: neighbours and clock rates make less of a difference.
  package static let memoryGrowth = 1.25

  /// - Parameters:
  ///   - points: CPU seconds of frames with an eighth, a quarter, half and all.
  ///   - evaluationShare: of the full frame.
  ///
  /// Nil where nothing rises with the count.
  package init?(_ points: [CapacityCurve.Point], evaluationShare: Double) {
    guard points.count == 4, let low = Self.slope(points[0], points[1]), let high = Self.slope(points[2], points[3])
    else { return nil }
    growth = high / low
    resource = growth >= Self.memoryGrowth ? .memory : .arithmetic
    self.evaluationShare = min(max(evaluationShare, 0), 1)
  }

  /// Seconds of one more between two frames; nil unless both rise.
  private static func slope(_ first: CapacityCurve.Point, _ second: CapacityCurve.Point) -> Double? {
    let (seconds, count) = (second.seconds - first.seconds, second.count - first.count)
    return seconds > 0 && count > 0 ? seconds / count : nil
  }
}

/// How fast movies are written, and the encoder's part in it.
package struct ExportCapacity: Codable, Sendable, Equatable {
  /// Frames of full HD in a second of wall clock, as MP4 with the usual settings.
  package var framesPerSecond: Double
  /// Share of the encoder in the CPU time, 0...1.
  package var encoderShare: Double

  package init(framesPerSecond: Double, encoderShare: Double) {
    (self.framesPerSecond, self.encoderShare) = (framesPerSecond, encoderShare)
  }

  /// Writes a short piece of a movie until about two seconds are over; nil where the encoder is missing.
  init?(_ plan: CapacityPlan) {
    guard let scene = BenchScene.all.first(where: { $0.name == "export-mp4" }),
      let round = try? SceneRunner(scene: scene, settings: .init(workers: plan.threads))
        .round(seconds: 2).0
    else { return nil }
    let (wall, cpu) = (Statistics.median(round.wall), round.cpu.reduce(0, +))
    guard wall > 0, cpu > 0 else { return nil }
    framesPerSecond = 1 / wall
    encoderShare = min(1, (round.split[.encode] ?? []).reduce(0, +) / cpu)
  }
}
