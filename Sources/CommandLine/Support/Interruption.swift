import Dispatch
import Foundation
import Synchronization

/// Notices SIGINT and SIGTERM, so that an export can end by itself and remove what it began. A second signal kills.
final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)
  private let sources = Mutex<[any DispatchSourceSignal]>([])

  var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// From now on the first signal only sets `isRequested`.
  func watch() {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        self?.flag.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
      source.resume()
      sources.withLock { $0.append(source) }
    }
  }
}
