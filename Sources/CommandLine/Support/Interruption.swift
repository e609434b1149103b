import Dispatch
import Foundation
import Synchronization

/// Notices SIGINT and SIGTERM, so that an export can end by itself and remove what it began. A second signal kills.
final class Interruption {
  /// Whether a signal has come.
  final class Request: Sendable {
    private let flag = Atomic<Bool>(false)
    var isMade: Bool { flag.load(ordering: .relaxed) }
    fileprivate func make() { flag.store(true, ordering: .relaxed) }
  }

  let request = Request()
  private let sources: [any DispatchSourceSignal]

  /// From now on the first signal only makes the request.
  init() {
    let request = request
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        request.make()
        signal(number, SIG_DFL)
      }
      source.resume()
      return source
    }
  }
}
