/// How segments are put into tasks of a scheduler: the number of a task says which.
package struct FarmTasks: Equatable, Sendable {
  package let segments: Int
  package let perTask: Int

  /// Most tasks of an array: Slurm's default limit.
  package static let most = 1000
  /// Work that a task should have, in seconds of one thread.
  private static let seconds = 30.0

  package init(segments: Int, perTask: Int) {
    (self.segments, self.perTask) = (segments, max(1, perTask))
  }

  /// As many segments in a task as make its start worth while, but enough tasks for eight workers to share them evenly.
  package init(_ plan: FarmPlan) {
    let cost = Double(plan.segmentFrames) * max(plan.secondsPerFrame ?? 0.05, 1e-6)
    let worthwhile = Int(min(1e6, (Self.seconds / cost).rounded(.up)))
    let shared = max(1, plan.segmentCount / 24)
    let fewest = (plan.segmentCount + Self.most - 1) / Self.most
    self.init(segments: plan.segmentCount, perTask: max(fewest, min(worthwhile, shared)))
  }

  package var count: Int { (segments + perTask - 1) / perTask }

  /// Segments of a task; none beyond the last one.
  package func segments(ofTask task: Int) -> Range<Int> {
    let start = task.multipliedReportingOverflow(by: perTask)
    guard task >= 0, !start.overflow, start.partialValue < segments else { return segments..<segments }
    return start.partialValue..<min(segments, start.partialValue + perTask)
  }

  /// Tasks that hold these segments, each once, in order.
  package func tasks(of missing: [Int]) -> [Int] {
    Set(missing.map { $0 / perTask }).sorted()
  }
}
