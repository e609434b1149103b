/// Assignment of segments to the tasks of a scheduler.
package struct FarmTasks: Equatable, Sendable {
  package let segments: Int
  package let perTask: Int

  /// Maximum number of tasks in an array: Slurm's default limit.
  package static let most = 1000
  /// Minimum work per task in seconds of one thread.
  private static let seconds = 30.0

  package init(segments: Int, perTask: Int) {
    (self.segments, self.perTask) = (segments, max(1, perTask))
  }

  /// Enough segments per task to make its start worthwhile, but enough tasks for eight workers.
  package init(_ plan: FarmPlan) {
    let cost = Double(plan.segmentFrames) * max(plan.secondsPerFrame ?? 0.05, 1e-6)
    let worthwhile = Int(min(1e6, (Self.seconds / cost).rounded(.up)))
    let shared = max(1, plan.segmentCount / 24)
    let fewest = (plan.segmentCount + Self.most - 1) / Self.most
    self.init(segments: plan.segmentCount, perTask: max(fewest, min(worthwhile, shared)))
  }

  package var count: Int { (segments + perTask - 1) / perTask }

  /// Segments of a task; empty after the last one.
  package func segments(ofTask task: Int) -> Range<Int> {
    let start = task.multipliedReportingOverflow(by: perTask)
    guard task >= 0, !start.overflow, start.partialValue < segments else { return segments..<segments }
    return start.partialValue..<min(segments, start.partialValue + perTask)
  }

  /// Tasks that contain these segments, in order, without duplicates.
  package func tasks(of missing: [Int]) -> [Int] {
    Set(missing.map { $0 / perTask }).sorted()
  }
}
