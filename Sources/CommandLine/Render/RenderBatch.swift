import Synchronization

/// Renders several movies, some in parallel. A movie belongs to its thread, so every lane is a thread.
struct RenderBatch {
  let jobs: [RenderJob]
  let lanes: Int
  /// Errors before the first frame.
  var failures: [String] = []

  private struct State: Sendable {
    var next = 0
    var records: [(index: Int, record: RenderRecord)] = []
    var kept = 0
    var failed: [(preset: String, code: CommandError.Code)] = []
  }

  private final class Board: Sendable {
    let state = Mutex(State())
    let threads = DispatchGroup()
  }

  /// Renders all. Prints errors and continues.
  /// - Parameter finish: takes the records of successful jobs, in job order.
  /// - Throws: the code of the failures, if any.
  func run(isCancelled: @escaping @Sendable () -> Bool, finish: ([RenderRecord]) throws -> Void) throws {
    let start = ContinuousClock.now
    let board = Board()
    board.state.withLock { $0.failed = failures.map { ($0, .usage) } }
    try startLanes(board, isCancelled)
    board.threads.wait()
    let state = board.state.withLock { $0 }
    try finish(state.records.sorted { $0.index < $1.index }.map(\.record))
    guard !isCancelled() else {
      throw CommandError.interrupted("Interrupted after \(state.records.count) of \(jobs.count).")
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let all = jobs.count + failures.count
    Log.result(BatchSummary.text(state.records.count, all, state.kept, state.failed.map(\.preset), seconds))
    if let code = state.failed.map(\.code).min(by: { $0.rawValue < $1.rawValue }) { throw CommandError.said(code) }
  }

  /// - Throws: an error if no thread could be started. Fewer threads than requested are sufficient.
  private func startLanes(_ board: Board, _ isCancelled: @escaping @Sendable () -> Bool) throws {
    let jobs = jobs
    for lane in 0..<min(lanes, jobs.count) {
      board.threads.enter()
      let failure = SystemThread.start(stackSize: 8 << 20) {
        Self.work(jobs, board, isCancelled)
        board.threads.leave()
      }
      guard failure != 0 else { continue }
      board.threads.leave()
      guard lane == 0 else { return }
      throw CommandError.failed("Cannot create a thread: \(String(cString: strerror(failure)))")
    }
  }

  private static func work(_ jobs: [RenderJob], _ board: Board, _ isCancelled: @escaping @Sendable () -> Bool) {
    while !isCancelled() {
      let index = board.state.withLock { state -> Int in
        defer { state.next += 1 }
        return state.next
      }
      guard index < jobs.count else { return }
      let job = jobs[index]
      do {
        let record = try job.run(isCancelled: isCancelled)
        board.state.withLock { state in
          if let record { state.records.append((index, record)) } else { state.kept += 1 }
        }
      } catch {
        let failure = CommandError(error) ?? .failed("\(error)")
        guard failure.code != .interrupted else { return }
        Log.error("\(job.label): \(failure.message)", code: failure.code.rawValue, output: job.path)
        board.state.withLock { $0.failed.append((job.label, failure.code)) }
      }
    }
  }
}
