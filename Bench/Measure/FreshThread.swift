import Dispatch
import Foundation
import StarmineCore
import Synchronization

/// Work on a fresh thread.
final class FreshThread<Value: Sendable>: Sendable {
  private let outcome = Mutex<Result<Value, any Error>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  private struct NoThread: Error, CustomStringConvertible {
    let reason: String
    var description: String { "cannot create a thread: \(reason)" }
  }

  /// Begins at once; where the system gives no thread, `value` throws.
  init(_ body: @escaping @Sendable () throws -> Value) {
    let failure = SystemThread.start(stackSize: 8 << 20) { self.end(Result { try body() }) }
    if failure != 0 { end(.failure(NoThread(reason: String(cString: strerror(failure))))) }
  }

  private func end(_ result: Result<Value, any Error>) {
    outcome.withLock { $0 = result }
    isDone.signal()
  }

  /// Waits for the end, once.
  func value() throws -> Value {
    isDone.wait()
    guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}

/// Runs on a fresh thread, and waits.
func onFreshThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
  try FreshThread(body).value()
}
