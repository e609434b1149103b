import Dispatch
import Foundation

/// Work on a thread that nobody has used before.
final class FreshThread<Value: Sendable>: Sendable {
  private let outcome = Outcome()
  private let isDone = DispatchSemaphore(value: 0)

  // Written by the thread before the semaphore is signalled, read by the one who waits after it.
  private final class Outcome: @unchecked Sendable {
    var result: Result<Value, any Error>?
  }

  /// Begins at once.
  init(_ body: @escaping @Sendable () throws -> Value) {
    let thread = Thread { [outcome, isDone] in
      outcome.result = Result { try body() }
      isDone.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
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
