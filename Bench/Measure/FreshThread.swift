import Dispatch
import Foundation
import Starmine

/// Work on a thread that nobody has used before.
final class FreshThread<Value: Sendable>: Sendable {
  private let outcome = Outcome()
  private let isDone = DispatchSemaphore(value: 0)

  private struct NoThread: Error, CustomStringConvertible {
    let reason: String
    var description: String { "the system gives no thread: \(reason)" }
  }

  // Written by the thread before the semaphore is signalled, read by the one who waits after it.
  private final class Outcome: @unchecked Sendable {
    var result: Result<Value, any Error>?
  }

  /// Begins at once; where the system gives no thread, `value` throws.
  init(_ body: @escaping @Sendable () throws -> Value) {
    let failure = SystemThread.start(stackSize: 8 << 20) { [outcome, isDone] in
      outcome.result = Result { try body() }
      isDone.signal()
    }
    guard failure != 0 else { return }
    outcome.result = .failure(NoThread(reason: String(cString: strerror(failure))))
    isDone.signal()
  }

  /// Waits for the end, once.
  func value() throws -> Value {
    isDone.wait()
    guard let result = outcome.result else { throw CancellationError() }
    return try result.get()
  }
}

/// Runs on a thread that nobody has used, and waits.
func onFreshThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
  try FreshThread(body).value()
}
