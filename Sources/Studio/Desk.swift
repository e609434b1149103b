import FlyingFox
import Foundation
import StarmineRendering
import StarmineScene
import Synchronization

/// A thread that scenes are read and drawn on, one job after the other: layers belong to the thread that made them, and
/// the server's own threads stay free to answer.
final class Desk: Sendable {
  typealias Job = @Sendable (Workbench) -> Void

  private let jobs = Mutex<[Job]>([])
  private let count = DispatchSemaphore(value: 0)
  private static let mostWaiting = 512
  /// Bytes: the tree of layers is walked recursively.
  private static let stackSize = 8 << 20

  /// - Parameter workers: threads that draw a picture.
  /// - Throws: `RequestError` where the system gives no thread.
  init(_ library: DraftLibrary, workers: Int) throws {
    let failure = SystemThread.start(stackSize: Self.stackSize) { [self] in
      let bench = Workbench(library, workers: workers)
      while true {
        count.wait()
        let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        job?(bench)
      }
    }
    guard failure == 0 else { throw RequestError(.serviceUnavailable, "the system gives no thread: errno \(failure)") }
  }

  /// False if there is too much to do already.
  @discardableResult
  func submit(_ job: @escaping Job) -> Bool {
    let isTaken = jobs.withLock { jobs in
      guard jobs.count < Self.mostWaiting else { return false }
      jobs.append(job)
      return true
    }
    if isTaken { count.signal() }
    return isTaken
  }

  /// Runs a job and waits for what it makes; cancelling the task cancels the job. Errors: what the job throws, as a
  /// `RequestError`.
  func run<Result: Sendable>(_ body: @escaping @Sendable (Workbench) throws -> Result) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isTaken = submit { bench in
          do {
            continuation.resume(returning: try bench.work(unless: cancellation, body))
          } catch {
            continuation.resume(throwing: RequestError(error))
          }
        }
        if !isTaken { continuation.resume(throwing: RequestError(.serviceUnavailable, "too many requests at a time")) }
      }
    } onCancel: {
      cancellation.request()
    }
  }
}
